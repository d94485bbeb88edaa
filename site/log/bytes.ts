/** Bytes that Web Crypto accepts. */
export type Bytes = Uint8Array<ArrayBuffer>;

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

export function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function utf8(text: string): Bytes {
  return encoder.encode(text);
}

/** Decodes UTF-8. @throws TypeError for invalid bytes */
export function fromUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Encodes Base64 with padding (RFC 4648 4). */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Decodes Base64; undefined unless it is in canonical form. */
export function fromBase64(text: string): Bytes | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return toBase64(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** Node's crypto module, if available: ten times as fast as Web Crypto for many small inputs. */
const node = globalThis.process?.getBuiltinModule?.('node:crypto');

/** The length of a SHA-256 hash. */
export const HASH_BYTES = 32;

export const sha256: (bytes: Bytes) => Promise<Bytes> = node
  ? async (bytes) => new Uint8Array(node.hash('sha256', bytes, 'buffer'))
  : async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** The salt of an entry's commitment, which is public while the record is published. */
export interface Opening {
  readonly id: string;
  /** In base64. */
  readonly salt: string;
}

/** Commits to a record without revealing it: the SHA-256 of the salt and the record's canonical JSON, in base64. */
export async function commit(salt: Bytes, canonicalRecord: Bytes): Promise<string> {
  return toBase64(await sha256(concat(salt, canonicalRecord)));
}

/** Prints a JSON value in canonical form (RFC 8785). @throws TypeError for NaN, infinity, lone surrogates and anything that isn't JSON */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return printScalar(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const object = value as Readonly<Record<string, unknown>>;
  let members = '';
  // By default, sort() compares UTF-16 code units, as RFC 8785 3.2.3 requires.
  for (const key of Object.keys(object).sort()) members += `${members === '' ? '' : ','}${printScalar(key)}:${canonicalJson(object[key])}`;
  return `{${members}}`;
}

function printScalar(value: unknown): string {
  const hasForm = typeof value === 'string' ? value.isWellFormed() : typeof value !== 'number' || Number.isFinite(value);
  const printed = hasForm ? JSON.stringify(value) : undefined;
  if (printed === undefined) throw new TypeError(`canonical JSON: ${String(value)} has no canonical form`);
  return printed;
}
