import type { Mentions, Review } from '../../site/contract/review.ts';

/** What searches and figures need of every review; the rest is parsed from its line where a review is asked for. */
export type ReviewFacts = Pick<Review, 'id' | 'date' | 'rating' | 'source' | 'mentions'>;

/** Makes what takes the facts from reviews. Reviews with equal mentions share one object: there are few different ones. */
export function factReader(): (review: Review) => ReviewFacts {
  const known = new Map<string, Mentions>();
  return ({ id, date, rating, source, mentions }) => {
    const key = JSON.stringify(mentions);
    const shared = known.get(key) ?? mentions;
    known.set(key, shared);
    return { id, date, rating, source, mentions: shared };
  };
}
