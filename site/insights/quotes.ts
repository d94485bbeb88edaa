import type { Polarity, Quote, TextRange } from '../contract/insights.ts';
import type { Review } from '../contract/review.ts';

export const LONGEST = 320;

/** Whether a range begins inside another. */
export const holds = (outer: TextRange, inner: TextRange): boolean => outer.start <= inner.start && inner.start < outer.end;

/** A quote from a review's published text; undefined if the range is blank or longer than 320 units. */
export function toQuote(review: Review, { start, end }: TextRange, polarity: Polarity): Quote | undefined {
  const text = review.text?.slice(start, end) ?? '';
  if (text.trim() === '' || text.length > LONGEST) return undefined;
  return { review_id: review.id, start, end, text, polarity };
}

/** Up to `each` quotes of every polarity, in the given order, one per review, so praise never displaces criticism. */
export function pickQuotes(quotes: readonly Quote[], each: number): Quote[] {
  const polarities: readonly Polarity[] = ['positive', 'negative', 'mixed', 'neutral'];
  return polarities.flatMap((wanted) => {
    const seen = new Set<string>();
    const own = quotes.filter(({ polarity, review_id }) => polarity === wanted && !seen.has(review_id) && seen.add(review_id));
    return own.slice(0, each);
  });
}
