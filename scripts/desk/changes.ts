import type { WrittenReview } from '../../site/content/read/written-reviews.ts';
import type { Review } from '../../site/contract/review.ts';

/** The parts of a review that people recognize it by. */
export type ShownReview = Pick<Review, 'id' | 'date' | 'rating' | 'author' | 'text'>;

/** The differences between the reviews of two states. */
export interface ReviewChanges {
  readonly added: readonly ShownReview[];
  readonly removed: readonly ShownReview[];
  /** In their new versions. */
  readonly changed: readonly ShownReview[];
}

export function compareReviews(before: readonly ShownReview[], after: readonly ShownReview[]): ReviewChanges {
  const [old, fresh] = [before, after].map((reviews) => new Map(reviews.map((review) => [review.id, review])));
  return {
    added: after.filter(({ id }) => !old?.has(id)),
    removed: before.filter(({ id }) => !fresh?.has(id)),
    changed: after.filter((review) => old?.has(review.id) && JSON.stringify(old.get(review.id)) !== JSON.stringify(review)),
  };
}

export const entriesOf = (reviews: readonly WrittenReview[]): ShownReview[] => reviews.map(({ entry }) => entry);
