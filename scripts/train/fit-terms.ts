import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { toTermAmounts } from '../../site/insights/learned/terms.ts';
import { readTable, type StoredTable } from '../../site/insights/learned/weight-table.ts';
import { findTerm, judgeTerm, termPolarities } from '../../site/insights/reading/terms.ts';
import type { Pair } from '../eval/figures.ts';
import { type Example, fitTable, type Meanings } from './fit-table.ts';

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

/** The practice sentences of test/gold/terms; throws with the file and line of what is wrong in it. */
export function readTermPractice(folder = FOLDER): TermLesson[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return files.sort().flatMap((name) => {
    const lines = readFileSync(path.join(folder, name), 'utf8').split('\n').filter(Boolean);
    return lines.map((line, index) => {
      const item = lesson.parse(JSON.parse(line));
      const stray = item.terms.find(({ term, from, to }) => item.text.slice(from, to) !== term);
      if (stray) throw new Error(`${name}:${index + 1}: "${stray.term}" is not at ${stray.from}`);
      return { ...item, voice: path.basename(name, '.jsonl') };
    });
  });
}

const STRENGTH = 0.3;
const rangesOf = ({ terms }: TermLesson) => terms.map(({ from, to }) => ({ start: from, end: to }));
const butOne = <T>(list: readonly T[], index: number) => list.filter((_, other) => other !== index);

/** The weights of the terms. "conflict" is no class: what is both is left out. */
export const fitTerms = (lessons: readonly TermLesson[], meanings: Meanings): StoredTable =>
  fitTable(lessons.flatMap(toExamples), meanings, STRENGTH);

function toExamples(item: TermLesson): Example[] {
  const ranges = rangesOf(item);
  return item.terms.flatMap(({ polarity, from, to }, index) => {
    const found = findTerm(item.text, { start: from, end: to }, butOne(ranges, index));
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

function toPairs(item: TermLesson, table: ReturnType<typeof readTable>): Pair[] {
  const ranges = rangesOf(item);
  return item.terms.flatMap(({ polarity, from, to }, index) =>
    polarity === 'conflict'
      ? []
      : [{ gold: polarity, predicted: judgeTerm(item.text, { start: from, end: to }, butOne(ranges, index), table) }],
  );
}
