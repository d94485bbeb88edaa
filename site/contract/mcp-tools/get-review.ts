import { z } from 'zod';
import { givenName } from '../given-text.ts';
import { aspectVerdict, reviewInsight } from '../insights.ts';
import { review } from '../review.ts';
import { describeTool } from './definition.ts';
import { pageUrl } from './shapes/citation.ts';

const verdict = aspectVerdict.omit({ ranges: true }).extend({
  passages: z.array(z.string()).describe('Passages of the text that carry the verdict, letter by letter'),
});

/** One review in full, and the passages that its verdicts rest on. */
export const getReview = describeTool({
  name: 'get_review',
  title: 'One review and its analysis',
  description:
    "Returns one review in full (text, stars, date, author, how it was verified, the owner's reply, mentions), its page to link to, and what the analysis found in it: its sentiment, the verdict on each aspect and the passages behind it. Use it to check or quote a review whose id another tool gave as an example. To find reviews by content, use search_reviews.",
  input: z.object({
    id: givenName.describe('The id of a review, 26 characters, as in `id`, `review_id` or `example_review_ids` of the other tools'),
  }),
  output: z.object({
    review,
    url: pageUrl,
    analysis: z
      .object({
        analysed: reviewInsight.shape.analysed,
        language: reviewInsight.shape.language,
        sentiment: reviewInsight.shape.sentiment,
        aspects: z.array(verdict),
        problems: z.array(z.string()).describe('Ids of the electrical problems that it names'),
      })
      .optional()
      .describe('Absent where the analysis has not read this review'),
  }),
});
