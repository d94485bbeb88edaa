import { createHmac, createPrivateKey, createPublicKey, createSecretKey, type KeyObject, sign } from 'node:crypto';
import { type Bytes, concat, utf8 } from './bytes.ts';
import { keyBytesOf, printSignature, signatureTypes, signedBytes, toVerifierKey, type VerifierKey } from './note.ts';

/** A log's private key and name. */
export interface Signer {
  readonly key: VerifierKey;
  /** A signature line for `text`. */
  sign(text: string): string;
  /** The salt of the commitment to a record: 16 bytes, always the same for the same record. */
  saltOf(id: string, canonicalRecord: Bytes): Bytes;
}

export const SEED_BYTES = 32;
const SALT_BYTES = 16;
/** The DER of a PKCS #8 private key for Ed25519, up to the seed (RFC 8410 7). */
const PKCS8_HEAD = Uint8Array.of(0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20);

/** Makes a signer named `name` from the 32 bytes of an Ed25519 private key (RFC 8032 5.1.5). */
export async function toSigner(name: string, seed: Uint8Array): Promise<Signer> {
  const privateKey = createPrivateKey({ key: Buffer.from(concat(PKCS8_HEAD, seed)), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-SEED_BYTES);
  const key = await toVerifierKey(name, signatureTypes.ed25519, new Uint8Array(publicKey));
  // A separate key, so salts reveal nothing about the signing key.
  const saltKey = createSecretKey(createHmac('sha256', seed).update('salts of the log').digest());
  return {
    key,
    sign: (text) => printSignature({ ...key, bytes: new Uint8Array(sign(null, utf8(text), privateKey)) }),
    saltOf: (id, canonicalRecord) =>
      new Uint8Array(
        createHmac('sha256', saltKey)
          .update(concat(utf8(`${id}\n`), canonicalRecord))
          .digest()
          .subarray(0, SALT_BYTES),
      ),
  };
}

/** A private key of a witness, and its name. */
export interface CosigningKey {
  readonly key: VerifierKey;
  /** A cosignature line for the text of a checkpoint (tlog-cosignature). */
  cosign(text: string, timestampSeconds: number): string;
}

/** The type of the cosignatures of a kind of key. */
const cosignerKinds = { ed25519: signatureTypes.cosignature, 'ml-dsa-44': signatureTypes.mldsaCosignature } as const;

/** Makes a cosigner named `name` from a private key. */
export async function toCosigner(name: string, kind: keyof typeof cosignerKinds, privateKey: KeyObject): Promise<CosigningKey> {
  const type = cosignerKinds[kind];
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-keyBytesOf(type));
  const key = await toVerifierKey(name, type, new Uint8Array(publicKey));
  return {
    key,
    cosign(text, timestampSeconds) {
      const time = Buffer.alloc(8);
      time.writeBigUInt64BE(BigInt(timestampSeconds));
      const signature = sign(null, signedBytes(text, key, BigInt(timestampSeconds)), privateKey);
      return printSignature({ ...key, bytes: concat(time, signature) });
    },
  };
}
