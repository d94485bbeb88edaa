import type { getTrend as definition } from '../../../site/contract/mcp-tools/get-trend.ts';
import { ToolError } from '../given-values.ts';
import { fit } from './answer-size.ts';
import { remarkOnMonths } from './remarks.ts';
import { tallyOf } from './tally.ts';
import type { Tool } from './tool.ts';

/** The months asked for, beside all the time before them. */
export const getTrend: Tool<typeof definition> = (dataset, { from, to, max_tokens }) => {
  if (from !== undefined && to !== undefined && from > to)
    throw new ToolError(`from: was given ${from}, which is after to, ${to}; give the earlier month as from.`);
  const { temporal, aspects } = dataset.insights;
  const isBefore = (month: string) => from !== undefined && month < from;
  const isWithin = (month: string) => !isBefore(month) && (to === undefined || month <= to);
  const before = dataset.facts.filter(({ date }) => isBefore(date.slice(0, 7)));
  const within = dataset.facts.filter(({ date }) => isWithin(date.slice(0, 7)));
  const answer = {
    remark: remarkOnMonths(dataset, from, to),
    months: temporal.monthly.filter(({ month }) => isWithin(month)),
    period: tallyOf(dataset, within),
    before: before.length === 0 ? null : tallyOf(dataset, before),
    trend: temporal.trend,
    aspects: aspects.flatMap(({ id, label, trend }) => (trend ? [{ id, label, direction: trend.direction, basis: trend.basis }] : [])),
  };
  return fit(answer, max_tokens, { months: 'first', aspects: 'last' });
};
