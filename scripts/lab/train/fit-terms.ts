import { z } from 'zod';
import { toTermAmounts } from '../../../site/analysis/model/terms.ts';
import { readTable, type StoredTable, type WeightTable } from '../../../site/analysis/model/weight-table.ts';
import { findTerm, termPolarities } from '../../../site/analysis/text/terms.ts';
import type { Pair } from '../eval/figures.ts';
import { readLines } from '../eval/gold.ts';
import { judgeAll } from '../eval/semeval.ts';
import { type Example, fitTable, type Meanings } from './fit-table.ts';
import { readVoices } from './practice.ts';

const FOLDER = 'test/gold/terms';
const lesson = z.strictObject({
  id: z.string(),
  text: z.string(),
  terms: z.array(z.strictObject({ term: z.string(), from: z.int(), to: z.int(), polarity: z.enum([...termPolarities, 'conflict']) })),
});

/** A sentence with its terms and the polarity of each, and the voice that wrote it. */
export interface TermLesson extends z.infer<typeof lesson> {
  readonly voice: string;
}

/** The practice sentences of test/gold/terms; throws with the place of what is wrong in it. */
export function readTermPractice(folder = FOLDER): TermLesson[] {
  return readVoices(folder, (file) => readLines(file, lesson)).map((item) => {
    const stray = item.terms.find(({ term, from, to }) => item.text.slice(from, to) !== term);
    if (stray) throw new Error(`${item.voice} ${item.id}: "${stray.term}" is not at ${stray.from}`);
    return item;
  });
}

const STRENGTH = 0.3;

/** The weights of the terms. "conflict" is no class: what is both is left out. */
export const fitTerms = (lessons: readonly TermLesson[], meanings: Meanings): StoredTable =>
  fitTable(lessons.flatMap(toExamples), meanings, STRENGTH);

function toExamples(item: TermLesson): Example[] {
  const ranges = item.terms.map(({ from, to }) => ({ start: from, end: to }));
  return item.terms.flatMap(({ polarity }, index) => {
    const range = ranges[index];
    const others = ranges.filter((_, other) => other !== index);
    const found = range && findTerm(item.text, range, others);
    if (!found || polarity === 'conflict') return [];
    const answers = termPolarities.map((wanted) => wanted === polarity);
    return [{ amounts: toTermAmounts(found.sentence, found.term, found.others), answers, counts: answers.map(() => 1) }];
  });
}

/** What each voice's terms are judged by weights learned from the other voices. */
export function judgeVoices(lessons: readonly TermLesson[], meanings: Meanings): { readonly voice: string; readonly pairs: Pair[] }[] {
  const voices = [...new Set(lessons.map(({ voice }) => voice))];
  return voices.map((voice) => {
    const others = lessons.filter((item) => item.voice !== voice);
    const table = readTable(fitTerms(others, meanings));
    return { voice, pairs: lessons.filter((item) => item.voice === voice).flatMap((item) => toPairs(item, table)) };
  });
}

const toPairs = ({ text, terms }: TermLesson, table: WeightTable): Pair[] =>
  judgeAll(
    terms.map((term) => ({ text, ...term })),
    table,
  );
