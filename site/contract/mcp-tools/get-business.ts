import { z } from 'zod';
import { calendarDate } from '../dates.ts';
import { aggregateRating, business } from '../reviews-document.ts';
import { describeTool } from './definition.ts';

/** The way in: who the business is, and how it is rated on the whole. */
export const getBusiness = describeTool({
  name: 'get_business',
  title: 'Business and overall rating',
  description:
    'Returns who the business is (contact, address, opening hours, license, technicians, areas, services with ids), its mean stars with the count of each, and the number of verified reviews. Use it for facts of the business. For what customers think use get_summary; for reviews, search_reviews.',
  input: z.object({}),
  output: z.object({
    business,
    aggregate_rating: aggregateRating,
    review_count: z.int().describe('Verified reviews published'),
    date_range: z.object({ earliest: calendarDate, latest: calendarDate }).nullable().describe('Dates of the first and the newest review'),
  }),
});
