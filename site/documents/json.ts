import type { Dataset } from '../content/dataset.ts';
import { type InsightsDocument, perReviewFrame, type ReviewInsight } from '../contract/insights.ts';
import type { Review } from '../contract/review.ts';
import { documentFrame, reviewSeparator, type SourcesDocument } from '../contract/reviews-document.ts';
import { messagesOf } from '../messages/messages.ts';
import type { Publication } from '../publication.ts';
import { plainWords } from '../shared/text.ts';
import { toPractice } from '../views/practice.ts';
import { reuseSentence, toSources } from '../views/sources.ts';

const PART_LENGTH = 65_536;

/**
 * The UTF-8 bytes of the printed items in a frame: the text before, between and after them. As one string, a document of all reviews would
 * take up to four times as much memory while it's made.
 */
export function encodeLines<Item>(
  items: Iterable<Item>,
  print: (item: Item) => string,
  { open = '', separator = '', close = '' } = {},
): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  let text = open;
  let between = '';
  for (const item of items) {
    text += between + print(item);
    between = separator;
    if (text.length < PART_LENGTH) continue;
    parts.push(Buffer.from(text));
    text = '';
  }
  return Buffer.concat([...parts, Buffer.from(text + close)]);
}

/** The bytes of `/reviews.json`: one line for the business, one for the rating, one for each review. */
export function printReviews({
  business,
  aggregateRating,
  reviews,
}: Pick<Dataset, 'business' | 'aggregateRating' | 'reviews'>): Buffer<ArrayBuffer> {
  const head = `{"business":${JSON.stringify(business)},\n"aggregate_rating":${JSON.stringify(aggregateRating)},`;
  return encodeLines(reviews, printReview, { ...documentFrame, open: head + documentFrame.open, separator: reviewSeparator });
}

/** The bytes of `/insights.json`: `per_review` comes last, one line for each review. */
export function printInsights({ per_review, ...rest }: InsightsDocument): Buffer<ArrayBuffer> {
  const head = JSON.stringify(rest, null, 1).replace(/\n\}$/, '');
  const toLine = ([id, found]: readonly [string, ReviewInsight]) => `${JSON.stringify(id)}:${JSON.stringify(found)}`;
  return encodeLines(Object.entries(per_review), toLine, { ...perReviewFrame, open: head + perReviewFrame.open });
}

/** One review as every list contains it. */
export function printReview(review: Review): string {
  return JSON.stringify(review);
}

/** The shortest word that is counted. */
const SHORTEST_WORD = 3;

/** The bytes of `/reviews/words.json`: in how many reviews each plain word of three letters or more occurs, the most frequent first. */
export function printReviewWords(reviews: readonly Pick<Review, 'text'>[]): string {
  const counts = new Map<string, number>();
  for (const { text } of reviews) {
    for (const word of new Set(plainWords(text ?? ''))) {
      if (word.length >= SHORTEST_WORD && !/\p{N}/u.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const sorted = [...counts].sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted))}\n`;
}

/** The bytes of `/sources.json`: where the published reviews were written, and how they may be used. */
export function printSources(dataset: Dataset): string {
  const sources = toSources(dataset);
  const { say } = messagesOf(dataset);
  const document: SourcesDocument = { rights: reuseSentence(dataset), facts: say('computed.reuse_facts'), sources: [...sources] };
  return `${JSON.stringify(document, null, 1)}\n`;
}

/** The bytes of `/review-practice.json`: how the business collects, verifies and publishes reviews. */
export function printPractice(publication: Publication): string {
  return `${JSON.stringify(toPractice(publication), null, 1)}\n`;
}
