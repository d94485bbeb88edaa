import type { TextRange } from '../../contract/insights.ts';
import stored from '../model/term-weights.json' with { type: 'json' };
import { type Stretch, toTermAmounts } from '../model/terms.ts';
import { readTable, scoreAmounts, type WeightTable } from '../model/weight-table.ts';
import { type Sentence, toSentences } from './sentences.ts';
import { tokenize } from './tokens.ts';

/** In the order of the outputs of the table of terms. */
export const termPolarities = ['positive', 'negative', 'neutral'] as const;
export type TermPolarity = (typeof termPolarities)[number];

const learned = readTable(stored);

/**
 * What a text says of the term at a range, beside the `others` that it names, by weights learned from sentences about anything
 * (scripts/lab/train.ts). Neutral where the range touches no word.
 */
export function judgeTerm(text: string, range: TextRange, others: readonly TextRange[] = [], table: WeightTable = learned): TermPolarity {
  const found = findTerm(text, range, others);
  if (!found) return 'neutral';
  const scores = scoreAmounts(table, toTermAmounts(found.sentence, found.term, found.others));
  return termPolarities[scores.indexOf(Math.max(...scores))] ?? 'neutral';
}

/** The sentence that a range begins in, with the words of the range and of the others in it; undefined where it touches none. */
export function findTerm(text: string, range: TextRange, others: readonly TextRange[]) {
  const sentence = toSentences(tokenize(text), text).find(({ start, end }) => start <= range.start && range.start < end);
  const term = sentence && wordsAt(sentence, range);
  return sentence && term && { sentence, term, others: others.flatMap((other) => wordsAt(sentence, other) ?? []) };
}

function wordsAt({ words }: Sentence, { start, end }: TextRange): Stretch | undefined {
  const touched = words.flatMap((word, index) => (word.start < end && start < word.end ? [index] : []));
  const [from] = touched;
  return from === undefined ? undefined : { from, to: (touched.at(-1) ?? from) + 1 };
}
