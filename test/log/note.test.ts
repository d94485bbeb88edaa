import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat, fromBase64, toBase64, utf8 } from '../../site/log/bytes.ts';
import { inclusionProof } from '../../site/log/merkle.ts';
import {
  printSignature,
  printVerifierKey,
  readCheckpoint,
  readNote,
  readVerifierKey,
  signatureTypes,
  signedBytes,
  toVerifierKey,
  verifyNote,
} from '../../site/log/note.ts';
import { signTree } from '../../site/log/print.ts';
import { toSigner } from '../../site/log/signer.ts';
import { verifyCheckpoint, verifyMerkleInclusion } from '../third-party/log.ts';

// signed-note, Example.
const exampleKey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const exampleNote = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;
// The example of the Go package that the format comes from: https://pkg.go.dev/golang.org/x/mod/sumdb/note
const goSeed = 'gQoUAtUUbI2E8kQzMPVAgOv5juF9nHT2JS/F1ccoMXM=';
const goKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const goText = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.
`;
const goSignature = '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

const bytesOf = (base64: string) => fromBase64(base64) ?? new Uint8Array();
const seed = (byte: number) => new Uint8Array(32).fill(byte);

describe('a signed note', () => {
  test.each([
    ['the specification', exampleKey, exampleNote],
    ['the Go package', goKey, `${goText}\n${goSignature}`],
  ])('from %s verifies with its key', async (_, text, note) => {
    const key = await readVerifierKey(text);
    expect(printVerifierKey(key)).toBe(text);
    expect(await verifyNote(readNote(note), [key])).toEqual([key]);
  });

  test('has the same bytes as the Go package’s example if signed with its key', async () => {
    const signer = await toSigner('PeterNeumann', bytesOf(goSeed));
    expect(printVerifierKey(signer.key)).toBe(goKey);
    expect(signer.sign(goText)).toBe(goSignature);
  });

  test('with any changed byte is rejected', async () => {
    const key = await readVerifierKey(exampleKey);
    const bytes = utf8(exampleNote);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (place, change) => {
        const changed = bytes.map((byte, index) => (index === place ? byte ^ change : byte));
        const verified = async () => verifyNote(readNote(new TextDecoder('utf-8', { fatal: true }).decode(changed)), [key]);
        await expect(verified()).rejects.toThrow();
      }),
      { numRuns: 1000 },
    );
  });

  test('can have signatures by other keys, which don’t count', async () => {
    const key = await readVerifierKey(exampleKey);
    const other = await toSigner('example.com/foo', seed(1));
    const { text } = readNote(exampleNote);
    const both = readNote(`${exampleNote}${other.sign(text)}`);
    expect(await verifyNote(both, [key])).toEqual([key]);
    expect(await verifyNote(both, [key, other.key])).toEqual([key, other.key]);
    await expect(verifyNote(readNote(`${text}\n${other.sign(text)}`), [key])).rejects.toThrow(
      "log: the note isn't signed by example.com/foo+530d903a",
    );
    await expect(verifyNote(readNote(`${exampleNote}${other.sign('another text\n')}`), [key, other.key])).rejects.toThrow(/is invalid$/);
  });

  test.each([
    ['no signature', 'text\n\n'],
    ['no blank line', 'text\n— a AAAAAAAA\n'],
    ['a control character', exampleNote.replace('is', '\t')],
    ['no newline at the end', exampleNote.trimEnd()],
    ['a name with a plus', exampleNote.replace('com/foo', 'com+foo')],
    ['a signature in invalid base64', exampleNote.replace('aQM=', 'aQN=')],
    ['a hyphen in place of the dash', exampleNote.replace('—', '-')],
  ])('with %s is invalid', (_, note) => {
    expect(() => readNote(note)).toThrow('log: invalid signed note');
  });

  test.each([
    ['another name', exampleKey.replace('foo', 'bar')],
    ['another id', exampleKey.replace('530d', '530e')],
    ['an unknown type', exampleKey.replace('+Aek', '+Dek')],
    ['a missing byte', exampleKey.replace('3U2k', '3U0=')],
    ['only one part', 'key'],
  ])('rejects a key with %s', async (_, text) => {
    await expect(readVerifierKey(text)).rejects.toThrow('log: ');
  });
});

test('a cosignature covers the time and the whole text (tlog-cosignature)', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const key = await toVerifierKey('witness.example.com/w1', signatureTypes.cosignature, new Uint8Array(raw));
  const text = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
  const signed = `cosignature/v1\ntime 1679315147\n${text}`;
  expect(new TextDecoder().decode(signedBytes(text, key, 1_679_315_147n))).toBe(signed);
  const timestamp = new Uint8Array(8);
  new DataView(timestamp.buffer).setBigUint64(0, 1_679_315_147n);
  const line = printSignature({ ...key, bytes: concat(timestamp, sign(null, Buffer.from(signed), privateKey)) });
  expect(await verifyNote(readNote(`${text}\n${line}`), [key])).toEqual([key]);
  await expect(verifyNote(readNote(`${text.replace('163', '164')}\n${line}`), [key])).rejects.toThrow(/is invalid$/);
});

describe('a checkpoint', () => {
  // tlog-checkpoint.
  const checkpoint = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
`;
  test('from the specification can be read', () => {
    const { origin, size, root } = readCheckpoint(checkpoint);
    expect([origin, size, toBase64(root)]).toEqual([
      'example.com/behind-the-sofa',
      20_852_163,
      'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=',
    ]);
  });

  test.each([
    ['a size with a leading zero', checkpoint.replace('2085', '02085')],
    ['a negative size', checkpoint.replace('2085', '-2085')],
    ['a hash of the wrong length', checkpoint.replace('CsUY', '')],
    ['no origin', checkpoint.replace(/^.*/, '')],
  ])('with %s is rejected', (_, note) => {
    expect(() => readCheckpoint(note)).toThrow('log: ');
  });

  test('of ours and its proofs are verified by a third-party implementation', async () => {
    const origin = 'reviews.example.com/log';
    const signer = await toSigner(origin, seed(2));
    const publicKey = createPublicKey({
      key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), signer.key.publicKey]),
      format: 'der',
      type: 'spki',
    });
    const known = [{ logID: Buffer.from(signer.key.id, 'hex'), publicKey, baseURL: origin, validFor: {} }];
    for (const size of [1, 2, 7, 256, 300]) {
      const entries = Array.from({ length: size }, (_, index) => utf8(`entry ${index}`));
      const { note, root, levels } = await signTree({ origin, entries, openings: new Map() }, [signer]);
      const entryOf = async (index: number) => ({
        canonicalizedBody: Buffer.from(entries[index] ?? []),
        inclusionProof: {
          checkpoint: { envelope: note },
          logIndex: String(index),
          treeSize: String(size),
          rootHash: Buffer.from(root),
          hashes: (await inclusionProof(levels, index, size)).map((hash) => Buffer.from(hash)),
        },
      });
      for (const index of new Set([0, size >> 1, size - 1])) {
        const entry = await entryOf(index);
        const head = verifyCheckpoint(entry as never, known as never);
        expect([head.origin, head.logSize, Buffer.from(head.logHash)]).toEqual([origin, BigInt(size), Buffer.from(root)]);
        expect(() => verifyMerkleInclusion(entry as never, head)).not.toThrow();
        expect(() => verifyMerkleInclusion({ ...entry, canonicalizedBody: Buffer.from('another') } as never, head)).toThrow();
      }
      const forged = { inclusionProof: { checkpoint: { envelope: note.replace(`\n${size}\n`, `\n${size + 1}\n`) } } };
      expect(() => verifyCheckpoint(forged as never, known as never)).toThrow('invalid checkpoint signature');
    }
  });
});
