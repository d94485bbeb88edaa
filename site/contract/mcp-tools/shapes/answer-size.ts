import { z } from 'zod';
import { limits } from '../../limits.ts';
import { review } from '../../review.ts';
import { reviewList } from '../../review-list.ts';
import { pageTemplate } from './citation.ts';
import { notice, remark } from './quoted-words.ts';

/** How much of each review an answer holds. */
export const detail = z.enum(['full', 'brief']).default('full').describe('brief: id, date, stars, author and the beginning of the text');

const { minAnswerTokens: min } = limits.mcp;

/** How long an answer may be; it is an estimate, since every model counts otherwise. */
export const maxTokens = z
  .int({ error: 'must be a whole number' })
  .min(min, { error: `must be ${min} or more` })
  .optional()
  .describe('Rough budget of the answer');

/** A review in short. */
export const briefReview = review.pick({ id: true, date: true, rating: true, author: true }).extend({
  text: z
    .string()
    .nullable()
    .describe(`The text's first ${limits.mcp.briefCharacters} characters at the most, cut at a word; … at its end says that it was`),
});
export type BriefReview = z.infer<typeof briefReview>;

/** What tools that list reviews answer alike. */
export const listedReviews = reviewList.extend({
  notice,
  reviews: z.array(z.union([review, briefReview])).describe('In full or in short, as `detail` says'),
  remark,
  review_url: pageTemplate.optional(),
});

/** How many entries of which lists `max_tokens` left out. */
export const leftOut = z.record(z.string(), z.int()).optional().describe('How many entries of which list `max_tokens` left out');
