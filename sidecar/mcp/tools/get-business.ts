import type { getBusiness as definition } from '../../../site/contract/mcp-tools/get-business.ts';
import type { Tool } from './tool.ts';

/** Straight from the two documents. */
export const getBusiness: Tool<typeof definition> = ({ reviews, insights }) => ({
  business: reviews.business,
  aggregate_rating: reviews.aggregate_rating,
  review_count: reviews.aggregate_rating.review_count,
  date_range: insights.date_range,
});
