import { z } from 'zod';
import { aspectId, direction, insightsDocument } from '../insights.ts';
import { describeTool } from './definition.ts';
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
    'Returns for each month with reviews how many there are, their mean stars and sentiment; the figures of the whole period beside those of all the time before it; the trend of the last twelve months against the time before, with the figures behind it; and which aspects are improving or declining. Use it for "are they getting better?" or "what changed since March?", with `from` set to that month. To read what was written in that time use get_reviews_since; for one aspect by quarter, get_aspect_sentiment.',
  input: z.object({
    from: monthName.optional().describe('First month to include, YYYY-MM; without it, the first month with reviews'),
    to: monthName.optional().describe('Last month to include, YYYY-MM; without it, the newest month'),
  }),
  output: z.object({
    months: monthly,
    period: tally.describe('All the months asked for together'),
    before: tally.nullable().describe('All reviews before the period; null where there are none'),
    trend,
    aspects: z
      .array(z.object({ id: aspectId, label: z.string(), direction, basis: z.string() }))
      .describe('Aspects with enough reviews to tell a direction'),
  }),
});
