import { createHash, hash } from 'node:crypto';
import type { ReviewEntry } from './schemas.ts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A review's id: a ULID of its date (at 00:00 UTC) and, instead of 80 random bits, the SHA-256 of its source and its id there. */
export function reviewId(date: string, source: string, sourceId: string): string {
  const time = base32(BigInt(Date.parse(`${date}T00:00:00Z`)), 10);
  const digest = createHash('sha256').update(`${source}\n${sourceId}`).digest('hex');
  return time + base32(BigInt(`0x${digest.slice(0, 20)}`), 16);
}

function base32(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest >>= 5n) text = CROCKFORD.charAt(Number(rest & 31n)) + text;
  return text;
}

/** A stable key of a review at its source, or its id if the source has none. */
export function identityOf({
  source,
  source_id,
  id,
}: Pick<ReviewEntry, 'source' | 'source_id'> & { readonly id?: string | undefined }): string {
  return source_id === undefined ? `id\n${id ?? ''}` : `${source}\n${source_id}`;
}

/** A Google location (`locations/…`), otherwise the whole source. */
export function scopeOf({ source, source_id }: Pick<ReviewEntry, 'source' | 'source_id'>): string {
  const [location] = (source === 'google' && /^locations\/[^/]+(?=\/reviews\/)/.exec(source_id ?? '')) || [];
  return location ?? source;
}

/** An id for records without one, from author, date and occurrence, so editing the text doesn't change it. */
export function derivedSourceId(author: string, date: string, occurrenceOf: (key: string) => number): string {
  const key = `${author}\n${date}`;
  return hash('sha256', `${key}\n${occurrenceOf(key)}`).slice(0, 16);
}

/** Whether an id was made by `derivedSourceId`, or looks like it. */
export const isDerivedId = (sourceId: string | undefined): boolean => /^[0-9a-f]{16}$/.test(sourceId ?? '');
