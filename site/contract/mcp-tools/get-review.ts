import { z } from 'zod';
import { givenName } from '../given-text.ts';
import { aspectVerdict, reviewInsight } from '../insights.ts';
import { review } from '../review.ts';
import { describeTool } from './definition.ts';
import { pageUrl } from './shapes/citation.ts';
import { notice, quotesStrangers } from './shapes/quoted-words.ts';

const verdict = aspectVerdict.omit({ ranges: true }).extend({
  passages: z.array(z.string()).describe('Passages of the text that carry the verdict, letter by letter'),
});

const personVerdict = reviewInsight.shape.mentions.shape.technicians.element.omit({ ranges: true, about: true }).extend({
  passages: z
    .array(z.string())
    .describe('The sentences that name the person, and those right after that go on with he or she, letter by letter'),
});

/** One review in full, and the passages that its verdicts rest on. */
export const getReview = describeTool({
  name: 'get_review',
  title: 'One review and its analysis',
  description: `Returns one review in full, its page to link to, and what the analysis found: its sentiment, the verdict on each aspect and on each person named, with the passages behind them. Use it to check or quote a review whose id another tool gave. To find reviews use search_reviews. ${quotesStrangers}`,
  app: 'ui://review-cards',
  input: z.object({
    id: givenName.describe('Id of a review, as other tools give it'),
  }),
  output: z.object({
    notice,
    review,
    url: pageUrl,
    analysis: z
      .object({
        analysed: reviewInsight.shape.analysed,
        language: reviewInsight.shape.language,
        sentiment: reviewInsight.shape.sentiment,
        aspects: z.array(verdict),
        people: z.array(personVerdict).describe('Technicians that the text names'),
        problems: z.array(z.string()).describe('Ids of the electrical problems that it names'),
      })
      .optional()
      .describe('Absent where the analysis has not read this review'),
  }),
});
