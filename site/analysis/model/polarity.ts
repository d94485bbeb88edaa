import { type AspectId, aspectIds, type Polarity } from '../../contract/insights.ts';
import type { Clues } from '../text/clues.ts';
import type { Opinion } from '../text/opinions.ts';
import { type Gram, keysOfPlace, keysOfWord } from './grams.ts';
import { recallLevels, sumLevels, type WeightTable } from './weight-table.ts';

/** The order of the outputs of everything that decides a polarity. */
export const polarities: readonly Polarity[] = ['positive', 'negative', 'neutral', 'mixed'];

/** The words of one sentence that speak of an aspect. */
export interface Passage {
  readonly clues: Clues;
  /** Indexes of the sentence's words, ascending. */
  readonly words: readonly number[];
}

/** What the phrases alone make of an aspect. */
export interface PhraseVerdict {
  readonly polarity: Polarity;
  readonly score: number;
}

/**
 * The keys of one word of a passage in the table of polarities: its grams, and its stem as said of this aspect. Behind a negator its
 * stem is another one (Pang, Lee and Vaithyanathan 2002), and what its neighbours in meaning say doesn't count.
 */
export const keysFor = (aspect: AspectId, gram: Gram): string[] => [...wordKeysFor(aspect, gram), ...placeKeysFor(gram)];

function wordKeysFor(aspect: AspectId, gram: Gram): string[] {
  return gram.negated ? [`!${gram.stem}`, `${aspect}:!${gram.stem}`] : [...keysOfWord(gram), `${aspect}:${gram.stem}`];
}

const placeKeysFor = (gram: Gram): string[] => (gram.negated ? [gram.pair] : keysOfPlace(gram));

/** What a word of a passage adds to each polarity. */
export function levelsFor(aspect: AspectId, gram: Gram, table: WeightTable): Int16Array {
  const base = recallLevels(table, `${aspect}${gram.negated ? '!' : ':'}${gram.word}`, () => wordKeysFor(aspect, gram));
  return sumLevels(table, placeKeysFor(gram), base);
}

/** The grams of passages, in order. */
export const gramsOf = (passages: readonly Passage[]): Gram[] =>
  passages.flatMap(({ clues, words }) => words.flatMap((index) => clues.grams[index] ?? []));

const TURNS = /^(?:but|though|although|however|yet|except|while|only|still|otherwise)$/;
const bit = (yes: boolean) => (yes ? 1 : 0);
const capped = (value: number) => Math.max(-5, Math.min(5, value)) / 2;
const praiseIn = (opinions: readonly Opinion[]) => opinions.reduce((sum, { value }) => sum + Math.max(0, value), 0);
const blameIn = (opinions: readonly Opinion[]) => opinions.reduce((sum, { value }) => sum + Math.max(0, -value), 0);

/**
 * The features by which the polarity of an aspect is decided: the table's `scores`, the phrases' verdict, the opinions in the
 * passages and around them, the phrases in their sentences, then a 1 in the place of the aspect.
 */
export function toPolarityFeatures(
  aspect: AspectId,
  scores: readonly number[],
  verdict: PhraseVerdict | undefined,
  passages: readonly Passage[],
): number[] {
  const inside = passages.flatMap(({ clues, words }) => clues.opinions.filter(({ from }) => words.includes(from)));
  const outside = passages.flatMap(({ clues, words }) => clues.opinions.filter(({ from }) => !words.includes(from)));
  const [praise, blame] = [praiseIn(inside), blameIn(inside)];
  const evidence = passages.flatMap(({ clues }) => clues.evidence.filter((item) => item.aspect === aspect));
  const found = (sign: number) => Math.min(2, evidence.filter(({ value }) => Math.sign(value) === sign).length);
  const sure = (sign: number) => evidence.some((item) => item.sure && Math.sign(item.value) === sign);
  const turned = passages.some(({ clues, words }) => words.some((index) => TURNS.test(clues.sentence.words[index]?.word ?? '')));
  const pieces = new Set(passages.flatMap(({ clues, words }) => words.map((index) => `${clues.number} ${clues.sentence.pieces[index]}`)));
  return [
    ...scores,
    ...polarities.map((polarity) => bit(verdict?.polarity === polarity)),
    verdict?.score ?? 0,
    capped(praise),
    capped(blame),
    capped(praise - blame),
    capped(Math.min(praise, blame)),
    bit(inside.some(({ ordinary }) => ordinary)),
    bit(passages.some(({ clues }) => clues.sentence.question)),
    bit(praise + blame === 0),
    capped(praiseIn(outside)),
    capped(blameIn(outside)),
    bit(turned),
    Math.min(pieces.size, 3),
    found(1),
    found(-1),
    found(0),
    bit(found(1) > 0 && found(-1) > 0),
    bit(sure(1)),
    bit(sure(-1)),
    bit(sure(0)),
    bit(sure(1) && !sure(-1) && !sure(0) && blame === 0),
    bit(sure(-1) && !sure(1) && !sure(0) && praise === 0),
    ...aspectIds.map((id) => bit(id === aspect)),
  ];
}
