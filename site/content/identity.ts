import { createHash } from 'node:crypto';

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
