import { mean } from '../content/dataset.ts';
import type { Review } from '../contract/review.ts';

export interface Year {
  readonly year: string;
  readonly count: number;
  /** Mean stars, two decimals. */
  readonly stars: number;
}

/** The number of reviews and their mean stars in each year that has any, newest first. */
export function toYears(reviews: readonly Review[]): Year[] {
  const byYear = Map.groupBy(reviews, ({ date }) => date.slice(0, 4));
  return [...byYear].map(([year, of]) => ({ year, count: of.length, stars: mean(of.map(({ rating }) => rating)) ?? 0 }));
}
