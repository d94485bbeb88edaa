import { crc32 } from 'node:zlib';
import { editable, type ReviewEntry } from '../schemas.ts';
import type { IdentifiedEntry } from './entry-line.ts';

/** A key of a review that a person may set, so that imports leave it alone. */
export type EditableKey = NonNullable<ReviewEntry['edited']>[number];

/** In the order of their checksums: a new key goes to the end. */
const KEYS: readonly EditableKey[] = editable.options;
const BYTES = 4;

/**
 * What an import leaves in a record (`imported`) so that the next one sees which keys a person has changed meanwhile: the CRC-32 of each
 * key's value, together in Base64url. They are of values, so that the spacing of the file and the order of keys don't matter.
 */
export function checksums(entry: ReviewEntry): string {
  const sums = Buffer.alloc(KEYS.length * BYTES);
  for (const [index, key] of KEYS.entries()) sums.writeUInt32BE(checksum(entry[key]), index * BYTES);
  return sums.toString('base64url');
}

/** The CRC-32 of a value as JSON; null is as good as absent. */
export const checksum = (value: unknown) => crc32(JSON.stringify(value, (_key, inner) => inner ?? undefined) ?? '');

/** The keys whose values aren't those that the last import wrote; none where it left no checksums, as earlier versions didn't. */
export function handEdits(entry: ReviewEntry): readonly EditableKey[] {
  const sums = Buffer.from(entry.imported ?? '', 'base64url');
  return KEYS.filter((key, index) => {
    const at = index * BYTES;
    return at + BYTES <= sums.length && sums.readUInt32BE(at) !== checksum(entry[key]);
  });
}

/** The review with `keys` among those that imports leave alone. */
export function markEdited(entry: IdentifiedEntry, keys: readonly EditableKey[]): IdentifiedEntry {
  return keys.length === 0 ? entry : { ...entry, edited: [...new Set([...(entry.edited ?? []), ...keys])] };
}
