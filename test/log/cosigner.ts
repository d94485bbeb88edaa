import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { mldsa44 } from '../third-party/log.ts';

/** The signature types of cosignatures (tlog-cosignature, Format). */
export const kinds = { ed25519: 4, mldsa: 6 } as const;

/** One key of a witness, and its cosignatures. */
export interface Cosigner {
  readonly name: string;
  /** The verifier key. */
  readonly key: string;
  /** The signature line for the text of a checkpoint. */
  cosign(text: string, time: bigint): string;
}

/**
 * Makes a cosigner whose key derives from `seed`. It's written from tlog-cosignature and shares no code with ours: Ed25519 comes from
 * Node, ML-DSA-44 from npm.
 */
export function cosignerOf(name: string, kind: keyof typeof kinds, seed: number): Cosigner {
  const { publicKey, signBytes } = kind === 'mldsa' ? mldsaKey(seed) : ed25519Key(seed);
  const typed = Buffer.concat([Buffer.of(kinds[kind]), publicKey]);
  const id = createHash('sha256').update(`${name}\n`).update(typed).digest().subarray(0, 4);
  return {
    name,
    key: `${name}+${id.toString('hex')}+${typed.toString('base64')}`,
    cosign: (text, time) => {
      const message = kind === 'mldsa' ? cosignedMessage(name, text, time) : Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);
      return `\u2014 ${name} ${Buffer.concat([id, uint64(time), signBytes(message)]).toString('base64')}\n`;
    },
  };
}

function ed25519Key(seed: number) {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, seed)]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  return { publicKey, signBytes: (message: Buffer) => sign(null, message, privateKey) };
}

function mldsaKey(seed: number) {
  const { publicKey, secretKey } = mldsa44.keygen(new Uint8Array(32).fill(seed));
  return { publicKey, signBytes: (message: Buffer) => mldsa44.sign(message, secretKey, { extraEntropy: false }) };
}

function uint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}

/** `cosigned_message` for a whole tree (tlog-cosignature, ML-DSA-44 signed message). */
function cosignedMessage(name: string, text: string, time: bigint): Buffer {
  const [origin = '', size = '', root = ''] = text.split('\n');
  const opaque = (value: string) => Buffer.concat([Buffer.of(Buffer.byteLength(value)), Buffer.from(value)]);
  const [start, end, hash] = [uint64(0n), uint64(BigInt(size)), Buffer.from(root, 'base64')];
  return Buffer.concat([Buffer.from('subtree/v1\n\0'), opaque(name), uint64(time), opaque(origin), start, end, hash]);
}
