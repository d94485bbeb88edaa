import { type Bytes, concat, sha256, toBase64 } from './bytes.ts';

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
