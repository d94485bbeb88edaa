import type { Mentions, Review } from '../../site/contract/review.ts';

/** The fields of a review that searches and counts read; the others are parsed when a review is returned. */
export type ReviewFacts = Pick<Review, 'id' | 'date' | 'rating' | 'source' | 'mentions'>;

/** Returns a function that takes the facts from reviews. Reviews with equal mentions share one object, since there are few different ones. */
export function factReader(): (review: Review) => ReviewFacts {
  const known = new Map<string, Mentions>();
  return ({ id, date, rating, source, mentions }) => {
    const key = JSON.stringify(mentions);
    const shared = known.get(key) ?? mentions;
    known.set(key, shared);
    return { id, date, rating, source, mentions: shared };
  };
}
