import type { AspectInsight, InsightsDocument } from '../contract/insights.ts';
import type { Messages } from '../messages/messages.ts';
import { type Counts, fisherExact, type Opinion, scoreOf, tally, totalOf } from './counts.ts';

type Dated = Pick<Opinion, 'date' | 'polarity'>;

const ENOUGH = 5;
const CHANGE = 0.2;
const LEVEL = 0.05;

/** The day a year before `date`, as a string that compares with dates (February 29 stays, which sorts correctly). */
const yearBefore = (date: string) => `${String(Number(date.slice(0, 4)) - 1).padStart(4, '0')}${date.slice(4)}`;

/**
 * Compares the twelve months up to the newest item with everything before. It is improving or declining if the score changes by at least
 * 0.2 and the shares of positive items differ beyond chance (Fisher's exact test at 5%), otherwise steady; undefined if either part has
 * fewer than five items. `items` are newest first.
 */
export function compareYears(items: readonly Dated[], messages: Messages) {
  const newest = items[0]?.date;
  if (newest === undefined) return undefined;
  const border = yearBefore(newest);
  const recent = tally(items.filter(({ date }) => date > border));
  const earlier = tally(items.filter(({ date }) => date <= border));
  if (totalOf(recent) < ENOUGH || totalOf(earlier) < ENOUGH) return undefined;
  const chance = fisherExact(recent.positive_count, totalOf(recent), earlier.positive_count, totalOf(earlier));
  const change = chance < LEVEL ? scoreOf(recent) - scoreOf(earlier) : 0;
  const direction = change >= CHANGE ? ('improving' as const) : change <= -CHANGE ? ('declining' as const) : ('steady' as const);
  return { direction, basis: describe(recent, earlier, newest, chance, messages), recent, earlier };
}

/** Describes a comparison for readers; the page "How it works" names the test. */
function describe(recent: Counts, earlier: Counts, newest: string, probability: number, { say, date }: Messages): string {
  const part = (counts: Counts) =>
    say('computed.trend_part', { positive: counts.positive_count, negative: counts.negative_count, count: totalOf(counts) });
  const isSame = recent.positive_count * totalOf(earlier) === earlier.positive_count * totalOf(recent);
  const chance = isSame ? 'same' : probability < LEVEL ? 'real' : 'maybe';
  return say('computed.trend_basis', { date: date(newest), recent: part(recent), earlier: part(earlier), chance });
}

/** The trend of an aspect, with its quarters oldest first; null if there are too few reviews. */
export function toTrend(items: readonly Dated[], messages: Messages): AspectInsight['trend'] {
  const compared = compareYears(items, messages);
  if (!compared) return null;
  return { direction: compared.direction, basis: compared.basis, quarters: toQuarters(items) };
}

function toQuarters(items: readonly Dated[]) {
  const byQuarter = Map.groupBy([...items].reverse(), ({ date }) => `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`);
  return [...byQuarter].map(([quarter, own]) => {
    const counts = tally(own);
    return { quarter, mention_count: own.length, ...counts, score: scoreOf(counts) };
  });
}

/** The trend of all reviews' sentiment; null if there are too few reviews. */
export function toOverallTrend(items: readonly Dated[], messages: Messages): InsightsDocument['temporal']['trend'] {
  const compared = compareYears(items, messages);
  if (!compared) return null;
  const { direction, basis, recent, earlier } = compared;
  return {
    direction,
    basis,
    recent_score: scoreOf(recent),
    earlier_score: scoreOf(earlier),
    recent_count: totalOf(recent),
    earlier_count: totalOf(earlier),
  };
}
