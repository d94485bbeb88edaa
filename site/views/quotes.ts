import type { Quote } from '../contract/insights.ts';
import { reviewPagePath } from '../contract/paths.ts';
import type { Publication } from '../publication.ts';
import { type Segment, toExcerpt } from './passages.ts';
import { reviewIndex } from './review-index.ts';

/** A passage of a review as pages show it, with its context. */
export interface ShownQuote {
  readonly path: string;
  readonly author: string;
  readonly date: string;
  readonly language: string | undefined;
  readonly segments: readonly Segment[];
  /** How the verdict came about, if not from the text alone. */
  readonly note?: string | undefined;
}

/** A quote of a published review, ready to show. */
export function showQuote(quote: Quote, publication: Publication, note?: string): ShownQuote[] {
  const review = reviewIndex(publication).get(quote.review_id)?.review;
  if (!review) return [];
  const { id, author, date, text } = review;
  const language = publication.insights.per_review[id]?.language ?? undefined;
  return [{ path: reviewPagePath(id), author, date, language, segments: toExcerpt(text ?? quote.text, quote), note }];
}

/** The sentence of a customer that the home page sets large; undefined if none was chosen. */
export function pullQuoteOf({ insights }: Publication) {
  const { pull_quote: text, pull_quote_source: source, per_review } = insights;
  if (!text || !source) return undefined;
  const { review_id: id, author, date } = source;
  return { text, author, date, path: reviewPagePath(id), language: per_review[id]?.language ?? undefined };
}
