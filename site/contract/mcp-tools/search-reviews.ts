import { reviewList } from '../review-list.ts';
import { searchQuery } from '../search-query.ts';
import { describeTool } from './definition.ts';
import { pageTemplate } from './shapes/citation.ts';

const { query, mentions_technician, mentions_service } = searchQuery.shape;

/** The search endpoint as a tool: the same filters, each described for an agent. */
export const searchReviews = describeTool({
  name: 'search_reviews',
  title: 'Search reviews',
  description:
    "Returns verified reviews, newest first, with full text, stars, date, author, how it was verified, the owner's reply and who or what is mentioned. All filters given must hold; without any it returns the newest reviews. `matched` counts every review that matches, so `limit: 1` is enough to count. Use it to find reviews to quote, to count, or to look for a word. For opinions about one aspect (price, punctuality, cleanliness and so on) get_aspect_sentiment is better, since it finds them in any wording; for a person, a service or a place get_technician, get_service or get_service_area; to page through everything since a date, get_reviews_since.",
  input: searchQuery.extend({
    query: query.describe(
      'A word or phrase that must stand in the review text exactly so, ignoring case. No operators: "dust" finds "Dusty", "drywall dust" finds only the two words together. Prefer one short word, and try another where nothing matches',
    ),
    mentions_technician: mentions_technician.describe('Only reviews that mention this technician: name or alias, as in get_business'),
    mentions_service: mentions_service.describe('Only reviews that mention this service: id, name or alias, as in get_business'),
  }),
  output: reviewList.extend({ review_url: pageTemplate }),
});
