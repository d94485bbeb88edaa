import { createHash, createPublicKey, verify } from 'node:crypto';
import canonicalize from 'canonicalize';
import { judgeCheckpoint, parsePolicy } from './second-policy.ts';

// A verifier of `/reviews/<id>.tlog-proof` that shares no code with ours. It follows C2SP's tlog-proof, tlog-checkpoint and signed-note,
// RFC 6962 2.1.1, and the definition of an entry in site/log/README.md. Canonical JSON comes from npm.

const sha256 = (...parts: readonly Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

function fail(reason: string): never {
  throw new Error(reason);
}

/** Decodes canonical base64 (RFC 4648 4). */
function decode(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : fail(`not base64: ${text}`);
}

/** Computes the root with PATH of RFC 6962 2.1.1 read backwards: the last hash of the path is the sibling below the root. */
function rootOf(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer {
  if (size === 1) return path.length === 0 && index === 0 ? leaf : fail('the path has the wrong length');
  let half = 1;
  while (half * 2 < size) half *= 2;
  const sibling = path.at(-1) ?? fail('the path is too short');
  const rest = path.slice(0, -1);
  return index < half
    ? sha256(Buffer.of(1), rootOf(leaf, index, half, rest), sibling)
    : sha256(Buffer.of(1), sibling, rootOf(leaf, index - half, size - half, rest));
}

/** The text of a signed-note, and its signatures, which aren't checked. */
function splitNote(note: string) {
  const split = note.lastIndexOf('\n\n');
  const text = split === -1 ? fail('no signatures') : note.slice(0, split + 1);
  const block = note.slice(split + 2);
  if (!block.endsWith('\n')) fail('the last line has no newline');
  const signatures = block
    .slice(0, -1)
    .split('\n')
    .map((line) => /^— ([^\s+]+) (\S+)$/.exec(line) ?? fail(`not a signature: ${line}`))
    .map(([, signer, blob = '']) => ({ signer, bytes: decode(blob) }));
  if (signatures.some(({ bytes }) => bytes.length <= 4)) fail('a signature has only an id');
  return { text, signatures };
}

/** Returns the text of a signed-note. Throws if the key with this `name+hash+base64` hasn't signed it. */
function openNote(note: string, verifierKey: string): string {
  const [, name = '', hash = '', material = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(verifierKey) ?? fail('not a verifier key');
  const typed = decode(material);
  if (typed[0] !== 1 || typed.length !== 33) fail('not an Ed25519 key');
  if (
    sha256(Buffer.from(`${name}\n`), typed)
      .subarray(0, 4)
      .toString('hex') !== hash
  )
    fail('the key has the wrong hash');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: typed.subarray(1).toString('base64url') }, format: 'jwk' });
  const { text, signatures: all } = splitNote(note);
  const signatures = all.filter(({ signer, bytes }) => signer === name && bytes.subarray(0, 4).toString('hex') === hash);
  if (signatures.length === 0) fail('the key has not signed the note');
  if (!signatures.every(({ bytes }) => verify(null, Buffer.from(text), key, bytes.subarray(4)))) fail('the signature is wrong');
  return text;
}

/** Returns the record that a proof proves, and its place in the log. Throws if the proof is wrong. */
export function checkProof(proof: string, verifierKey: string): { record: { id: string }; index: number; size: number } {
  const { note, ...proven } = checkEntry(proof);
  const [origin = ''] = openNote(note, verifierKey).split('\n');
  if (origin !== verifierKey.split('+')[0]) fail('the proof is from another log');
  return proven;
}

/** Follows the path from the entry to the root in the note, whose signatures it doesn't check. */
function checkEntry(proof: string): { record: { id: string }; index: number; size: number; note: string } {
  const lines = proof.split('\n');
  if (lines[0] !== 'c2sp.org/tlog-proof@v1') fail('not a tlog-proof');
  const extra = /^extra (\S+)$/.exec(lines[1] ?? '')?.[1] ?? fail('no extra data');
  const index = Number(/^index (0|[1-9][0-9]*)$/.exec(lines[2] ?? '')?.[1] ?? fail('no index'));
  const blank = lines.indexOf('');
  const path = lines.slice(3, blank).map((line) => {
    const hash = decode(line);
    return hash.length === 32 ? hash : fail('a hash has the wrong length');
  });
  const note = lines.slice(blank + 1).join('\n');
  const [, count = '', root = ''] = splitNote(note).text.split('\n');
  if (!/^(0|[1-9][0-9]*)$/.test(count) || index >= Number(count)) fail('the index is not in the tree');
  const json = new TextDecoder('utf-8', { fatal: true }).decode(decode(extra));
  const { entry, record, salt } = JSON.parse(json) as { entry: { id: string; commitment: string }; record: { id: string }; salt: string };
  const canonical = (value: unknown) => Buffer.from(canonicalize(value) ?? fail('no canonical form'));
  if (entry.id !== record.id) fail('the entry is about another review');
  if (!sha256(decode(salt), canonical(record)).equals(decode(entry.commitment))) fail('the entry commits to another record');
  const leaf = sha256(Buffer.of(0), canonical(entry));
  if (!rootOf(leaf, index, Number(count), path).equals(decode(root))) fail('the path leads to another root');
  return { record, index, size: Number(count), note };
}

/** What a verifier is told besides the proof. */
export interface Told {
  readonly key?: string | undefined;
  /** The bytes of a policy file. */
  readonly policy?: Buffer | undefined;
  /** The signature types that the verifier can't check. */
  readonly unknown?: ReadonlySet<number>;
}

/** The exit code of a verifier: 0 if a proof is valid by the key and the policy, 1 if it's wrong, 2 if that can't be decided. */
export function judgeProof(proof: string, { key, policy: file, unknown }: Told): 0 | 1 | 2 {
  let policy: ReturnType<typeof parsePolicy> | undefined;
  try {
    policy = file && parsePolicy(file);
  } catch {
    return 2;
  }
  if (key === undefined && !policy?.logs.length) return 2;
  try {
    if (key !== undefined) checkProof(proof, key);
    const { note } = checkEntry(proof);
    return { yes: 0, no: 1, maybe: 2 }[policy ? judgeCheckpoint(note, policy, unknown) : 'yes'] as 0 | 1 | 2;
  } catch {
    return 1;
  }
}
