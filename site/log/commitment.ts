import { type Bytes, concat, toBase64 } from './bytes.ts';
import { sha256 } from './sha256.ts';

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
