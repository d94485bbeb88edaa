import type { Dataset } from '../content/dataset.ts';
import { limits } from '../contract/limits.ts';
import { reviewPagePath } from '../contract/paths.ts';
import type { Review } from '../contract/review.ts';
import { counted } from '../views/words.ts';

/** One review as both feeds publish it. */
export interface FeedItem {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly text: string;
  /** Midnight UTC of the review's date, or of its reply's date where that is later; RFC 3339. */
  readonly published: string;
  readonly modified: string;
  readonly tags: readonly string[];
  readonly review: Review;
}

/** The newest 50 reviews (C25), newest first. */
export function toFeedItems({ reviews, catalogue }: Dataset, baseUrl: string): FeedItem[] {
  const serviceNames = new Map(catalogue.map(({ key, name }) => [key, name]));
  return reviews.slice(0, limits.feedItems).map((review) => ({
    id: baseUrl + reviewPagePath(review.id),
    url: baseUrl + reviewPagePath(review.id),
    title: `${counted(review.rating, 'star')} from ${review.author}`,
    text: review.text ?? `${review.author} rated this business ${counted(review.rating, 'star')} and wrote no words.`,
    published: `${review.date}T00:00:00Z`,
    modified: `${modifiedDate(review)}T00:00:00Z`,
    tags: [
      `${review.rating}-star`,
      ...review.mentions.services.map((id) => serviceNames.get(id) ?? id),
      ...review.mentions.technicians,
      ...review.mentions.service_areas,
    ],
    review,
  }));
}

/** The date of a review, or of its reply where that is known to be later. */
export function modifiedDate({ date, owner_reply }: Pick<Review, 'date' | 'owner_reply'>): string {
  const replied = owner_reply?.date ?? date;
  return replied > date ? replied : date;
}

/** The title and description of the feed. */
export function feedTitle({ business }: Dataset) {
  return {
    title: `Reviews of ${business.name}`,
    description: `The newest verified customer reviews of ${business.name}.`,
  };
}
