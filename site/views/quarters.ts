import type { AspectInsight } from '../contract/insights.ts';
import type { Review } from '../contract/review.ts';
import { showsAverages } from '../insights/averages.ts';

/** The number of quarters that a picture has room for. */
const SHOWN = 24;

const quarterOf = (date: string) => Number(date.slice(0, 4)) * 4 + Math.floor((Number(date.slice(5, 7)) - 1) / 3);

/** "2021-Q3" from the number of a quarter. */
const nameOf = (quarter: number) => `${String(Math.floor(quarter / 4)).padStart(4, '0')}-Q${(quarter % 4) + 1}`;

/** The last 24 quarters of a trend, oldest first, without gaps, so their distances are true. */
export function toShownQuarters(quarters: NonNullable<AspectInsight['trend']>['quarters']) {
  const byNumber = new Map(quarters.map((one) => [Number(one.quarter.slice(0, 4)) * 4 + Number(one.quarter.slice(6)) - 1, one]));
  const last = Math.max(...byNumber.keys());
  const first = Math.max(Math.min(...byNumber.keys()), last - SHOWN + 1);
  return Array.from({ length: quarters.length === 0 ? 0 : last - first + 1 }, (_, index) => {
    const { positive_count = 0, negative_count = 0 } = byNumber.get(first + index) ?? {};
    return { quarter: nameOf(first + index), positive_count, negative_count };
  });
}

/**
 * The last 24 quarters up to the newest review, oldest first, also those without reviews: the reviews with four or five stars, three, and
 * one or two, and their mean, null with fewer than five reviews.
 */
export function toQuarters(reviews: readonly Pick<Review, 'date' | 'rating'>[]) {
  const byQuarter = Map.groupBy(reviews, ({ date }) => quarterOf(date));
  const last = Math.max(...byQuarter.keys());
  const first = Math.max(Math.min(...byQuarter.keys()), last - SHOWN + 1);
  const count = reviews.length === 0 ? 0 : last - first + 1;
  return Array.from({ length: count }, (_, index) => {
    const ratings = (byQuarter.get(first + index) ?? []).map(({ rating }) => rating);
    const isAveraged = ratings.length > 0 && showsAverages([ratings.length]);
    return {
      quarter: nameOf(first + index),
      high: ratings.filter((rating) => rating >= 4).length,
      mid: ratings.filter((rating) => rating === 3).length,
      low: ratings.filter((rating) => rating <= 2).length,
      mean: isAveraged ? ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length : null,
    };
  });
}

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
