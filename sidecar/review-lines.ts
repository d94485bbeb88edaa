import type { Review } from '../site/contract/review.ts';
import { listFrame } from '../site/contract/review-list.ts';

/** All reviews as one run of bytes, newest first, each as it stands in every list, so that answers are slices of it. */
export interface ReviewLines {
  readonly bytes: Buffer;
  /** Where each review begins; one more at the end, where the next would. */
  readonly starts: Uint32Array;
}

const SEPARATOR = Buffer.from(listFrame.separator);

export function toReviewLines(reviews: readonly Review[]): ReviewLines {
  const bytes = Buffer.from(
    reviews.map((review) => JSON.stringify(review)).join(listFrame.separator) + (reviews.length > 0 ? listFrame.separator : ''),
  );
  const starts = new Uint32Array(reviews.length + 1);
  let at = 0;
  for (let index = 0; index < reviews.length; index++) {
    // JSON escapes line breaks, so the separator occurs only between reviews.
    at = bytes.indexOf(SEPARATOR, at) + SEPARATOR.length;
    starts[index + 1] = at;
  }
  return { bytes, starts };
}

/** The parts of a list's body for the newest `count` reviews: nothing is copied. */
export function newestList({ bytes, starts }: ReviewLines, count: number): Buffer[] {
  const end = Math.max(0, (starts[count] ?? 0) - SEPARATOR.length);
  return [Buffer.from(listFrame.open(count, count)), bytes.subarray(0, end), Buffer.from(listFrame.close)];
}

/** The body of a list of the reviews at `indexes`, of `matched` in all. */
export function listOf({ bytes, starts }: ReviewLines, indexes: readonly number[], matched: number): Buffer {
  const open = listFrame.open(matched, indexes.length);
  const length = indexes.reduce((sum, index) => sum + (starts[index + 1] ?? 0) - (starts[index] ?? 0), 0);
  const body = Buffer.allocUnsafe(open.length + length + listFrame.close.length);
  let at = body.write(open, 0);
  for (const index of indexes) at += bytes.copy(body, at, starts[index], starts[index + 1]);
  if (indexes.length > 0) at -= SEPARATOR.length;
  at += body.write(listFrame.close, at);
  return body.subarray(0, at);
}
