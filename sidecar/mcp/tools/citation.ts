import type { Quote } from '../../../site/contract/insights.ts';
import type { CitedQuote } from '../../../site/contract/mcp-tools/shapes/citation.ts';
import type { Review } from '../../../site/contract/review.ts';
import type { Dataset } from '../dataset.ts';

/** Quotes with their sources; one whose review isn't published any more is left out. */
export function citeQuotes(dataset: Dataset, quotes: readonly Quote[]): CitedQuote[] {
  return quotes.flatMap(({ review_id, text, polarity }) => {
    const review = dataset.review(review_id);
    return review ? [{ review_id, text, polarity, ...sourceOf(dataset, review) }] : [];
  });
}

function sourceOf(dataset: Dataset, { id, author, date, rating }: Review) {
  return { author, date, rating, url: dataset.pageOf(id) };
}

/** The address of a review's page with `{id}` in place of its id. */
export function pageTemplateOf(dataset: Dataset): string {
  return dataset.pageOf('{id}');
}
