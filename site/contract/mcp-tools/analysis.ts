import { z } from 'zod';
import { aspectId, aspectInsight, direction, insightsDocument, problemInsight, topic } from '../insights.ts';
import { givenName } from '../search-query.ts';
import { citedQuote, describeTool, leftOut, maxTokens, notice, quotesCustomers, remark, tally } from './definition.ts';

/** Absent from answers if `enough` is false. */
const percentages = {
  positive_pct: true,
  neutral_pct: true,
  mixed_pct: true,
  negative_pct: true,
  unclear_pct: true,
  mention_pct: true,
} as const;

/** One aspect of the business, with quotes to cite. */
export const getAspectSentiment = describeTool({
  name: 'get_aspect_sentiment',
  title: 'What customers say about one aspect',
  description: ({ aspects }) =>
    `Returns what the reviews say about one aspect: stars, how many praise and criticize it, its trend, phrases, and quotes to cite. ${aspects.length === 0 ? 'Use it if get_summary lists aspects' : `Use it for ${aspects.join(', ')}`}. For all aspects at a glance use get_summary; for other subjects search_reviews. ${quotesCustomers}`,
  input: z.object({
    aspect: givenName.describe('Id, label, or an everyday word for it'),
    max_tokens: maxTokens,
  }),
  outline: ['mention_count', 'rating_value', 'positive_pct', 'negative_pct', 'trend', 'quotes'],
  output: aspectInsight.partial(percentages).extend({
    notice,
    remark,
    left_out: leftOut,
    quotes: z.array(citedQuote).describe('The clearest passages, praise and criticism in proportion'),
  }),
});

const problem = problemInsight.pick({
  id: true,
  label: true,
  mention_count: true,
  rating_value: true,
  score: true,
  example_review_ids: true,
});

/** The subjects of the reviews, in customers' words. */
export const listTopics = describeTool({
  name: 'list_topics',
  title: 'What customers talk about',
  description: ({ hasProblems }) =>
    `Returns the key phrases that customers use, with the number of reviews, stars and sentiment${hasProblems ? ', and the problems they called about' : ''}. Use it for open questions. For a fixed aspect use get_aspect_sentiment; for words of your own, search_reviews. ${quotesCustomers}`,
  input: z.object({ max_tokens: maxTokens }),
  output: z.object({
    notice,
    remark,
    left_out: leftOut,
    analysed_reviews: z.int().describe('Reviews whose text was analyzed'),
    topics: z.array(topic),
    problems: z
      .array(problem)
      .describe(
        'Problems that customers called about, by the number of reviews with the usual words for them. Reviews that use other words are not counted, so these are not shares of all reviews',
      ),
  }),
});

const monthName = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, written YYYY-MM')
  .meta({ maxLength: 7 });
const { monthly, trend } = insightsDocument.shape.temporal.shape;

/** How ratings and sentiment changed over a period. */
export const getTrend = describeTool({
  name: 'get_trend',
  title: 'Ratings and sentiment over time',
  description:
    'Returns by year and month the number of reviews, stars and sentiment; the period beside all time before it; reply times; and the trend of the last twelve months, also by aspect. Use it for "are they getting better?". To read what was written then use get_reviews_since.',
  input: z.object({
    from: monthName.optional().describe('First month, YYYY-MM'),
    to: monthName.optional().describe('Last month, YYYY-MM'),
    max_tokens: maxTokens,
  }),
  output: z.object({
    remark,
    left_out: leftOut,
    years: z.array(tally.extend({ year: z.string() })).describe('The requested months by year'),
    months: monthly,
    period: tally.describe('All requested months together'),
    replies: z
      .object({
        reply_count: z.int().describe('Reviews of the period that the business replied to'),
        dated_count: z.int().describe('Replies whose day is known'),
        median_days: z.number().nullable().describe('Median days from a review to its reply; null if no day is known'),
        longest_days: z.int().nullable().describe('Days from a review to the slowest reply'),
        longest_review_id: z.string().nullable().describe('The newest review that waited this long'),
      })
      .describe('How often and how fast the business replied'),
    before: tally.nullable().describe('All reviews before the period; null if there are none'),
    trend,
    aspects: z
      .array(z.object({ id: aspectId, label: z.string(), direction, basis: z.string() }))
      .describe('Aspects with enough reviews for a direction'),
  }),
});
