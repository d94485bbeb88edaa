import { z } from 'zod';
import { aspectId, direction, insightsDocument } from '../insights.ts';
import { describeTool } from './definition.ts';
import { leftOut, maxTokens } from './shapes/answer-size.ts';
import { remark } from './shapes/quoted-words.ts';
import { tally } from './shapes/tally.ts';

const monthName = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, written YYYY-MM')
  .meta({ maxLength: 7 });
const { monthly, trend } = insightsDocument.shape.temporal.shape;

/** How ratings and sentiment moved, over all the time or a part of it. */
export const getTrend = describeTool({
  name: 'get_trend',
  title: 'Ratings and sentiment over time',
  description:
    'Returns by month the number of reviews, stars and sentiment; the period beside all time before it; and the trend of the last twelve months, also by aspect. Use it for "are they getting better?" or "what changed since March?". To read what was written then use get_reviews_since.',
  app: 'ui://chart',
  input: z.object({
    from: monthName.optional().describe('First month, YYYY-MM'),
    to: monthName.optional().describe('Last month, YYYY-MM'),
    max_tokens: maxTokens,
  }),
  output: z.object({
    remark,
    left_out: leftOut,
    months: monthly,
    period: tally.describe('All the months asked for together'),
    before: tally.nullable().describe('All reviews before the period; null where there are none'),
    trend,
    aspects: z
      .array(z.object({ id: aspectId, label: z.string(), direction, basis: z.string() }))
      .describe('Aspects with enough reviews to tell a direction'),
  }),
});
