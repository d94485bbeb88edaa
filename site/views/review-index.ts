import { oncePer } from '../content/once-per.ts';
import type { Publication } from '../publication.ts';

/** Every review by id, with the reviews before and after it. */
export const reviewIndex = oncePer(({ dataset: { reviews } }: Pick<Publication, 'dataset'>) => {
  const groups = Map.groupBy(reviews, ({ author, rating, date }) => JSON.stringify([author, rating, date]));
  const alike = new Map(
    [...groups.values()].flatMap((group) => group.map(({ id }, place) => [id, group.length === 1 ? 0 : group.length - place] as const)),
  );
  return new Map(
    reviews.map((review, place) => [
      review.id,
      {
        review,
        newer: reviews[place - 1],
        older: reviews[place + 1],
        /** Distinguishes reviews with the same author, stars and day, from 1 for the oldest; 0 if there is only one. */
        alike: alike.get(review.id) ?? 0,
      },
    ]),
  );
});
