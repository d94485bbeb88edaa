import { crc32 } from 'node:zlib';
import { editable, type ReviewEntry } from '../schemas.ts';
import type { IdentifiedEntry } from './entry-line.ts';

/** A key that people may set by hand. */
export type EditableKey = NonNullable<ReviewEntry['edited']>[number];

/** In the order of their checksums: new keys are added at the end. */
const KEYS: readonly EditableKey[] = editable.options;
const BYTES = 4;

/**
 * The checksums that an import stores in a record (`imported`), by which the next import detects hand edits: the CRC-32 of each key's
 * value, concatenated in Base64url. Being of values, they don't depend on spacing or the order of keys.
 */
export function checksums(entry: ReviewEntry): string {
  const sums = Buffer.alloc(KEYS.length * BYTES);
  for (const [index, key] of KEYS.entries()) sums.writeUInt32BE(checksum(entry[key]), index * BYTES);
  return sums.toString('base64url');
}

/** The CRC-32 of a value as JSON; null counts as absent. */
export const checksum = (value: unknown) => crc32(JSON.stringify(value, (_key, inner) => inner ?? undefined) ?? '');

/** The keys whose values differ from what the last import wrote; empty where it stored no checksums, as in earlier versions. */
export function handEdits(entry: ReviewEntry): readonly EditableKey[] {
  const sums = Buffer.from(entry.imported ?? '', 'base64url');
  return KEYS.filter((key, index) => {
    const at = index * BYTES;
    return at + BYTES <= sums.length && sums.readUInt32BE(at) !== checksum(entry[key]);
  });
}

/** The review with `keys` marked as edited by hand. */
export function markEdited(entry: IdentifiedEntry, keys: readonly EditableKey[]): IdentifiedEntry {
  return keys.length === 0 ? entry : { ...entry, edited: [...new Set([...(entry.edited ?? []), ...keys])] };
}
