import { z } from 'zod';
import { calendarDate } from '../../../site/contract/dates.ts';
import { aggregateRating, business } from '../../../site/contract/reviews-document.ts';
import { defineTool } from '../tool.ts';

export const getBusiness = defineTool({
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
  run: ({ reviews, insights }) => ({
    business: reviews.business,
    aggregate_rating: reviews.aggregate_rating,
    review_count: reviews.aggregate_rating.review_count,
    date_range: insights.date_range,
  }),
});
