import type { AspectId, InsightsDocument } from '../contract/insights.ts';
import type { Messages } from '../messages/messages.ts';
import type { VerdictCounts } from './counts.ts';

/** The minimum number of mentions for a percentage. */
export const PERCENT_FROM = 5;

/** A share to be printed as a whole percentage, 0 to 1, rounded half up. */
export const toShare = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((part * 100) / whole + 0.5) / 100);

type Coverage = Pick<InsightsDocument['coverage'], 'other_language'>;

/** Whether all texts were analyzed. If only some were, sentences refer to "analyzed reviews". */
export const readOf = ({ other_language }: Coverage): 'all' | 'some' => (other_language > 0 ? 'some' : 'all');

/** "84 praise it, 6 criticize it, 4 do both and 3 critical reviews are unclear": every review that mentions something, counted once. */
export function countVerdicts(
  { positive_count, negative_count, mixed_count, neutral_count, unclear_count }: VerdictCounts,
  { say, list }: Pick<Messages, 'say' | 'list'>,
): string {
  const counts = [
    ['positive', positive_count],
    ['negative', negative_count],
    ['mixed', mixed_count],
    ['neutral', neutral_count],
    ['unclear', unclear_count],
  ] as const;
  // Praise and criticism are counted even if there is none.
  const said = counts.filter(([kind, count]) => count > 0 || kind === 'positive' || kind === 'negative');
  return list(said.map(([kind, count]) => say(`computed.verdicts_${kind}`, { count })));
}

/** The minimum number of analyzed texts for pages about what customers praise and criticize. */
const INSIGHTS_FROM = 5;

/** Whether enough texts were analyzed for a page about them. */
export const hasInsights = ({ coverage }: Pick<InsightsDocument, 'coverage'>): boolean => coverage.analysed >= INSIGHTS_FROM;

export function aspectLabels({ aspects }: Pick<InsightsDocument, 'aspects'>): ReadonlyMap<AspectId, string> {
  return new Map(aspects.map(({ id, label }) => [id, label]));
}
