import { hash } from 'node:crypto';
import { countReviews, type ReviewLines } from '../generation/review-lines.ts';

/** Makes the strong validator of a list from the reviews in it. */
export type ListTag = (indexes: readonly number[], matched: number) => string;

/**
 * A list's bytes are determined by its count and its reviews, so its tag is mixed from 64 bits of each review's SHA-256, which is
 * computed when the review is first listed, instead of hashing the body for each search: equal lists have equal tags on every machine
 * and in every build.
 */
export function listTagger(lines: ReviewLines): ListTag {
  const count = countReviews(lines);
  const isHashed = new Uint8Array(count);
  const high = new Uint32Array(count);
  const low = new Uint32Array(count);
  const hashReview = (index: number) => {
    const { bytes, starts } = lines;
    const digest = hash('sha256', bytes.subarray(starts[index], starts[index + 1]), 'buffer');
    high[index] = digest.readUInt32LE(0);
    low[index] = digest.readUInt32LE(4);
    isHashed[index] = 1;
  };
  return (indexes, matched) => {
    let a = matched + 1;
    let b = indexes.length + 1;
    for (const index of indexes) {
      if (isHashed[index] === 0) hashReview(index);
      a = mix(a ^ (high[index] as number));
      b = mix((b + a) ^ (low[index] as number));
    }
    return `"${matched.toString(36)}-${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}"`;
  };
}

/** A 32-bit mixing function, a bijection with full avalanche (the finalizer of MurmurHash3). */
function mix(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
