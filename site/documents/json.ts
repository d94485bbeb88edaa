import type { InsightsDocument } from '../contract/insights.ts';
import type { Review } from '../contract/review.ts';
import type { Dataset } from '../dataset/dataset.ts';

/** The bytes of `/reviews.json`: one line for the business, one for the rating, one for each review. */
export function printReviews({ business, aggregateRating, reviews }: Dataset): string {
  const lines = reviews.map((review) => JSON.stringify(review)).join(',\n');
  return `{"business":${JSON.stringify(business)},\n"aggregate_rating":${JSON.stringify(aggregateRating)},\n"reviews":[\n${lines}\n]}\n`;
}

/** The bytes of `/insights.json`. */
export function printInsights(insights: InsightsDocument): string {
  return `${JSON.stringify(insights, null, 1)}\n`;
}

/** One review as it stands in every list. */
export function printReview(review: Review): string {
  return JSON.stringify(review);
}
