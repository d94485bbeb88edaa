import type { ReviewsDocument } from '../contract/reviews-document.ts';
import { meanOfSum } from '../shared/algorithms.ts';

/** The number of reviews per number of stars. */
type Distribution = ReviewsDocument['aggregate_rating']['distribution'];

/** The minimum number of reviews for an average. With fewer, pages show their stars as a picture. */
const AVERAGE_FROM = 5;

/** Whether a list shows averages: only if each row with reviews has enough of them, so the rows of a list can be compared. */
export const showsAverages = (counts: readonly number[]): boolean => counts.every((count) => count === 0 || count >= AVERAGE_FROM);

/** The average that pages print, rounded half up to one decimal from the stars themselves; null with fewer than five reviews. */
export function averageOf(distribution: Distribution): number | null {
  const given = Object.entries(distribution).map(([stars, count]) => ({ stars: Number(stars), count }));
  const count = given.reduce((total, row) => total + row.count, 0);
  const sum = given.reduce((total, row) => total + row.stars * row.count, 0);
  return showsAverages([count]) ? meanOfSum(sum, count, 10) : null;
}

/** The same from a mean with two decimals, where the stars themselves aren't known: exact for up to 100 reviews. */
export const averageOfRounded = (mean: number, count: number): number => meanOfSum(Math.round(mean * count), count, 10) ?? mean;
