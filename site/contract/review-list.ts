import { z } from 'zod';
import { review } from './review.ts';

/** `{ matched, returned, reviews }`: what search and since answer (C28). */
export const reviewList = z.object({
  matched: z.int().describe('Reviews that match, before `limit`'),
  returned: z.int().describe('Reviews in this answer'),
  reviews: z.array(review).describe('Newest first, where no other order was asked for'),
});

/** What stands between two reviews in every document: JSON escapes line breaks, so it stands nowhere else. */
export const reviewSeparator = ',\n';

/** The bytes around the reviews in `/reviews.json`, by which a reader finds them without parsing the rest. */
export const documentFrame = { open: '\n"reviews":[\n', close: '\n]}\n' } as const;

/**
 * The bytes around the reviews of a list, one review a line. Each review is its own `JSON.stringify`, so a list
 * from a date on is a prefix of the list of all: built and served without writing a review twice.
 */
export const listFrame = {
  open: (matched: number, returned: number) => `{"matched":${matched},"returned":${returned},"reviews":[\n`,
  close: '\n]}\n',
} as const;
