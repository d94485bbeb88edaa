import type { Dataset } from '../content/dataset.ts';
import { type InsightsDocument, perReviewFrame } from '../contract/insights.ts';
import type { Review } from '../contract/review.ts';
import { documentFrame, reviewSeparator } from '../contract/review-list.ts';

/** The bytes of `/reviews.json`: one line for the business, one for the rating, one for each review. */
export function printReviews({ business, aggregateRating, reviews }: Pick<Dataset, 'business' | 'aggregateRating' | 'reviews'>): string {
  const head = `{"business":${JSON.stringify(business)},\n"aggregate_rating":${JSON.stringify(aggregateRating)},`;
  return head + documentFrame.open + reviews.map(printReview).join(reviewSeparator) + documentFrame.close;
}

/** The bytes of `/insights.json`: `per_review` comes last, one line for each review. */
export function printInsights({ per_review, ...rest }: InsightsDocument): string {
  const lines = Object.entries(per_review).map(([id, found]) => `${JSON.stringify(id)}:${JSON.stringify(found)}`);
  const head = JSON.stringify(rest, null, 1).replace(/\n\}$/, '');
  return head + perReviewFrame.open + lines.join(perReviewFrame.separator) + perReviewFrame.close;
}

/** One review as every list contains it. */
export function printReview(review: Review): string {
  return JSON.stringify(review);
}
