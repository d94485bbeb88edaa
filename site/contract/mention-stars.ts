import { z } from 'zod';
import { distribution } from './reviews-document.ts';

const count = z.int().min(0);

/** A critical review has up to this many stars. */
export const CRITICAL_UP_TO = 3;

/** The stars of the reviews that mention something: a person, service, area, problem or aspect. */
export const mentionStars = {
  rating_value: z.number().nullable().describe('Mean stars of these reviews, two decimals'),
  rating_distribution: distribution.describe('How many of these reviews gave each number of stars'),
  critical_count: count.describe('Critical ones: those with one to three stars'),
  critical_without_verdict_count: count.describe('Critical ones without a verdict about it, or with an unclear one'),
};

/** The score, and how it compares with the stars. `site/insights/stars.ts` has the rule. */
export const mentionScore = {
  score: z
    .number()
    .min(-1)
    .max(1)
    .nullable()
    .describe(
      '-1 to 1: the mean of 1 for positive, 0 for neutral or mixed, -1 for negative verdicts. null with fewer than 5 verdicts that aren’t unclear, or if a fifth or more of the reviews are critical without a clear verdict',
    ),
  score_against_stars: z
    .enum(['agrees', 'higher', 'lower'])
    .nullable()
    .describe(
      'higher or lower: the score contradicts the mean stars, by more than one star or on the other side of three; null without a score',
    ),
};

/** A critical review without a verdict, and the sentence that mentions the thing. */
export const criticalMention = z.object({
  review_id: z.string(),
  start: count.describe("The sentence that names it, in UTF-16 units of the review's published `text`"),
  end: count.describe('Exclusive; equal to start if the text doesn’t name it'),
});
export type CriticalMention = z.infer<typeof criticalMention>;
