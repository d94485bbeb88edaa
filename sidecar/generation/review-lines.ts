import { lineStarts } from '../../site/contract/line-starts.ts';
import type { Review } from '../../site/contract/review.ts';
import { documentFrame, listFrame, reviewSeparator } from '../../site/contract/review-list.ts';
import type { ReviewsDocument } from '../../site/contract/reviews-document.ts';
import { inSlices } from './slices.ts';

/** The JSON of all reviews in one buffer, newest first, each as it stands in every list, so that lists are slices of it. */
export interface ReviewLines {
  readonly bytes: Buffer;
  /** The offset of each review, and at the end the offset at which a further one would begin. */
  readonly starts: Uint32Array;
}

/** `/reviews.json` without its reviews. */
export type ReviewsHead = Omit<ReviewsDocument, 'reviews'>;

const SEPARATOR = reviewSeparator.length;

/** Reads `/reviews.json` without parsing its reviews; keeps its bytes. */
export async function readReviewsDocument(body: Buffer): Promise<{ readonly head: ReviewsHead; readonly lines: ReviewLines }> {
  const open = body.indexOf(documentFrame.open);
  const { reviews: _, ...head } = JSON.parse(`${body.toString('utf8', 0, open)}"reviews":[]}`) as ReviewsDocument;
  return { head, lines: await toReviewLines(body.subarray(open + documentFrame.open.length, body.length - documentFrame.close.length)) };
}

async function toReviewLines(bytes: Buffer): Promise<ReviewLines> {
  const starts: number[] = [];
  await inSlices(lineStarts(bytes, reviewSeparator, 0, bytes.length), (start) => starts.push(start));
  starts.push(bytes.length + (starts.length > 0 ? SEPARATOR : 0));
  return { bytes, starts: Uint32Array.from(starts) };
}

export function countReviews({ starts }: ReviewLines): number {
  return starts.length - 1;
}

/** The bytes of the review at `index` and of what separates it from the next one. */
export function lineLength({ starts }: ReviewLines, index: number): number {
  return (starts[index + 1] as number) - (starts[index] as number);
}

/** The review at `index`, parsed on each call. */
export function reviewAt({ bytes, starts }: ReviewLines, index: number): Review {
  return JSON.parse(bytes.toString('utf8', starts[index], (starts[index + 1] as number) - SEPARATOR)) as Review;
}

/** Every review in turn, parsed when it is asked for, so that no more than a few are in memory. */
export function* eachReview(lines: ReviewLines): Generator<Review> {
  for (let index = 0; index < countReviews(lines); index++) yield reviewAt(lines, index);
}

/** The body of the list of the newest `count` reviews in parts, without copying. */
export function newestList({ bytes, starts }: ReviewLines, count: number): Buffer[] {
  const end = Math.max(0, (starts[count] ?? 0) - SEPARATOR);
  return [Buffer.from(listFrame.open(count, count)), bytes.subarray(0, end), Buffer.from(listFrame.close)];
}

/** The length in bytes of the list that `printList` returns. */
export function listLength(lines: ReviewLines, indexes: readonly number[], matched: number): number {
  let length = listFrame.open(matched, indexes.length).length + listFrame.close.length;
  for (const index of indexes) length += lineLength(lines, index);
  return indexes.length === 0 ? length : length - SEPARATOR;
}

/**
 * The list of the reviews at `indexes`, where `matched` reviews matched in all, as a binary string: each character is one of its bytes. Node
 * writes a string together with the head of its answer, and of a Buffer takes longer.
 */
export function printList({ bytes, starts }: ReviewLines, indexes: readonly number[], matched: number): string {
  let list = listFrame.open(matched, indexes.length);
  for (let place = 0; place < indexes.length; ) {
    const first = indexes[place] as number;
    if (place > 0) list += reviewSeparator;
    let next = first + 1;
    // Neighbours stand behind each other in the document, too.
    while (indexes[++place] === next) next++;
    list += bytes.toString('latin1', starts[first], (starts[next] as number) - SEPARATOR);
  }
  return list + listFrame.close;
}
