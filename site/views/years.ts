import type { Review } from '../contract/review.ts';
import { showsAverages } from '../insights/averages.ts';
import { percentOf } from '../insights/counts.ts';
import { toStars } from './directory.ts';

/** The number of reviews and their stars in each year that has any, newest first. `average` is null if some year has too few for one. */
export function toYears(reviews: readonly Review[]) {
  const byYear = Map.groupBy(reviews, ({ date }) => date.slice(0, 4));
  const most = Math.max(...[...byYear.values()].map(({ length }) => length));
  const averaged = showsAverages([...byYear.values()].map(({ length }) => length));
  return [...byYear].map(([year, of]) => ({
    year,
    count: of.length,
    ...toStars(of, averaged),
    /** The count as a percentage of the year with the most reviews. */
    percent: percentOf(of.length, most),
  }));
}
