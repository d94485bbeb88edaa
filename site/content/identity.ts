import { createHash } from 'node:crypto';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The id of a review: a ULID whose time is the review's date at 00:00 UTC and whose 80 random bits are the first bits of
 * SHA-256 over its source and its identity there. The same export always gives the same ids.
 */
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
