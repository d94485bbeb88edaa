import type { TextRange } from '../../contract/insights.ts';
import { type Gram, toGrams } from '../model/grams.ts';
import { type compileCues, type Evidence, findEvidence } from './evidence.ts';
import { pullsOf } from './fields.ts';
import { findOpinions, type Opinion } from './opinions.ts';
import type { Sentence } from './sentences.ts';

/** All that is found in one sentence before anything is decided. */
export interface Clues {
  readonly sentence: Sentence;
  /** Its place in the text, from 0. */
  readonly number: number;
  /** How many sentences the text has. */
  readonly of: number;
  readonly grams: readonly Gram[];
  /** How much its words speak for each aspect by the phrases that use them, in the order of `aspectIds`. */
  readonly pulls: readonly number[];
  readonly opinions: readonly Opinion[];
  /** What the phrases found. */
  readonly evidence: readonly Evidence[];
}

/** The clues of a sentence. `masked` are names that may look like words ("Lower Tansy"): no phrase that touches them counts. */
export function findClues(
  sentence: Sentence,
  { number, of }: { readonly number: number; readonly of: number },
  cues: ReturnType<typeof compileCues>,
  masked: readonly TextRange[] = [],
): Clues {
  const opinions = findOpinions(sentence, 'trade');
  const isMasked = ({ words }: Evidence) => masked.some(({ start, end }) => words.start < end && start < words.end);
  return {
    sentence,
    number,
    of,
    grams: toGrams(sentence),
    pulls: pullsOf(sentence.words),
    opinions,
    evidence: findEvidence(sentence, number, cues, opinions).filter((item) => !isMasked(item)),
  };
}
