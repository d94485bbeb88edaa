import { fetchPage } from './fetch.ts';
import { getAspectSentiment } from './get-aspect-sentiment.ts';
import { getBusiness } from './get-business.ts';
import { getChanges } from './get-changes.ts';
import { getFaq } from './get-faq.ts';
import { getReview } from './get-review.ts';
import { getReviewsSince } from './get-reviews-since.ts';
import { getService } from './get-service.ts';
import { getServiceArea } from './get-service-area.ts';
import { getSummary } from './get-summary.ts';
import { getTechnician } from './get-technician.ts';
import { getTrend } from './get-trend.ts';
import { listTopics } from './list-topics.ts';
import { search } from './search.ts';
import { searchReviews } from './search-reviews.ts';

/** Every tool, in the order in which `tools/list` and the developers' page always show them. */
export const toolDefinitions = [
  getBusiness,
  searchReviews,
  getAspectSentiment,
  getTechnician,
  getService,
  getServiceArea,
  getReview,
  getReviewsSince,
  listTopics,
  getTrend,
  getFaq,
  getSummary,
  getChanges,
  search,
  fetchPage,
] as const;
export type ToolName = (typeof toolDefinitions)[number]['name'];
