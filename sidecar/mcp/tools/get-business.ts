import type { getBusiness as definition } from '../../../site/contract/mcp-tools/get-business.ts';
import type { Dataset } from '../dataset.ts';
import { madeOnce, type Tool } from './tool.ts';

/** Straight from the two documents. */
export const getBusiness: Tool<typeof definition> = (dataset) => describeBusiness(dataset, dataset.reviews);

const describeBusiness = madeOnce(({ insights }, reviews: Dataset['reviews']) => ({
  business: reviews.business,
  aggregate_rating: reviews.aggregate_rating,
  review_count: reviews.aggregate_rating.review_count,
  date_range: insights.date_range,
}));
