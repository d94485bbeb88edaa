import { z } from 'zod';
import { calendarDate } from '../dates.ts';
import { aggregateRating, business } from '../reviews-document.ts';
import { describeTool } from './definition.ts';

/** The way in: who the business is, and how it is rated on the whole. */
export const getBusiness = describeTool({
  name: 'get_business',
  title: 'Business and overall rating',
  description:
    'Returns who the business is (name, contact, address, opening hours, licence, services with their ids, technicians, service areas), its mean star rating with the count of each star, how many verified reviews there are, and the dates of the first and the newest. Use it first when you do not know the business, and for questions on contact, hours, services or the overall rating. For what customers think and why, use get_summary; for reviews themselves, search_reviews.',
  input: z.object({}),
  output: z.object({
    business,
    aggregate_rating: aggregateRating,
    review_count: z.int().describe('Verified reviews published'),
    date_range: z.object({ earliest: calendarDate, latest: calendarDate }).nullable().describe('Dates of the first and the newest review'),
  }),
});
