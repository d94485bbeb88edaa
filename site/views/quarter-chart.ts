import type { toQuarters } from './quarters.ts';

const STEP = 10;

/** The shapes of a chart of reviews by quarter and stars, 100 high: columns, the line of averages, and lines between years. */
export function toQuarterChart(quarters: ReturnType<typeof toQuarters>) {
  const most = Math.max(1, ...quarters.map(({ high, mid, low }) => high + mid + low));
  const heightOf = (count: number) => Math.round((count / most) * 10000) / 100;
  /** From 1 star at the bottom to 5 at the top. */
  const levelOf = (mean: number) => Math.round((5 - mean) * 2500) / 100;
  const bars = quarters.flatMap(({ high, mid, low }, index) =>
    [
      { kind: 'low', y: 100 - heightOf(low), height: heightOf(low) },
      { kind: 'mid', y: 100 - heightOf(low + mid), height: heightOf(mid) },
      { kind: 'high', y: 100 - heightOf(low + mid + high), height: heightOf(high) },
    ].map((part) => ({ ...part, x: index * STEP + 1, width: STEP - 2 })),
  );
  const points = quarters.flatMap(({ mean }, index) => (mean === null ? [] : [{ index, x: index * STEP + STEP / 2, y: levelOf(mean) }]));
  return {
    width: quarters.length * STEP,
    most,
    bars: bars.filter(({ height }) => height > 0),
    /** Quarters without an average interrupt it; empty without any average. */
    line: points.map(({ index, x, y }, place) => `${points[place - 1]?.index === index - 1 ? 'L' : 'M'}${x} ${y}h0`).join(''),
    years: quarters.flatMap(({ quarter }, index) => (index > 0 && quarter.endsWith('Q1') ? [`M${index * STEP} 0V100`] : [])).join(''),
  };
}

/** The quarter and year of "2021-Q3", for the message `insights.quarter`. */
export const quarterWords = (quarter = '') => ({ quarter: quarter.slice(6), year: quarter.slice(0, 4) });
