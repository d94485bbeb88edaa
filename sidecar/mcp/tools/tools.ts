import type { ToolName, toolDefinitions } from '../../../site/contract/mcp-tools/tools.ts';
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
import type { Tool } from './tool.ts';

type DefinitionOf<N extends ToolName> = Extract<(typeof toolDefinitions)[number], { name: N }>;

/** What answers each tool of the contract: one that is missing, superfluous or under another's name is a type error. */
export const tools: { readonly [N in ToolName]: Tool<DefinitionOf<N>> } = {
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
