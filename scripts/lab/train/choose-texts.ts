import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { guessLanguage } from '../../../site/analysis/text/language.ts';
import type { RealText, Source } from './real-sources.ts';

/** The number of texts from each stratum of each source. */
export type Quotas = Readonly<Partial<Record<Source, Readonly<Record<string, number>>>>>;

/**
 * The key of a held-out text: the first 16 hex digits of the SHA-1 of its letters. The text is put in lower case, then loses "_num_" and
 * then everything except a to z.
 */
export function toKey(text: string): string {
  return createHash('sha1').update(toLetters(text)).digest('hex').slice(0, 16);
}

const toLetters = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('_num_', '')
    .replaceAll(/[^a-z]/g, '');

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a text; a line break ends one, too. */
export function toSentences(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.trim()))
    .filter((sentence) => /[a-z]/i.test(sentence));
}

/** The offsets of the sentences of a text, in UTF-16 units. Line breaks end sentences, too. */
export function sentenceStarts(text: string): number[] {
  const lines = [...text.matchAll(/[^\n]+/g)];
  return lines.flatMap(({ 0: line, index: start }) => [...segmenter.segment(line)].map(({ index }) => start + index));
}

/** The keys of a file, one per line; other lines are comments. */
export function readKeys(file: string): Set<string> {
  const lines = readFileSync(file, 'utf8').split('\n');
  return new Set(lines.filter((line) => /^[0-9a-f]{16}$/.test(line)));
}

/** Whether a text, one of its sentences, or adjacent sentences have a held-out key. */
export function isHeldOut(text: string, keys: ReadonlySet<string>): boolean {
  const divisions = [toSentences(text), text.split(/[.!?\n]+/)];
  return keys.has(toKey(text)) || divisions.some((parts) => runs(parts).some((run) => keys.has(toKey(run))));
}

const LONGEST_RUN = 8;

const runs = (parts: readonly string[]) =>
  parts.flatMap((_, from) => Array.from({ length: LONGEST_RUN }, (_, more) => parts.slice(from, from + more + 1).join(' ')));

/** Words in nearly every sentence of more than three words, whatever it's about. */
const ENGLISH =
  /\b(the|a|an|and|is|was|were|are|to|of|in|for|with|very|i|we|it|my|our|you|they|he|she|had|have|not|be|been|at|on|this|that|all|as|so|but|no)\b/i;

/** Whether a text is certainly English. Texts of fewer than four words only count if the source has no other language. */
export function isEnglish({ text, source }: RealText): boolean {
  if (countWords(text) < 4) return source !== 'airbnb';
  return ENGLISH.test(text) && guessLanguage(text) === 'en' && !/(?!\p{Script=Latin})\p{L}/u.test(text);
}

export const countWords = (text: string) => text.split(/\s+/).filter((word) => /[a-z]/i.test(word)).length;

/**
 * Texts by quota, in an order that only depends on the seed and their ids. Texts that only differ in case, digits and punctuation count
 * once. At most a fifth of each quota has up to `short` words.
 */
export function choose(texts: readonly RealText[], quotas: Quotas, seed: string, short = 0): RealText[] {
  const seen = new Set<string>();
  const room = new Map<string, { all: number; short: number }>();
  const wanted = (text: RealText) => quotas[text.source]?.[text.stratum] ?? 0;
  return inSeededOrder(texts, seed).filter((item) => {
    const letters = toLetters(item.text);
    const left = room.get(`${item.source} ${item.stratum}`) ?? { all: wanted(item), short: Math.ceil(wanted(item) / 5) };
    const isShort = countWords(item.text) <= short;
    if (seen.has(letters) || left.all === 0 || (isShort && left.short === 0)) return false;
    seen.add(letters);
    room.set(`${item.source} ${item.stratum}`, { all: left.all - 1, short: left.short - Number(isShort) });
    return true;
  });
}

/** The same order for the same seed and ids, regardless of the given order. */
export function inSeededOrder<T extends { readonly id: string }>(items: readonly T[], seed: string): T[] {
  const rank = (id: string) => createHash('sha1').update(`${seed} ${id}`).digest('hex');
  return items
    .map((item) => ({ item, rank: rank(item.id) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ item }) => item);
}
