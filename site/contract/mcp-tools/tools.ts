import { getAspectSentiment, getTrend, listTopics } from './analysis.ts';
import { fetchPage, search } from './deep-research.ts';
import type { BusinessWords } from './definition.ts';
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

/** Which tool to begin with, for the instructions that models read first. Tools without a subject in the business are left out. */
export function whereToBegin({ aspects, service, person, area }: BusinessWords): string[] {
  return [
    'Is it any good, what do people like or dislike: get_summary.',
    ...(aspects.length > 0 ? [`One aspect (${aspects.join(', ')}): get_aspect_sentiment.`] : []),
    ...(service === undefined ? [] : [`One service, such as ${service}, and who is named for it: get_service.`]),
    ...(person === undefined ? [] : [`One person who works there, such as ${person}: get_technician.`]),
    ...(area === undefined ? [] : [`One place, such as ${area}: get_service_area.`]),
    'What changed, is it getting better: get_trend, then get_reviews_since. Edits, replies and removals since a visit: get_changes.',
    'Reviews to quote, to count or with certain words: search_reviews. Survey with detail: brief, which costs a third, then read the few that matter with get_review; set max_tokens if your context is limited.',
    'Contact, hours, services, people: get_business. Practical questions: get_faq. Open questions on themes: list_topics. Research over everything: search, then fetch.',
    'Before you publish a quote: verify_quote.',
  ];
}
