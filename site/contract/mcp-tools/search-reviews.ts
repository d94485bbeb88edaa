import { z } from 'zod';
import { givenName } from '../given-text.ts';
import { searchQuery } from '../search-query.ts';
import { describeTool } from './definition.ts';
import { detail, listedReviews, maxTokens } from './shapes/answer-size.ts';
import { quotesStrangers } from './shapes/quoted-words.ts';

const { query } = searchQuery.shape;

/** The search endpoint as a tool: the same filters, each described for an agent. */
export const searchReviews = describeTool({
  name: 'search_reviews',
  title: 'Search reviews',
  description: `Returns the verified reviews that meet all filters, newest first. Use it to find reviews to quote, to count (\`matched\`; \`limit: 1\` is enough) or to look for words; survey with \`detail: brief\`, then read with get_review. For opinions in any wording get_aspect_sentiment is better; for a person, service or place get_technician, get_service, get_service_area. ${quotesStrangers}`,
  app: 'ui://review-cards',
  input: searchQuery.extend({
    query: query.describe('Exact substring, ignoring case: one short word rather than a phrase'),
    aspect: givenName.optional().describe('Aspect, or with a polarity: pricing:negative'),
    detail,
    max_tokens: maxTokens,
  }),
  output: listedReviews.extend({
    next_offset: z.int().optional().describe('Give it as `offset` for the reviews that follow; absent where there are none'),
  }),
});
