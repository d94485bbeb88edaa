import fc from 'fast-check';
import { reviewId } from '../../site/content/identity.ts';
import type { Written } from './business.ts';
import type { World } from './world.ts';

export type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never;

/** Which of several: often the first, which is the newest. */
export const pick = fc.oneof(fc.constant(0), fc.nat({ max: 20 }));

/** Returns the item of `from` for a drawn number, or undefined if there are none. */
export const pickOne = <T>(from: readonly T[], index: number): T | undefined => from[index % Math.max(1, from.length)];

/** What somebody writes: on a day near the end of a month or year, or today. */
export const draft = fc.record({
  date: fc.option(fc.constantFrom('2026-11-01', '2026-11-01', '2027-02-28', '2027-12-31', '2028-01-01', '2028-02-29')),
  rating: fc.integer({ min: 1, max: 5 }),
  words: fc.constantFrom('a sentence', 'a sentence', 'an address', 'none'),
});
export type Draft = Drawn<typeof draft>;

/** Writes a text with a mark, and maybe a second one in an e-mail address, which the policy can mask. */
export function writeText({ marks }: World, words: Draft['words']): string | null {
  if (words === 'none') return null;
  const sentence = `${marks.next()} says that they came on time and mended the panel.`;
  return words === 'a sentence' ? sentence : `${sentence} Write to ${marks.next()}@example.com now.`;
}

/** Returns the sentence of a text that owners quote. */
export const quoteOf = (text: string): string => text.replace(/ Write to .*/, '');

/** Writes a new review at `source`. `prefix` comes before its identity there. */
export function write(world: World, { date, rating, words }: Draft, source: string, location = '', prefix = ''): Written {
  const on = date ?? world.today;
  const author = `Ann Z${world.marks.next().slice(1)}`;
  const sourceId = prefix + world.marks.next();
  const id = reviewId(on, source, sourceId);
  return { id, source, sourceId, location, date: on, updated: Date.parse(on), author, rating, text: writeText(world, words), reply: null };
}

export const describe = ({ author, date, rating, text }: Pick<Written, 'author' | 'date' | 'rating' | 'text'>): string =>
  `${author}, ${date}, ${rating}/5, ${text === null ? 'no words' : `"${text}"`}`;
