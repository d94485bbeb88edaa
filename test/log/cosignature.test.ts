import { afterEach, describe, expect, test, vi } from 'vitest';
import { checkSignatures, printVerifierKey, readNote, readVerifierKey, UncheckedError, verifyNote } from '../../site/log/note.ts';
import { cosignerOf, kinds } from './cosigner.ts';

// tlog-cosignature.
const text = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
const TIME = 1_679_315_147n;
const NAME = 'witness.example.com/w1';

/** Has the next imports of keys fail as they do in a runtime without the algorithm. */
function removeAlgorithm(removed: string): void {
  const { importKey } = crypto.subtle;
  vi.spyOn(crypto.subtle, 'importKey').mockImplementation((...args: Parameters<typeof importKey>) =>
    args[2] === removed
      ? Promise.reject(new DOMException('Unrecognized algorithm name', 'NotSupportedError'))
      : importKey.apply(crypto.subtle, args),
  );
}
afterEach(() => {
  vi.restoreAllMocks();
});

describe.each([
  ['Ed25519', 'ed25519', 32 + 1, 8 + 64],
  ['ML-DSA-44', 'mldsa', 1312 + 1, 8 + 2420],
] as const)('a cosignature with %s', (algorithm, kind, keyBytes, signatureBytes) => {
  const witness = cosignerOf(NAME, kind, 7);
  const line = witness.cosign(text, TIME);

  test('by another implementation verifies with its key and gives the time', async () => {
    const key = await readVerifierKey(witness.key);
    expect([printVerifierKey(key), key.type, 1 + key.publicKey.length]).toEqual([witness.key, kinds[kind], keyBytes]);
    const note = readNote(`${text}\n${line}`);
    expect(note.signatures[0]?.bytes).toHaveLength(signatureBytes);
    expect(await checkSignatures(note, [key])).toEqual([{ key, isValid: true, timestampSeconds: 1_679_315_147 }]);
    expect(await verifyNote(note, [key])).toEqual([key]);
  });

  test.each([
    ['another size', text.replace('163', '164'), line],
    ['another root', text.replace('CsUY', 'DsUY'), line],
    ['another origin', text.replace('sofa', 'bed'), line],
    ['another time', text, withByte(line, 4 + 7)],
    ['a changed signature', text, withByte(line, 4 + 8)],
    ['a time after 2^63 - 1', text, witness.cosign(text, 2n ** 63n)],
    ['a missing byte', text, mapSignature(line, (bytes) => bytes.subarray(0, -1))],
    ['only an id', text, mapSignature(line, (bytes) => bytes.subarray(0, 5))],
  ])('for %s is invalid', async (_, of, signature) => {
    const key = await readVerifierKey(witness.key);
    await expect(verifyNote(readNote(`${of}\n${signature}`), [key])).rejects.toThrow(`log: the signature of ${NAME}+${key.id} is invalid`);
  });

  test('is unchecked, neither valid nor invalid, where the runtime lacks the algorithm', async () => {
    removeAlgorithm(algorithm);
    const key = await readVerifierKey(witness.key);
    const note = readNote(`${text}\n${line}`);
    expect(await checkSignatures(note, [key])).toEqual([{ key, isValid: undefined, timestampSeconds: 1_679_315_147 }]);
    await expect(verifyNote(note, [key])).rejects.toThrow(UncheckedError);
  });

  test('without a time has none', async () => {
    const key = await readVerifierKey(witness.key);
    const note = readNote(`${text}\n${witness.cosign(text, 0n)}`);
    expect(await checkSignatures(note, [key])).toEqual([{ key, isValid: true, timestampSeconds: undefined }]);
  });
});

test('a witness can have keys of both kinds under one name, which are checked separately', async () => {
  const [old, recent] = [cosignerOf(NAME, 'ed25519', 7), cosignerOf(NAME, 'mldsa', 7)];
  const keys = await Promise.all([readVerifierKey(old.key), readVerifierKey(recent.key)]);
  const note = readNote(`${text}\n${old.cosign(text, TIME)}${recent.cosign(text, TIME)}`);
  expect(await verifyNote(note, keys)).toEqual(keys);
  removeAlgorithm('ML-DSA-44');
  expect(await verifyNote(note, keys)).toEqual(keys.slice(0, 1));
});

test('ML-DSA-44 cosignatures leave out extension lines, and those with Ed25519 include them (tlog-cosignature)', async () => {
  const extended = `${text}extension\n`;
  for (const [kind, isValid] of [
    ['mldsa', true],
    ['ed25519', false],
  ] as const) {
    const witness = cosignerOf(NAME, kind, 7);
    const check = verifyNote(readNote(`${extended}\n${witness.cosign(text, TIME)}`), [await readVerifierKey(witness.key)]);
    await (isValid ? expect(check).resolves.toHaveLength(1) : expect(check).rejects.toThrow('is invalid'));
  }
});

test('a note that is no checkpoint has no ML-DSA-44 cosignatures', async () => {
  const witness = cosignerOf(NAME, 'mldsa', 7);
  const note = readNote(`text\n\n${witness.cosign(text, TIME)}`);
  await expect(verifyNote(note, [await readVerifierKey(witness.key)])).rejects.toThrow('log: invalid checkpoint');
});

test('a verifier key of either kind with a missing byte is rejected', async () => {
  for (const kind of ['ed25519', 'mldsa'] as const) {
    const [name, id, typed = ''] = cosignerOf(NAME, kind, 7).key.split(/\+(?=[0-9a-f]{8}\+)|(?<=\+[0-9a-f]{8})\+/);
    const shorter = Buffer.from(typed, 'base64').subarray(0, -1).toString('base64');
    await expect(readVerifierKey(`${name}+${id}+${shorter}`)).rejects.toThrow('is not a verifier key for Ed25519 or ML-DSA-44');
  }
});

/** A signature line with other bytes. */
function mapSignature(line: string, change: (bytes: Buffer) => Uint8Array): string {
  const [dash, name, encoded = ''] = line.trimEnd().split(' ');
  return `${dash} ${name} ${Buffer.from(change(Buffer.from(encoded, 'base64'))).toString('base64')}\n`;
}

function withByte(line: string, place: number): string {
  return mapSignature(line, (bytes) => bytes.map((byte, index) => (index === place ? byte ^ 1 : byte)));
}
