import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { guessLanguage } from '../../../site/analysis/text/language.ts';
import type { RealText, Source } from './real-sources.ts';

/** How many texts of each stratum of each source are wanted. */
export type Quotas = Readonly<Partial<Record<Source, Readonly<Record<string, number>>>>>;

/**
 * The key by which held-out texts are known: lower case, every "_num_" and then everything but a to z taken out,
 * SHA-1, its first 16 hex digits.
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

/** Where the sentences of a text begin, in UTF-16 units; a line break ends one, too. */
export function sentenceStarts(text: string): number[] {
  const lines = [...text.matchAll(/[^\n]+/g)];
  return lines.flatMap(({ 0: line, index: start }) => [...segmenter.segment(line)].map(({ index }) => start + index));
}

/** The keys of a file, one a line; other lines are comments. */
export function readKeys(file: string): Set<string> {
  const lines = readFileSync(file, 'utf8').split('\n');
  return new Set(lines.filter((line) => /^[0-9a-f]{16}$/.test(line)));
}

/** Whether a text, a sentence of it, or sentences of it that stand together have a held-out key. */
export function isHeldOut(text: string, keys: ReadonlySet<string>): boolean {
  const divisions = [toSentences(text), text.split(/[.!?\n]+/)];
  return keys.has(toKey(text)) || divisions.some((parts) => runs(parts).some((run) => keys.has(toKey(run))));
}

const LONGEST_RUN = 8;

const runs = (parts: readonly string[]) =>
  parts.flatMap((_, from) => Array.from({ length: LONGEST_RUN }, (_, more) => parts.slice(from, from + more + 1).join(' ')));

/** Words that hardly a sentence of more than three words does without, and none of which says what it is about. */
const ENGLISH =
  /\b(the|a|an|and|is|was|were|are|to|of|in|for|with|very|i|we|it|my|our|you|they|he|she|had|have|not|be|been|at|on|this|that|all|as|so|but|no)\b/i;

/** Whether a text is surely English; of fewer than four words only where the source has no other language. */
export function isEnglish({ text, source }: RealText): boolean {
  if (countWords(text) < 4) return source !== 'airbnb';
  return ENGLISH.test(text) && guessLanguage(text) === 'en' && !/(?!\p{Script=Latin})\p{L}/u.test(text);
}

export const countWords = (text: string) => text.split(/\s+/).filter((word) => /[a-z]/i.test(word)).length;

/**
 * Texts by quota, in an order that only the seed and their ids decide. Texts that differ by nothing but letters' case,
 * digits and punctuation count once; of texts with at most `short` words at most a fifth of each quota is taken.
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

/** The same order for the same seed and ids, whatever the order given. */
export function inSeededOrder<T extends { readonly id: string }>(items: readonly T[], seed: string): T[] {
  const rank = (id: string) => createHash('sha1').update(`${seed} ${id}`).digest('hex');
  return items
    .map((item) => ({ item, rank: rank(item.id) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ item }) => item);
}
