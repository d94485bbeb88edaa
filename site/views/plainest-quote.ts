import type { AspectId, InsightsDocument, Quote } from '../contract/insights.ts';
import type { Review } from '../contract/review.ts';

const SHORTEST = 20;
const LONGEST = 100;

/**
 * The passage, chosen among reviews that aren't in `used`, that says most plainly what a customer thinks of an aspect: of the engine's or a model's verdict (an editor's has no
 * passage of its own) that rests on this one passage and agrees with the stars, the surest and most decided one, then the shortest. Undefined where there is none between 20 and 100 letters.
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
