import { isNegated } from '../text/opinions.ts';
import type { Sentence } from '../text/sentences.ts';
import { stem } from '../text/stems.ts';
import type { Token } from '../text/tokens.ts';

/** What learned weights are kept under for the word at one place of a sentence. */
export interface Gram {
  /** The word itself: its weights come from its neighbours in meaning. */
  readonly word: string;
  readonly stem: string;
  /** Its stem and the next one, with a space between; `$` is the end. */
  readonly pair: string;
  /** Only at the beginning: `^` and its stem. */
  readonly opening: string | undefined;
  /** Whether a negator stands before it. */
  readonly negated: boolean;
}

/** Sums of money and numbers stand for their kind; all else is its folded word. */
const nameOf = ({ kind, word }: Token) => (kind === 'money' ? '<money>' : kind === 'number' ? '<number>' : word);

/** The grams of a sentence, one for each word. */
export function toGrams(sentence: Sentence): Gram[] {
  const names = sentence.words.map(nameOf);
  const stems = names.map(stem);
  return names.map((word, index) => ({
    word,
    stem: stems[index] ?? word,
    pair: `${stems[index]} ${stems[index + 1] ?? '$'}`,
    opening: index === 0 ? `^ ${stems[0]}` : undefined,
    negated: isNegated(sentence, index),
  }));
}

/** The keys that follow from the word alone; its own is marked, for a stem may look the same. */
export const keysOfWord = ({ word, stem: own }: Gram): string[] => [`=${word}`, own];

/** The keys that its neighbours have a part in. */
export const keysOfPlace = ({ pair, opening }: Gram): string[] => (opening === undefined ? [pair] : [pair, opening]);

/** All keys of a gram in a table of weights. */
export const keysOf = (gram: Gram): string[] => [...keysOfWord(gram), ...keysOfPlace(gram)];
