import { mean } from '../content/dataset.ts';
import type { Review } from '../contract/review.ts';
import { percentOf } from './directory.ts';

export interface Year {
  readonly year: string;
  readonly count: number;
  /** Mean stars, two decimals. */
  readonly stars: number;
  /** Its number of reviews, in percent of the year with the most. */
  readonly percent: number;
}

/** The number of reviews and their mean stars in each year that has any, newest first. */
export function toYears(reviews: readonly Review[]): Year[] {
  const byYear = Map.groupBy(reviews, ({ date }) => date.slice(0, 4));
  const most = Math.max(...[...byYear.values()].map(({ length }) => length));
  return [...byYear].map(([year, of]) => ({
    year,
    count: of.length,
    stars: mean(of.map(({ rating }) => rating)) ?? 0,
    percent: percentOf(of.length, most),
  }));
}
