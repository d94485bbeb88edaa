import { percentOf } from './counts.ts';

/** From how many mentions on a sentence may name a percentage. */
export const PERCENT_FROM = 5;

/** The fixed words for shares: from the lower bound on, in percent. */
const WORDS: readonly (readonly [from: number, word: string])[] = [
  [100, 'all'],
  [90, 'nearly all'],
  [65, 'most'],
  [55, 'more than half'],
  [45, 'about half'],
  [25, 'some'],
  [10, 'a few'],
  [0, 'very few'],
];

/** The word for a share: "most" is 65 % to under 90 %, "about half" 45 % to under 55 %; "none" of nothing. */
export function wordFor(part: number, whole: number): string {
  if (part === 0 || whole === 0) return 'none';
  const percent = (part * 100) / whole;
  return (WORDS.find(([from]) => percent >= from) ?? [0, 'very few'])[1];
}

/** `12 of 40, 30 %`; from five on with the percentage, below without. */
export function figure(part: number, whole: number): string {
  const counts = `${part} of ${whole}`;
  return whole < PERCENT_FROM ? counts : `${counts}, ${wholePercent(part, whole)} %`;
}

/** `12 of the 40 reviews that mention it, 30 %`, of one review `the only review that mentions it`. For a part that isn't empty. */
export function amongMentioning(part: number, whole: number): string {
  if (whole === 1) return 'the only review that mentions it';
  const share = whole < PERCENT_FROM ? '' : `, ${wholePercent(part, whole)} %`;
  return `${part} of the ${whole} reviews that mention it${share}`;
}

const wholePercent = (part: number, whole: number) => Math.floor(percentOf(part, whole) + 0.5);

/** `a, b and c`. */
export function enumerate(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** With a capital. */
export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** One word for one, another for more. */
export const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
