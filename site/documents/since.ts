import { createHash } from 'node:crypto';
import type { Review } from '../contract/review.ts';
import { listFrame, reviewSeparator } from '../contract/reviews-document.ts';
import { encodeLines, printReview } from './json.ts';

/** One distinct answer of `/api/reviews/since/{date}`: the newest `matched` reviews, those from `date` on. */
export interface DistinctAnswer {
  /** The newest date that gets this answer, YYYY-MM-DD. */
  readonly date: string;
  readonly matched: number;
  readonly bytes: number;
  /** SHA-256 of its reviews, in hex: equal for equal bodies, and known without making the body. */
  readonly chain: string;
}

export interface SinceAnswers {
  /** The first review's date and the end of the year after the newest; null without reviews. */
  readonly first: string | null;
  readonly last: string | null;
  /** Newest first; the first one has no reviews. An answer applies to every date down to the next one's. */
  readonly answers: readonly DistinctAnswer[];
}

const END_OF_TIME = '9999-12-31';

/** All distinct answers of since; without reviews there is one, and no range. `reviews` are newest first. */
export function toSinceAnswers(reviews: readonly Review[]): SinceAnswers {
  const newest = reviews[0]?.date;
  const first = reviews.at(-1)?.date ?? null;
  const last = newest === undefined ? null : `${Number(newest.slice(0, 4)) + 1}-12-31`;
  const hash = createHash('sha256');
  const answers: DistinctAnswer[] = [];
  let length = 0;
  const add = (date: string, matched: number) => {
    const frame = listFrame.open(matched, matched).length + listFrame.close.length;
    const separators = Math.max(0, matched - 1) * reviewSeparator.length;
    answers.push({ date, matched, bytes: frame + separators + length, chain: hash.copy().digest('hex') });
  };
  add(last ?? END_OF_TIME, 0);
  for (const [index, review] of reviews.entries()) {
    const line = printReview(review);
    hash.update(line).update('\n');
    length += Buffer.byteLength(line);
    if (reviews[index + 1]?.date !== review.date) add(review.date, index + 1);
  }
  return { first, last, answers };
}

/** The answers that get files: the newest ones, as long as they fit into `budgetBytes` together. */
export function answersWithin({ answers }: SinceAnswers, budgetBytes: number): DistinctAnswer[] {
  let left = budgetBytes;
  const beyond = answers.findIndex(({ bytes }) => {
    left -= bytes;
    return left < 0;
  });
  return answers.slice(0, beyond === -1 ? undefined : Math.max(1, beyond));
}

/** The body of an answer with these reviews. */
export function printSince(reviews: readonly Review[]): Buffer<ArrayBuffer> {
  const open = listFrame.open(reviews.length, reviews.length);
  return encodeLines(reviews, printReview, { ...listFrame, open, separator: reviewSeparator });
}
