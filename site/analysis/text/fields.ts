import { type AspectId, aspectIds } from '../../contract/insights.ts';
import { taxonomy } from '../lexicon/aspects/taxonomy.ts';
import { wordClasses } from '../lexicon/classes.ts';
import { stem } from './stems.ts';
import type { Token } from './tokens.ts';

/** How much a word speaks for each aspect, in the order of `aspectIds`, and how much it blames within it. */
interface Weight {
  readonly pull: readonly number[];
  readonly blame: readonly number[];
}

/** What a stretch of words is about as a whole. */
export interface Field {
  readonly strongest: AspectId;
  /** By how much the strongest leads the next, or nothing at all. */
  readonly lead: number;
  /** Above 0 where the words of the strongest aspect rather blame. */
  readonly blame: number;
  /** Index of the word that speaks most for it. */
  readonly at: number;
  /** How many words speak for it. */
  readonly support: number;
}

const SHORTEST = 3;
const SUPPORT = 0.5;
const CLASS_SHARE = 0.5;
const ALTERNATIVES = 0.3;
const PRIOR = 0.15;
const RARE = 0.3;
const SIZE = aspectIds.length;
const weights = weighWords();

/** From the phrases of the taxonomy: a word that only one aspect's phrases use speaks for it, one that all use for none. */
function weighWords(): ReadonlyMap<string, Weight> {
  const counts = new Map<string, { praise: number[]; blame: number[] }>();
  for (const [index, aspect] of aspectIds.entries()) {
    for (const kind of ['topic', 'subject', 'positive', 'negative', 'neutral'] as const) {
      const elements = taxonomy[aspect][kind].split(/\s+/).filter((element) => /\p{L}/u.test(element));
      for (const [word, share] of elements.flatMap(sharesOf)) {
        const count = counts.get(stem(word)) ?? { praise: Array<number>(SIZE).fill(0), blame: Array<number>(SIZE).fill(0) };
        counts.set(stem(word), count);
        const own = kind === 'negative' ? count.blame : count.praise;
        own[index] = (own[index] ?? 0) + share;
      }
    }
  }
  return new Map([...counts].map(([word, { praise, blame }]) => [word, toWeight(praise, blame)]));
}

/** The words of one element of a phrase; the more alternatives it has, the less each counts. */
function sharesOf(element: string): (readonly [word: string, share: number])[] {
  const parts = element.replace(/\?$/, '').split('/');
  const words = [...new Set(parts.filter((part) => !part.startsWith('@')))];
  const classes = parts.filter((part) => part.startsWith('@')).map((part) => [...new Set(wordClasses[part.slice(1)])]);
  const spread = (list: readonly string[], whole: number) => list.map((word) => [word, whole / list.length ** ALTERNATIVES] as const);
  return [...spread(words, 1), ...classes.flatMap((list) => spread(list, CLASS_SHARE))];
}

function toWeight(praise: readonly number[], blame: readonly number[]): Weight {
  const both = praise.map((value, index) => value + (blame[index] ?? 0));
  const total = both.reduce((sum, value) => sum + value, 0);
  const known = total < RARE ? 0 : Math.min(1, total);
  return {
    pull: both.map((value) => known * log(((value + PRIOR) / (total + PRIOR * SIZE)) * SIZE)),
    blame: praise.map((value, index) => known * log(((blame[index] ?? 0) + PRIOR) / (value + PRIOR))),
  };
}

/** Rounded, for the last digits of a logarithm differ between machines. */
function log(value: number): number {
  return Math.round(Math.log(value) * 1000) / 1000;
}

const MOST_REMEMBERED = 50_000;
const remembered = new Map<string, Weight | undefined>();

function weightOf(word: string): Weight | undefined {
  if (word.length < SHORTEST) return undefined;
  if (remembered.has(word)) return remembered.get(word);
  const weight = weights.get(stem(word));
  if (remembered.size < MOST_REMEMBERED) remembered.set(word, weight);
  return weight;
}

/** What the words are about as a whole, by the words that the aspects' phrases use. */
export function findField(words: readonly Token[]): Field {
  const found = words.map(({ word }) => weightOf(word));
  const totals = sumPulls(found);
  const best = totals.indexOf(Math.max(...totals));
  const rest = Math.max(0, ...totals.filter((_, index) => index !== best));
  const pulls = found.map((weight) => weight?.pull[best] ?? 0);
  return {
    strongest: aspectIds[best] ?? 'workmanship',
    lead: (totals[best] ?? 0) - rest,
    blame: found.reduce((sum, weight) => sum + (weight?.blame[best] ?? 0), 0),
    at: Math.max(0, pulls.indexOf(Math.max(...pulls))),
    support: pulls.filter((pull) => pull >= SUPPORT).length,
  };
}

/** How much each aspect is pulled, in the order of `aspectIds`. */
function sumPulls(found: readonly (Weight | undefined)[]): number[] {
  const totals = Array<number>(SIZE).fill(0);
  for (const weight of found) {
    if (!weight) continue;
    for (let index = 0; index < SIZE; index++) totals[index] = (totals[index] ?? 0) + (weight.pull[index] ?? 0);
  }
  return totals;
}

/** How much the words speak for each aspect, in the order of `aspectIds`. */
export function pullsOf(words: readonly Token[]): number[] {
  return sumPulls(words.map(({ word }) => weightOf(word)));
}

/** By how much the words pull to another aspect rather than to this one; 0 where they pull to this one. */
export function pullAway(words: readonly Token[], aspect: AspectId): number {
  const totals = pullsOf(words);
  return Math.max(...totals) - (totals[aspectIds.indexOf(aspect)] ?? 0);
}
