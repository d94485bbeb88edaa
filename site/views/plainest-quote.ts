import type { AspectId, InsightsDocument, Quote } from '../contract/insights.ts';
import type { Review } from '../contract/review.ts';

const SHORTEST = 20;
const LONGEST = 100;

/**
 * The clearest quote for a verdict on an aspect, from a review that isn't in `used`: of verdicts, other than an editor's, that rest on a single passage and agree with the stars, the most confident,
 * then the most decided one, then the shortest. Undefined where none has 20 to 100 characters.
 */
export function plainestQuote(
  { per_review }: Pick<InsightsDocument, 'per_review'>,
  reviews: readonly Review[],
  aspect: AspectId,
  polarity: 'positive' | 'negative',
  used: ReadonlySet<string> = new Set(),
): Quote | undefined {
  const found = reviews.flatMap(({ id, text, rating }) => {
    const verdict = per_review[id]?.aspects.find(
      (one) => one.id === aspect && one.polarity === polarity && one.basis === 'text' && one.source !== 'editor',
    );
    const [range, another] = verdict?.ranges ?? [];
    const agrees = polarity === 'positive' ? rating >= 4 : rating <= 3;
    if (verdict === undefined || range === undefined || another !== undefined || text === null || !agrees || used.has(id)) return [];
    const quote: Quote = { review_id: id, ...range, text: text.slice(range.start, range.end), polarity };
    return [{ quote, strength: Math.abs(verdict.score) * verdict.confidence }];
  });
  const [plainest] = found
    .filter(({ quote }) => quote.text.length >= SHORTEST && quote.text.length <= LONGEST)
    .sort((a, b) => b.strength - a.strength || a.quote.text.length - b.quote.text.length);
  return plainest?.quote;
}
