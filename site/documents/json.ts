import type { InsightsDocument } from '../contract/insights.ts';
import type { Review } from '../contract/review.ts';
import { documentFrame, reviewSeparator } from '../contract/review-list.ts';
import type { Dataset } from '../dataset/dataset.ts';

/** The bytes of `/reviews.json`: one line for the business, one for the rating, one for each review. */
export function printReviews({ business, aggregateRating, reviews }: Dataset): string {
  const head = `{"business":${JSON.stringify(business)},\n"aggregate_rating":${JSON.stringify(aggregateRating)},`;
  return head + documentFrame.open + reviews.map(printReview).join(reviewSeparator) + documentFrame.close;
}

/** The bytes of `/insights.json`. */
export function printInsights(insights: InsightsDocument): string {
  return `${JSON.stringify(insights, null, 1)}\n`;
}

/** One review as it stands in every list. */
export function printReview(review: Review): string {
  return JSON.stringify(review);
}
