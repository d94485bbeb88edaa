import type { getTrend as definition } from '../../../site/contract/mcp-tools/get-trend.ts';
import { ToolError } from '../tool-error.ts';
import { tallyOf } from './tally.ts';
import type { Tool } from './tool.ts';

/** The months asked for, beside all the time before them. */
export const getTrend: Tool<typeof definition> = (dataset, { from = '0000-00', to = '9999-99' }) => {
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
};
