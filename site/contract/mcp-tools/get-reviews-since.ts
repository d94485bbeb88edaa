import { z } from 'zod';
import { calendarDate } from '../dates.ts';
import { givenName } from '../given-text.ts';
import { reviewList } from '../review-list.ts';
import { searchQuery } from '../search-query.ts';
import { describeTool } from './definition.ts';
import { pageTemplate } from './shapes/citation.ts';

/** The reviews from a day on, in pages. */
export const getReviewsSince = describeTool({
  name: 'get_reviews_since',
  title: 'Reviews since a date',
  description:
    'Returns the reviews written on or after a date, newest first, page by page: while there are more, `next_cursor` is the cursor for the next call with the same date. Use it to read everything new since a day, or to walk through all reviews from an early date. To filter by stars, words, technician or service use search_reviews with `since`; for how ratings moved over months use get_trend.',
  input: z.object({
    date: calendarDate.describe('The first day to include, YYYY-MM-DD'),
    limit: searchQuery.shape.limit.describe('How many reviews to return at the most, 1 to 100; 20 without it'),
    cursor: givenName.optional().describe('`next_cursor` of the page before; leave it out for the first page'),
  }),
  output: reviewList.extend({
    review_url: pageTemplate,
    next_cursor: z.string().optional().describe('Cursor for the next page; absent on the last one'),
  }),
});
