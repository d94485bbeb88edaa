import type { AspectInsight, AspectVerdict, InsightsDocument, Quote } from '../contract/insights.ts';
import type { Review } from '../contract/review.ts';
import { plainestQuote } from './plainest-quote.ts';

/** A passage that shows a verdict, and the verdict itself. */
export interface Example {
  readonly quote: Quote;
  readonly verdict: AspectVerdict;
}

/**
 * The passage that shows best what is said of an aspect, from a review that isn't in `used`, with the range that the verdict rests on:
 * the plainest quote, or else the first of the aspect's own. Undefined where every such review is used.
 */
export function exampleOf(
  insights: Pick<InsightsDocument, 'per_review'>,
  reviews: readonly Review[],
  aspect: Pick<AspectInsight, 'id' | 'quotes'>,
  polarity: 'positive' | 'negative',
  used: ReadonlySet<string>,
): Example | undefined {
  const quote =
    plainestQuote(insights, reviews, aspect.id, polarity, used) ??
    aspect.quotes.find((one) => one.polarity === polarity && !used.has(one.review_id));
  const verdict = quote && insights.per_review[quote.review_id]?.aspects.find(({ id }) => id === aspect.id);
  return quote && verdict ? { quote, verdict } : undefined;
}
