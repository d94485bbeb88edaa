import type { Polarity, Quote, TextRange } from '../contract/insights.ts';
import type { Review } from '../contract/review.ts';

export const LONGEST = 320;

/** A quote of a review's published text; undefined where there is no text there, or more than a reader wants (320 units). */
export function toQuote(review: Review, { start, end }: TextRange, polarity: Polarity): Quote | undefined {
  const text = review.text?.slice(start, end) ?? '';
  if (text.trim() === '' || text.length > LONGEST) return undefined;
  return { review_id: review.id, start, end, text, polarity };
}

/** At most `each` of every polarity, the given order kept, each review once; criticism is never crowded out by praise. */
export function pickQuotes(quotes: readonly Quote[], each: number): Quote[] {
  const polarities: readonly Polarity[] = ['positive', 'negative', 'mixed', 'neutral'];
  return polarities.flatMap((wanted) => {
    const seen = new Set<string>();
    const own = quotes.filter(({ polarity, review_id }) => polarity === wanted && !seen.has(review_id) && seen.add(review_id));
    return own.slice(0, each);
  });
}
