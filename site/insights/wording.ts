import type { InsightsDocument } from '../contract/insights.ts';
import type { Messages } from '../messages/messages.ts';

/** The minimum number of mentions for a percentage. */
export const PERCENT_FROM = 5;

/** The words for shares, each with its lower bound in percent. */
const WORDS = [
  [100, 'all'],
  [90, 'nearly_all'],
  [65, 'most'],
  [55, 'more_than_half'],
  [45, 'about_half'],
  [25, 'some'],
  [10, 'few'],
  [0, 'very_few'],
] as const;

/** The key of the word for a share: `most` is 65% to under 90%, `about_half` is 45% to under 55%. `none` and `one` are counts. */
export function shareWord(part: number, whole: number): (typeof WORDS)[number][1] | 'none' | 'one' {
  if (part === 0 || whole === 0) return 'none';
  if (part === 1 && whole > 1) return 'one';
  const percent = (part * 100) / whole;
  return WORDS.find(([from]) => percent >= from)?.[1] ?? 'very_few';
}

/** A share to be printed as a whole percentage, 0 to 1, rounded half up. */
export const toShare = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((part * 100) / whole + 0.5) / 100);

type Coverage = Pick<InsightsDocument['coverage'], 'other_language'>;

/** Whether all texts were analyzed. If only some were, sentences refer to "analyzed reviews". */
export const readOf = ({ other_language }: Coverage): 'all' | 'some' => (other_language > 0 ? 'some' : 'all');

/** A share of the reviews that mention something, with its base: "12 of the 40 reviews that mention it, 30%"; no percentage below five. */
export function figure(part: number, whole: number, coverage: Coverage, { say }: Pick<Messages, 'say'>): string {
  const kind = part < whole ? (whole < PERCENT_FROM ? 'counts' : 'percent') : whole === 1 ? 'only' : 'all';
  return say('computed.figure', { kind, part, whole, read: readOf(coverage), share: toShare(part, whole) });
}
