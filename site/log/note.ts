import type { LogEntry } from '../contract/log.ts';
import { type Bytes, concat, fromBase64, fromUtf8, sha256, toBase64, utf8 } from './bytes.ts';

/** The signature types of a log and of a witness, whose cosignature includes the time (signed-note, Signature types). */
export const signatureTypes = { ed25519: 1, cosignature: 4 } as const;
type SignatureType = (typeof signatureTypes)[keyof typeof signatureTypes];

/** A public key and the name it signs under. */
export interface VerifierKey {
  readonly name: string;
  /** Eight hexadecimal digits. */
  readonly id: string;
  readonly type: SignatureType;
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

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const unhex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

const KEY_BYTES = 32;
/** No Unicode spaces and no plus, which separate names from other fields. */
const NAME = /^[^\s+]+$/;

/** A key with its id, the first four bytes of a hash over name, type and key (signed-note, Signatures). */
export async function toVerifierKey(name: string, type: SignatureType, publicKey: Bytes): Promise<VerifierKey> {
  const digest = await sha256(concat(utf8(`${name}\n`), Uint8Array.of(type), publicKey));
  return { name, id: hex(digest.subarray(0, 4)), type, publicKey };
}

/** `name+id+base64(type || public key)` (signed-note, Verifier keys). */
export function printVerifierKey({ name, id, type, publicKey }: VerifierKey): string {
  return `${name}+${id}+${toBase64(concat(Uint8Array.of(type), publicKey))}`;
}

/** Parses a verifier key. @throws LogError for invalid keys and unknown types */
export async function readVerifierKey(text: string): Promise<VerifierKey> {
  const [name = '', id, ...rest] = text.split('+');
  const bytes = fromBase64(rest.join('+'));
  const type = Object.values(signatureTypes).find((known) => known === bytes?.[0]);
  if (!NAME.test(name) || !bytes || !type || bytes.length !== 1 + KEY_BYTES)
    throw new LogError(`log: "${text}" is not a verifier key for Ed25519`);
  const key = await toVerifierKey(name, type, bytes.slice(1));
  if (key.id !== id) throw new LogError(`log: the verifier key "${text}" has the wrong id`);
  return key;
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

/** The bytes that a key signs: the text, with a header for cosignatures (tlog-cosignature). */
export function signedBytes(text: string, { type }: Pick<VerifierKey, 'type'>, timestampSeconds: bigint): Bytes {
  return utf8(type === signatureTypes.cosignature ? `cosignature/v1\ntime ${timestampSeconds}\n${text}` : text);
}

const TIMESTAMP_BYTES = 8;

/** Whether `signature` is a valid signature of `key` over `text`. */
async function isSignedBy(text: string, { bytes }: Signature, key: VerifierKey): Promise<boolean> {
  const skipped = key.type === signatureTypes.cosignature ? TIMESTAMP_BYTES : 0;
  if (bytes.length !== skipped + 64) return false;
  const timestamp = skipped === 0 ? 0n : new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
  const imported = await crypto.subtle.importKey('raw', key.publicKey, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', imported, bytes.slice(skipped), signedBytes(text, key, timestamp));
}

/**
 * The keys among `keys` that have signed a note; signatures of other keys are ignored (signed-note, Signatures).
 * @throws LogError if a signature is invalid, or if none of the keys has signed
 */
export async function verifyNote({ text, signatures }: SignedNote, keys: readonly VerifierKey[]): Promise<VerifierKey[]> {
  const verified = new Set<VerifierKey>();
  for (const signature of signatures) {
    const key = keys.find(({ name, id }) => name === signature.name && id === signature.id);
    if (!key) continue;
    if (!(await isSignedBy(text, signature, key))) throw new LogError(`log: the signature of ${key.name}+${key.id} is invalid`);
    verified.add(key);
  }
  if (verified.size === 0) throw new LogError(`log: the note isn't signed by ${keys.map(({ name, id }) => `${name}+${id}`).join(' or ')}`);
  return [...verified];
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
  const [origin = '', size = '', hash = ''] = readNote(note).text.split('\n');
  const root = fromBase64(hash);
  if (origin === '' || !/^(0|[1-9]\d*)$/.test(size) || !Number.isSafeInteger(Number(size)) || root?.length !== 32)
    throw new LogError('log: invalid checkpoint');
  return { origin, size: Number(size), root, note };
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
