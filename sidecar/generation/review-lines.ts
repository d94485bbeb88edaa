import type { Review, VerificationMethod } from '../../site/contract/review.ts';
import { pickWords, type WordFieldName } from '../../site/contract/review-fields.ts';
import { documentFrame, listFrame, type ReviewsDocument, reviewSeparator } from '../../site/contract/reviews-document.ts';
import { lineStarts } from '../../site/shared/algorithms.ts';
import { countDays } from '../../site/shared/dates.ts';
import { inSlices } from '../runtime.ts';

/** The JSON of all reviews in one buffer, newest first; lists are slices of it. */
export interface ReviewLines {
  readonly bytes: Buffer;
  /** The offset of each review, and of the one that would follow the last. */
  readonly starts: Uint32Array;
}

/** `/reviews.json` without its reviews. */
export type ReviewsHead = Omit<ReviewsDocument, 'reviews'>;

const SEPARATOR = Buffer.from(reviewSeparator);

/** Reads `/reviews.json` without parsing its reviews; keeps its bytes. */
export async function readReviewsDocument(body: Buffer): Promise<{ readonly head: ReviewsHead; readonly lines: ReviewLines }> {
  const open = body.indexOf(documentFrame.open);
  const { reviews: _, ...head } = JSON.parse(`${body.toString('utf8', 0, open)}"reviews":[]}`) as ReviewsDocument;
  return { head, lines: await toReviewLines(body.subarray(open + documentFrame.open.length, body.length - documentFrame.close.length)) };
}

async function toReviewLines(bytes: Buffer): Promise<ReviewLines> {
  const starts: number[] = [];
  await inSlices(lineStarts(bytes, reviewSeparator, 0, bytes.length), (start) => starts.push(start));
  starts.push(bytes.length + (starts.length > 0 ? SEPARATOR.length : 0));
  return { bytes, starts: Uint32Array.from(starts) };
}

export function countReviews({ starts }: ReviewLines): number {
  return starts.length - 1;
}

/** The length in bytes of the review at `index` with the separator after it. */
function lineLength({ starts }: ReviewLines, index: number): number {
  return (starts[index + 1] as number) - (starts[index] as number);
}

/** The JSON of the review at `index`, without copying. */
export function lineAt({ bytes, starts }: ReviewLines, index: number): Buffer {
  return bytes.subarray(starts[index], (starts[index + 1] as number) - SEPARATOR.length);
}

/** The review at `index`, parsed on each call. */
export function reviewAt(lines: ReviewLines, index: number): Review {
  return JSON.parse(lineAt(lines, index).toString()) as Review;
}

/** All reviews, parsed one at a time so that only a few are in memory. */
export function* eachReview(lines: ReviewLines): Generator<Review> {
  for (let index = 0; index < countReviews(lines); index++) yield reviewAt(lines, index);
}

/** The body of the list of the newest `count` reviews in parts, without copying. */
export function newestList({ bytes, starts }: ReviewLines, count: number): Buffer[] {
  const end = Math.max(0, (starts[count] ?? 0) - SEPARATOR.length);
  return [Buffer.from(listFrame.open(count, count)), bytes.subarray(0, end), Buffer.from(listFrame.close)];
}

/** The body of the list of the reviews at `indexes`; `matched` is the number of all matches. */
export function printList(lines: ReviewLines, indexes: readonly number[], matched: number): Buffer {
  const open = listFrame.open(matched, indexes.length);
  const bytes = indexes.reduce((sum, index) => sum + lineLength(lines, index), open.length + listFrame.close.length);
  const list = Buffer.allocUnsafe(bytes);
  let end = list.write(open);
  for (const index of indexes) {
    end += lines.bytes.copy(list, end, lines.starts[index], lines.starts[index + 1]);
    // Nothing follows the last review in the document.
    if (index === countReviews(lines) - 1) end += SEPARATOR.copy(list, end);
  }
  if (indexes.length > 0) end -= SEPARATOR.length;
  end += list.write(listFrame.close, end);
  return list.subarray(0, end);
}

/** The fields of a review that searches and counts read; the others are parsed only when a review is returned. */
export type ReviewFacts = Pick<Review, 'id' | 'date' | 'rating' | 'source' | 'mentions' | WordFieldName> & {
  readonly verification: VerificationMethod;
  readonly hasReply: boolean;
  /** How many days after the review the reply was written; undefined without a reply or its date. */
  readonly replyDays?: number | undefined;
  /** Whether the business changed fields after an import. */
  readonly isChanged: boolean;
};

export function toFacts(review: Review): ReviewFacts {
  const { id, date, rating, source, mentions, verification, owner_reply, changed_by_business: changed } = review;
  const hasReply = owner_reply !== null;
  const replied = owner_reply?.date ?? undefined;
  // countDays includes both days.
  const replyDays = replied === undefined ? undefined : Math.max(0, countDays(date, replied) - 1);
  return {
    id,
    date,
    rating,
    source,
    mentions,
    verification: verification.method,
    hasReply,
    replyDays,
    isChanged: changed.length > 0,
    ...pickWords(review),
  };
}
