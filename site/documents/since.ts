import { createHash } from 'node:crypto';
import { limits } from '../contract/limits.ts';
import type { Review } from '../contract/review.ts';
import { listFrame, reviewSeparator } from '../contract/reviews-document.ts';
import { countDays } from '../shared/dates.ts';
import { encodeLines, printReview } from './json.ts';

const END_OF_TIME = '9999-12-31';

/**
 * All distinct answers of `/api/reviews/since/{date}`, newest first, with the date of the oldest review and the last day of the year after
 * the newest. The first answer has no reviews; without reviews, it is the only one, and the dates are null. `reviews` are newest first.
 */
export function toSinceAnswers(reviews: readonly Review[]) {
  const newest = reviews[0]?.date;
  const first = reviews.at(-1)?.date ?? null;
  const last = newest === undefined ? null : `${Number(newest.slice(0, 4)) + 1}-12-31`;
  const hash = createHash('sha256');
  let length = 0;
  /** The answer with the newest `matched` reviews, for every date from `date` back to the day after the next answer's. */
  const answerOf = (date: string, matched: number) => {
    const frame = listFrame.open(matched, matched).length + listFrame.close.length;
    const separators = Math.max(0, matched - 1) * reviewSeparator.length;
    // The hash of the reviews is equal for equal bodies, and known without making the body.
    return { date, matched, bytes: frame + separators + length, chain: hash.copy().digest('hex') };
  };
  const answers = [answerOf(last ?? END_OF_TIME, 0)];
  for (const [index, review] of reviews.entries()) {
    const line = printReview(review);
    hash.update(line).update('\n');
    length += Buffer.byteLength(line);
    if (reviews[index + 1]?.date !== review.date) answers.push(answerOf(review.date, index + 1));
  }
  return { first, last, answers };
}
export type SinceAnswers = ReturnType<typeof toSinceAnswers>;

/** The answers that get files: the newest ones, as long as they fit into `budgetBytes` and cover up to `mostDays` days together. */
export function answersWithin(
  { first, last, answers }: SinceAnswers,
  budgetBytes: number,
  mostDays: number = limits.sinceFiles,
): SinceAnswers['answers'] {
  if (first === null || last === null) return answers;
  let left = budgetBytes;
  const beyond = answers.findIndex(({ bytes }, index) => {
    left -= bytes;
    const older = answers[index + 1]?.date;
    // An answer covers every day after the next one's, and the last answer the day of the first review.
    const days = older === undefined ? countDays(first, last) : countDays(older, last) - 1;
    return left < 0 || days > mostDays;
  });
  return answers.slice(0, beyond === -1 ? undefined : Math.max(1, beyond));
}

/** The body of an answer with these reviews. */
export function printSince(reviews: readonly Review[]): Buffer<ArrayBuffer> {
  const open = listFrame.open(reviews.length, reviews.length);
  return encodeLines(reviews, printReview, { ...listFrame, open, separator: reviewSeparator });
}
