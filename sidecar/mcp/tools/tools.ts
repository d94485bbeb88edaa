import type { ToolName } from '../../../site/contract/mcp-tools/tools.ts';
import { getAspectSentiment, getTrend, listTopics } from './analysis.ts';
import { fetchPage, search } from './deep-research.ts';
import { getService, getServiceArea, getTechnician } from './entities.ts';
import { getBusiness, getFaq, getSummary } from './overview.ts';
import { getChanges, getReview, getReviewsSince, searchReviews } from './reviews.ts';
import type { Tool } from './tool.ts';

/** The function of each tool in the contract; a missing, extra or misnamed one is a type error. */
export const tools: { readonly [N in ToolName]: Tool<N> } = {
  get_business: getBusiness,
  search_reviews: searchReviews,
  get_aspect_sentiment: getAspectSentiment,
  get_technician: getTechnician,
  get_service: getService,
  get_service_area: getServiceArea,
  get_review: getReview,
  get_reviews_since: getReviewsSince,
  list_topics: listTopics,
  get_trend: getTrend,
  get_faq: getFaq,
  get_summary: getSummary,
  get_changes: getChanges,
  search,
  fetch: fetchPage,
};
