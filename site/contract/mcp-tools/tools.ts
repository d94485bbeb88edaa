import { getAspectSentiment, getTrend, listTopics } from './analysis.ts';
import { fetchPage, search } from './deep-research.ts';
import { getService, getServiceArea, getTechnician } from './entities.ts';
import { getBusiness, getFaq, getSummary } from './overview.ts';
import { getChanges, getReview, getReviewsSince, searchReviews, verifyQuote } from './reviews.ts';

/** Every tool, in the order of `tools/list` and the developer page. */
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
  verifyQuote,
  search,
  fetchPage,
] as const;
export type ToolName = (typeof toolDefinitions)[number]['name'];
