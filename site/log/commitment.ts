import { type Bytes, concat, sha256, toBase64 } from './bytes.ts';

/** Where the salt of an entry's commitment stands while its record is published. */
export interface Opening {
  readonly id: string;
  /** In base64. */
  readonly salt: string;
}

/** What an entry says of a record without telling what is in it: base64 of SHA-256 over the salt and the record's canonical JSON. */
export async function commit(salt: Bytes, canonicalRecord: Bytes): Promise<string> {
  return toBase64(await sha256(concat(salt, canonicalRecord)));
}

/**
 * The canonical form of a JSON value (RFC 8785): keys sorted by UTF-16 code units, no white space, strings and numbers as ECMAScript
 * prints them. Throws a TypeError for what has none: numbers that aren't finite, lone surrogates, anything that isn't JSON.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return printScalar(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const object = value as Readonly<Record<string, unknown>>;
  let members = '';
  // Without a comparator, the order is that of code units.
  for (const key of Object.keys(object).sort()) members += `${members === '' ? '' : ','}${printKey(key)}:${canonicalJson(object[key])}`;
  return `{${members}}`;
}

function printScalar(value: unknown): string {
  const hasForm = typeof value === 'string' ? value.isWellFormed() : typeof value !== 'number' || Number.isFinite(value);
  const printed = hasForm ? JSON.stringify(value) : undefined;
  if (printed === undefined) throw new TypeError(`canonical JSON: ${String(value)} has no canonical form`);
  return printed;
}

const MOST_KEYS = 256;
const printedKeys = new Map<string, string>();

/** Records have the same few keys: to print each once saves a third of the time. */
function printKey(key: string): string {
  const known = printedKeys.get(key);
  if (known !== undefined) return known;
  const printed = printScalar(key);
  if (printedKeys.size < MOST_KEYS) printedKeys.set(key, printed);
  return printed;
}
