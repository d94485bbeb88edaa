import type { LogEntry } from '../contract/log.ts';
import { type Bytes, concat, fromBase64, fromUtf8, HASH_BYTES, sha256, toBase64, utf8 } from './bytes.ts';

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const unhex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

/** The signature types of a log and of witnesses, whose cosignatures include the time (signed-note, Signature types). */
export const signatureTypes = { ed25519: 1, cosignature: 4, mldsaCosignature: 6 } as const;

/** An algorithm of signatures: its name in Web Crypto, lengths in bytes, and the DER of a public key up to the key. */
interface SignatureAlgorithm {
  readonly name: string;
  readonly keyBytes: number;
  readonly signatureBytes: number;
  readonly keyHead: Bytes;
}

// RFC 8410 4 and RFC 9881 4.
const ed25519 = { name: 'Ed25519', keyBytes: 32, signatureBytes: 64, keyHead: unhex('302a300506032b6570032100') };
const mldsa44 = { name: 'ML-DSA-44', keyBytes: 1312, signatureBytes: 2420, keyHead: unhex('30820532300b06096086480165030403110382052100') };
const algorithms: Readonly<Record<number, SignatureAlgorithm>> = {
  [signatureTypes.ed25519]: ed25519,
  [signatureTypes.cosignature]: ed25519,
  [signatureTypes.mldsaCosignature]: mldsa44,
};

/** Whether this program knows the type of a key. */
export const isKnownType = ({ type }: Pick<VerifierKey, 'type'>): boolean => algorithms[type] !== undefined;

/** The length of the public keys of a type. */
export const keyBytesOf = (type: (typeof signatureTypes)[keyof typeof signatureTypes]): number => algorithms[type]?.keyBytes ?? 0;

/** The algorithm of a key for people; of unknown types, the type. */
export const nameAlgorithm = ({ type }: Pick<VerifierKey, 'type'>): string => algorithms[type]?.name ?? `type ${type}`;

/** A public key and the name it signs under. */
export interface VerifierKey {
  readonly name: string;
  /** Eight hexadecimal digits. */
  readonly id: string;
  /** One of `signatureTypes`, unless `parseVerifierKey` read it. */
  readonly type: number;
  readonly publicKey: Bytes;
}

/** A note's text and its signatures, not yet verified. */
export interface SignedNote {
  /** Including the last newline. */
  readonly text: string;
  readonly signatures: readonly Signature[];
}

export interface Signature {
  readonly name: string;
  /** Eight hexadecimal digits. */
  readonly id: string;
  readonly bytes: Bytes;
}

/** A note, a key or a log is invalid. */
export class LogError extends Error {
  override name = 'LogError';
}

/** A signature can't be checked, because this runtime doesn't have its algorithm. That doesn't prove it invalid. */
export class UncheckedError extends Error {
  override name = 'UncheckedError';
}

/** No Unicode spaces and no plus, which separate names from other fields. */
const NAME = /^[^\s+]+$/;

/** A key with its id, the first four bytes of a hash over name, type and key (signed-note, Signatures). */
export async function toVerifierKey(name: string, type: number, publicKey: Bytes): Promise<VerifierKey> {
  const digest = await sha256(concat(utf8(`${name}\n`), Uint8Array.of(type), publicKey));
  return { name, id: hex(digest.subarray(0, 4)), type, publicKey };
}

/** `name+id+base64(type || public key)` (signed-note, Verifier keys). */
export function printVerifierKey({ name, id, type, publicKey }: VerifierKey): string {
  return `${name}+${id}+${toBase64(concat(Uint8Array.of(type), publicKey))}`;
}

/** Parses a verifier key. @throws LogError for invalid keys and unknown types */
export async function readVerifierKey(text: string): Promise<VerifierKey> {
  const key = await parseVerifierKey(text);
  if (!isKnownType(key)) throw new LogError(`log: "${text}" is not a verifier key for Ed25519 or ML-DSA-44`);
  return key;
}

/** How much of an invalid key a message shows: those for ML-DSA-44 have 1,800 characters. */
const MAX_SHOWN = 100;

/** Parses a verifier key of any type; how the id of an unknown type is made isn't known. @throws LogError for invalid keys */
export async function parseVerifierKey(text: string): Promise<VerifierKey> {
  const [name = '', id = '', ...rest] = text.split('+');
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  const [type, ...publicKey] = fromBase64(rest.join('+')) ?? [];
  const keyBytes = type === undefined ? undefined : (algorithms[type]?.keyBytes ?? publicKey.length);
  if (!NAME.test(name) || !/^[\da-f]{8}$/.test(id) || type === undefined || publicKey.length === 0 || publicKey.length !== keyBytes)
    throw new LogError(`log: "${shown}" is not a verifier key for Ed25519 or ML-DSA-44`);
  const key = await toVerifierKey(name, type, Uint8Array.from(publicKey));
  if (isKnownType(key) && key.id !== id) throw new LogError(`log: the verifier key "${shown}" has the wrong id`);
  return { ...key, id };
}

/** Parses a note (signed-note, Format). @throws LogError */
export function readNote(note: string): SignedNote {
  const end = note.lastIndexOf('\n\n') + 1;
  const lines = note.slice(end + 1).split('\n');
  const signatures = lines.slice(0, -1).flatMap((line) => {
    const [, name = '', encoded = ''] = /^\u2014 (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = fromBase64(encoded);
    return NAME.test(name) && bytes && bytes.length > 4 ? [{ name, id: hex(bytes.subarray(0, 4)), bytes: bytes.slice(4) }] : [];
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note must not contain them.
  const isNote = end > 0 && lines.at(-1) === '' && signatures.length === lines.length - 1 && !/[\0-\x09\x0b-\x1f]/.test(note);
  if (!isNote || signatures.length === 0) throw new LogError('log: invalid signed note');
  return { text: note.slice(0, end), signatures };
}

/** A signature line. */
export function printSignature({ name, id, bytes }: Signature): string {
  return `\u2014 ${name} ${toBase64(concat(unhex(id), bytes))}\n`;
}

/**
 * The bytes that a key signs: the text, with a header for Ed25519 cosignatures, or the tree head for those with ML-DSA-44
 * (tlog-cosignature). @throws LogError if the text isn't a tree head that ML-DSA-44 cosignatures can name
 */
export function signedBytes(text: string, { name, type }: Pick<VerifierKey, 'name' | 'type'>, timestampSeconds: bigint): Bytes {
  if (type === signatureTypes.ed25519) return utf8(text);
  if (type === signatureTypes.cosignature) return utf8(`cosignature/v1\ntime ${timestampSeconds}\n${text}`);
  const { origin, size, root } = readTreeHead(text);
  return concat(
    utf8('subtree/v1\n\0'),
    shortString(name),
    uint64(timestampSeconds),
    shortString(origin),
    uint64(0n),
    uint64(BigInt(size)),
    root,
  );
}

/** Text after its length in one byte. */
function shortString(text: string): Bytes {
  const bytes = utf8(text);
  if (bytes.length === 0 || bytes.length > 255) throw new LogError(`log: "${text}" must have 1 to 255 bytes for ML-DSA-44`);
  return concat(Uint8Array.of(bytes.length), bytes);
}

function uint64(value: bigint): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}

const TIMESTAMP_BYTES = 8;
const MAX_TIMESTAMP = 2n ** 63n - 1n;

/** A signature of a known key: valid, or unchecked because its type is unknown or the runtime lacks the algorithm. */
export interface CheckedSignature {
  readonly key: VerifierKey;
  readonly isValid: true | undefined;
  /** When it was made, in seconds since 1970. Undefined for logs, and for cosignatures that don't give a time. */
  readonly timestampSeconds: number | undefined;
}

async function checkSignature(text: string, { bytes }: Signature, key: VerifierKey): Promise<CheckedSignature> {
  const algorithm = algorithms[key.type];
  if (!algorithm) return { key, isValid: undefined, timestampSeconds: undefined };
  const skipped = key.type === signatureTypes.ed25519 ? 0 : TIMESTAMP_BYTES;
  const invalid = new LogError(`log: the signature of ${key.name}+${key.id} is invalid`);
  if (bytes.length !== skipped + algorithm.signatureBytes) throw invalid;
  const timestamp = skipped === 0 ? 0n : new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
  if (timestamp > MAX_TIMESTAMP) throw invalid;
  const signed = signedBytes(text, key, timestamp);
  const timestampSeconds = timestamp === 0n ? undefined : Number(timestamp);
  const imported = await crypto.subtle
    .importKey('spki', concat(algorithm.keyHead, key.publicKey), algorithm.name, false, ['verify'])
    .catch(() => undefined);
  if (!imported) return { key, isValid: undefined, timestampSeconds };
  if (!(await crypto.subtle.verify(algorithm.name, imported, bytes.slice(skipped), signed))) throw invalid;
  return { key, isValid: true, timestampSeconds };
}

/**
 * Checks the signatures of `keys` on a note; those of other keys are ignored (signed-note, Signatures).
 * @throws LogError if one is invalid, because then the whole note must be rejected
 */
export async function checkSignatures({ text, signatures }: SignedNote, keys: readonly VerifierKey[]): Promise<CheckedSignature[]> {
  const checked: CheckedSignature[] = [];
  for (const signature of signatures) {
    const key = keys.find(({ name, id }) => name === signature.name && id === signature.id);
    if (key) checked.push(await checkSignature(text, signature, key));
  }
  return checked;
}

/**
 * The keys among `keys` that have signed a note.
 * @throws LogError if a signature is invalid, or if none of the keys has signed; UncheckedError if the runtime can't check any
 */
export async function verifyNote(note: SignedNote, keys: readonly VerifierKey[]): Promise<VerifierKey[]> {
  const checked = await checkSignatures(note, keys);
  const names = keys.map(({ name, id }) => `${name}+${id}`).join(' or ');
  if (checked.length === 0) throw new LogError(`log: the note isn't signed by ${names}`);
  const valid = new Set(checked.flatMap(({ key, isValid }) => (isValid ? [key] : [])));
  if (valid.size === 0) throw new UncheckedError(`log: this runtime can't check the signature of ${names}; Node 24.7 and later can`);
  return [...valid];
}

/** Decodes a note. @throws LogError if it isn't UTF-8 */
export function decodeNote(bytes: Uint8Array): string {
  try {
    return fromUtf8(bytes);
  } catch {
    throw new LogError('log: a signed note is not UTF-8');
  }
}

/** The head of a tree, which a log signs (tlog-checkpoint). */
export interface Checkpoint {
  /** The log's name, fixed at its first entry. */
  readonly origin: string;
  readonly size: number;
  readonly root: Bytes;
  /** The signed note. */
  readonly note: string;
}

/** The text of a checkpoint, which is signed (tlog-checkpoint, Note text). */
export function printTreeHead({ origin, size, root }: Omit<Checkpoint, 'note'>): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Parses a checkpoint without verifying its signatures. @throws LogError */
export function readCheckpoint(note: string): Checkpoint {
  return { ...readTreeHead(readNote(note).text), note };
}

function readTreeHead(text: string): Omit<Checkpoint, 'note'> {
  const [origin = '', size = '', hash = ''] = text.split('\n');
  const root = fromBase64(hash);
  if (origin === '' || !/^(0|[1-9]\d*)$/.test(size) || !Number.isSafeInteger(Number(size)) || root?.length !== HASH_BYTES)
    throw new LogError('log: invalid checkpoint');
  return { origin, size: Number(size), root };
}

/** A change of the log's key, signed with both keys. */
export interface KeyChange {
  /** The index of its entry. */
  readonly index: number;
  /** Printed verifier keys. */
  readonly before: string;
  readonly after: string;
}

/** The text that both keys sign. */
export function keyChangeText(origin: string, { index, before, after }: KeyChange): string {
  return `${origin}\nkey change at entry ${index}\n${before}\n${after}\n`;
}

/** All changes of the key, oldest first. @throws LogError if one isn't signed with both keys */
export async function readKeyChanges(origin: string, entries: readonly LogEntry[]): Promise<KeyChange[]> {
  const changes: KeyChange[] = [];
  for (const [index, entry] of entries.entries()) {
    if (entry.type === 'key_changed') changes.push(await readKeyChange(origin, index, entry.note));
  }
  return changes;
}

async function readKeyChange(origin: string, index: number, note: string): Promise<KeyChange> {
  const signed = readNote(note);
  const [, , before = '', after = ''] = signed.text.split('\n');
  const change = { index, before, after };
  if (signed.text !== keyChangeText(origin, change)) throw new LogError(`log: entry ${index} is not a change of the key`);
  const keys = [await readVerifierKey(before), await readVerifierKey(after)];
  if ((await verifyNote(signed, keys)).length !== keys.length) throw new LogError(`log: entry ${index} is not signed with both keys`);
  return change;
}
