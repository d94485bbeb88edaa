import { z } from 'zod';
import { aspectId, direction, insightsDocument } from '../../../site/contract/insights.ts';
import { tally, tallyOf } from '../tally.ts';
import { defineTool, ToolError } from '../tool.ts';

const monthName = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, written YYYY-MM');
const { monthly, trend } = insightsDocument.shape.temporal.shape;

export const getTrend = defineTool({
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
  run: (dataset, { from = '0000-00', to = '9999-99' }) => {
    if (from > to) throw new ToolError(`from: was given ${from}, which is after to, ${to}; give the earlier month as from.`);
    const { temporal, aspects } = dataset.insights;
    const before = dataset.reviews.reviews.filter(({ date }) => date.slice(0, 7) < from);
    const within = dataset.reviews.reviews.filter(({ date }) => date.slice(0, 7) >= from && date.slice(0, 7) <= to);
    return {
      months: temporal.monthly.filter(({ month }) => month >= from && month <= to),
      period: tallyOf(dataset, within),
      before: before.length === 0 ? null : tallyOf(dataset, before),
      trend: temporal.trend,
      aspects: aspects.flatMap(({ id, label, trend }) => (trend ? { id, label, direction: trend.direction, basis: trend.basis } : [])),
    };
  },
});
