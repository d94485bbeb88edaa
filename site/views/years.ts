import type { Review } from '../contract/review.ts';
import { percentOf } from '../insights/counts.ts';
import { mean } from '../shared/algorithms.ts';

/** The number of reviews and their mean stars in each year that has any, newest first. */
export function toYears(reviews: readonly Review[]) {
  const byYear = Map.groupBy(reviews, ({ date }) => date.slice(0, 4));
  const most = Math.max(...[...byYear.values()].map(({ length }) => length));
  return [...byYear].map(([year, of]) => ({
    year,
    count: of.length,
    stars: mean(of.map(({ rating }) => rating)) ?? 0,
    /** The count as a percentage of the year with the most reviews. */
    percent: percentOf(of.length, most),
  }));
}
