import { z } from 'zod';
import { calendarDate } from '../dates.ts';
import { givenName } from '../given-text.ts';
import { searchQuery } from '../search-query.ts';
import { describeTool } from './definition.ts';
import { detail, listedReviews, maxTokens } from './shapes/answer-size.ts';
import { quotesStrangers } from './shapes/quoted-words.ts';

/** The reviews from a day on, in pages. */
export const getReviewsSince = describeTool({
  name: 'get_reviews_since',
  title: 'Reviews since a date',
  description: `Returns the reviews on or after a date, newest first, page by page: while there are more, \`next_cursor\` is the cursor of the next call. Use it to read all that is new since a day, or everything. With filters use search_reviews; for how ratings moved, get_trend. ${quotesStrangers}`,
  app: 'ui://review-cards',
  input: z.object({
    date: calendarDate.describe('The first day to include, YYYY-MM-DD'),
    limit: searchQuery.shape.limit,
    cursor: givenName.optional().describe('`next_cursor` of the page before'),
    detail,
    max_tokens: maxTokens,
  }),
  output: listedReviews.extend({
    next_cursor: z.string().optional().describe('Cursor for the next page; absent on the last one'),
  }),
});
