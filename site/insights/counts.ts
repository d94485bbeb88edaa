import { type AspectInsight, ENOUGH_MENTIONS, type InsightsDocument, type Polarity, type VerdictPolarity } from '../contract/insights.ts';
import type { Review } from '../contract/review.ts';

/** The number of reviews with each polarity. */
export type Counts = Pick<AspectInsight, 'positive_count' | 'neutral_count' | 'mixed_count' | 'negative_count'>;
/** The same for verdicts on one thing, which may be unclear. */
export type VerdictCounts = Counts & Pick<AspectInsight, 'unclear_count'>;

/** A review's stars and day, and its polarity about something; undefined without a verdict. */
export interface Opinion extends Pick<Review, 'rating' | 'date'> {
  readonly polarity: VerdictPolarity | undefined;
}

/** The number of each polarity. */
export function tally(opinions: readonly Pick<Opinion, 'polarity'>[]): VerdictCounts {
  const count = (wanted: VerdictPolarity) => opinions.filter(({ polarity }) => polarity === wanted).length;
  return {
    positive_count: count('positive'),
    neutral_count: count('neutral'),
    mixed_count: count('mixed'),
    negative_count: count('negative'),
    unclear_count: count('unclear'),
  };
}

/** The same for reviews as a whole, whose sentiment is never unclear. */
export function tallySentiments(opinions: readonly { readonly polarity: Polarity }[]): Counts {
  const { unclear_count: _none, ...counts } = tally(opinions);
  return counts;
}

/**
 * The aspects that at least one review praises, or criticizes, sorted by the number of such reviews, then by their share of the aspect's
 * mentions.
 */
export function strongest(aspects: readonly AspectInsight[], side: 'positive_count' | 'negative_count'): AspectInsight[] {
  return aspects.filter((aspect) => aspect[side] > 0).sort((a, b) => b[side] - a[side] || a.mention_count - b.mention_count);
}

/** Percentages with one decimal that add up to exactly 100, by largest remainders; all 0 if there is nothing to count. */
export function verdictShares({ positive_count, neutral_count, mixed_count, negative_count, unclear_count }: VerdictCounts) {
  const parts = largestRemainders([positive_count, neutral_count, mixed_count, negative_count, unclear_count]);
  const [positive_pct = 0, neutral_pct = 0, mixed_pct = 0, negative_pct = 0, unclear_pct = 0] = parts;
  return { positive_pct, neutral_pct, mixed_pct, negative_pct, unclear_pct };
}

/** The same for reviews as a whole. */
export function shares(counts: Counts) {
  const { unclear_pct: _none, ...parts } = verdictShares({ ...counts, unclear_count: 0 });
  return parts;
}

/** Shares of `counts` in percent that add up to 100: rounded down to `whole` parts (1000: one decimal), then the largest remainders up. */
export function largestRemainders(counts: readonly number[], whole = 1000): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const steps = counts.map((count) => Math.floor((count * whole) / total));
  const remainders = counts.map((count, index) => ({ index, remainder: (count * whole) % total }));
  remainders.sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  const missing = whole - steps.reduce((sum, share) => sum + share, 0);
  for (const { index } of remainders.slice(0, missing)) steps[index] = (steps[index] ?? 0) + 1;
  return steps.map((share) => (share * 100) / whole);
}

/** Whether there is enough for statements about praise and criticism: enough analyzed mentions, and half of all texts analyzed. */
export const isEnough = (
  mentions: number,
  { analysed, with_text }: Pick<InsightsDocument['coverage'], 'analysed' | 'with_text'>,
): boolean => mentions >= ENOUGH_MENTIONS && analysed * 2 >= with_text;

/** The number of verdicts that aren't unclear. */
export const totalOf = ({ positive_count, neutral_count, mixed_count, negative_count }: Counts): number =>
  positive_count + neutral_count + mixed_count + negative_count;

/** The mean of 1 (positive), 0 (neutral, mixed) and -1 (negative), without unclear ones, two decimals; 0 without any. */
export function scoreOf(counts: Counts): number {
  const total = totalOf(counts);
  return total === 0 ? 0 : round((counts.positive_count - counts.negative_count) / total, 2);
}

/** The share of `part` in `whole` in percent, one decimal; 0 if `whole` is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : round((part * 100) / whole, 1);
}

/**
 * The probability (0 to 1) that the shares `a` of `aTotal` and `b` of `bTotal` differ at least this much by chance: Fisher's exact test,
 * two-sided, valid for small counts. The sum includes tables as unlikely as the observed one, with a tolerance for rounding.
 */
export function fisherExact(a: number, aTotal: number, b: number, bTotal: number): number {
  const hits = a + b;
  const lowest = Math.max(0, hits - bTotal);
  const highest = Math.min(hits, aTotal);
  const likeliest = Math.floor(((hits + 1) * (aTotal + 1)) / (aTotal + bTotal + 2));
  const odds = (table: number) => ((hits - table) * (aTotal - table)) / ((table + 1) * (bTotal - hits + table + 1));
  const shares = new Map([[likeliest, 1]]);
  for (let table = likeliest; table < highest; table++) shares.set(table + 1, (shares.get(table) ?? 0) * odds(table));
  for (let table = likeliest; table > lowest; table--) shares.set(table - 1, (shares.get(table) ?? 0) / odds(table - 1));
  const seen = (shares.get(a) ?? 0) * (1 + 1e-9);
  const sum = (list: readonly number[]) => list.reduce((total, share) => total + share, 0);
  const all = [...shares.values()];
  return sum(all.filter((share) => share <= seen)) / sum(all);
}

/** Rounds half up to `decimals`; never -0. */
export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.floor(value * scale + 0.5) / scale + 0;
}

/** Orders texts by code units, the same on every machine. */
export const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
