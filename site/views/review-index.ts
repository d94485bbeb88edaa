import type { Dataset } from '../content/dataset.ts';
import { oncePer } from '../content/once-per.ts';
import type { Review } from '../contract/review.ts';
import type { Publication } from '../publication.ts';

export interface PlacedReview {
  readonly review: Review;
  readonly newer: Review | undefined;
  readonly older: Review | undefined;
  /** Distinguishes reviews with the same author, stars and day, from 1 for the oldest; 0 if there is only one. */
  readonly alike: number;
}

/** Every review by id, with the reviews before and after it; cached for a publication. */
export function reviewIndex({ dataset }: Pick<Publication, 'dataset'>): ReadonlyMap<string, PlacedReview> {
  return indexed(dataset);
}

const indexed = oncePer(({ reviews }: Dataset): ReadonlyMap<string, PlacedReview> => {
  const groups = Map.groupBy(reviews, ({ author, rating, date }) => JSON.stringify([author, rating, date]));
  const alike = new Map(
    [...groups.values()].flatMap((group) => group.map(({ id }, place) => [id, group.length === 1 ? 0 : group.length - place] as const)),
  );
  return new Map(
    reviews.map((review, place) => [
      review.id,
      { review, newer: reviews[place - 1], older: reviews[place + 1], alike: alike.get(review.id) ?? 0 },
    ]),
  );
});
