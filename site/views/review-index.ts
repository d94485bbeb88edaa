import type { Dataset } from '../content/dataset.ts';
import type { Review } from '../contract/review.ts';
import type { Publication } from '../publication.ts';

export interface PlacedReview {
  readonly review: Review;
  readonly newer: Review | undefined;
  readonly older: Review | undefined;
}

const made = new WeakMap<Dataset, ReadonlyMap<string, PlacedReview>>();

/** Every review by id, with its neighbours in time; cached for a publication. */
export function reviewIndex({ dataset }: Pick<Publication, 'dataset'>): ReadonlyMap<string, PlacedReview> {
  const { reviews } = dataset;
  const known =
    made.get(dataset) ??
    new Map(reviews.map((review, place) => [review.id, { review, newer: reviews[place - 1], older: reviews[place + 1] }]));
  made.set(dataset, known);
  return known;
}
