import { z } from 'zod';

/** A group of reviews in figures: how many, their stars, and what their sentiment is. */
export const tally = z.object({
  review_count: z.int(),
  rating_value: z.number().nullable().describe('Mean stars, two decimals; null without reviews'),
  positive_count: z.int().describe('Reviews that are positive on the whole'),
  neutral_count: z.int().describe('Neutral and mixed ones together'),
  negative_count: z.int(),
});
export type Tally = z.infer<typeof tally>;
