import { readFileSync } from 'node:fs';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import type { WeightTable } from '../../../site/analysis/model/weight-table.ts';
import { judgeTerm } from '../../../site/analysis/text/terms.ts';
import type { Pair } from './figures.ts';

const term = z.object({
  '@term': z.string(),
  '@polarity': z.enum(['positive', 'negative', 'neutral', 'conflict']),
  '@from': z.coerce.number().int().min(0),
  '@to': z.coerce.number().int().min(0),
});
const listOf = <T extends z.ZodType>(item: T) => z.union([item.array(), item.transform((one) => [one])]).default([]);
const none = z.literal('').transform(() => ({ aspectTerm: [] as z.infer<typeof term>[] }));
const sentence = z.object({ text: z.coerce.string(), aspectTerms: z.union([none, z.object({ aspectTerm: listOf(term) })]).optional() });
const document = z.object({ sentences: z.object({ sentence: listOf(sentence) }) });

/** One given term with its label and what the text alone says of it; "conflict" is left out, as in the task's three classes. */
export interface TermPair extends Pair {
  readonly text: string;
  readonly term: string;
}

/** Predicts every labelled term of a file in the format of SemEval-2014 Task 4. Throws with the place of what is wrong in it. */
export function readSemeval(file: string): TermPair[] {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    trimValues: false,
    parseTagValue: false,
    parseAttributeValue: false,
  });
  const parsed = document.safeParse(dropSpace(parser.parse(readFileSync(file, 'utf8'))));
  if (!parsed.success) throw new Error(`${file}: not in the format of SemEval-2014 Task 4: ${z.prettifyError(parsed.error)}`);
  return parsed.data.sentences.sentence.flatMap(({ text, aspectTerms }) =>
    judgeAll(
      (aspectTerms?.aspectTerm ?? []).map((item) => ({
        text,
        term: item['@term'],
        from: item['@from'],
        to: item['@to'],
        polarity: item['@polarity'],
      })),
    ),
  );
}

/** The white space between elements, which the parser keeps because that within a text counts. */
function dropSpace(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropSpace);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => name !== '#text' && name !== '?xml');
  return kept.length === 0 && Object.keys(value).includes('#text')
    ? ''
    : Object.fromEntries(kept.map(([name, inner]) => [name, name === 'aspectTerms' && typeof inner === 'string' ? '' : dropSpace(inner)]));
}

/** A term of a text at an offset, and what people say of it. */
export interface LabelledTerm {
  readonly text: string;
  readonly term: string;
  readonly from: number;
  readonly to: number;
  readonly polarity: 'positive' | 'negative' | 'neutral' | 'conflict';
}

/** Judges each term of one text with the others in view, by the weights of the engine or by others. */
export function judgeAll(items: readonly LabelledTerm[], table?: WeightTable): TermPair[] {
  const ranges = items.map(toRange);
  return items.flatMap(({ text, term, polarity }, index) => {
    const range = ranges[index];
    if (polarity === 'conflict' || !range) return [];
    const others = ranges.filter((_, other) => other !== index);
    return [{ text, term, gold: polarity, predicted: judgeTerm(text, range, others, table) }];
  });
}

/** Where a term stands: at its offsets, or where it first occurs if they are those of another encoding. */
function toRange({ text, term, from, to }: LabelledTerm) {
  const start = text.slice(from, to) === term ? from : Math.max(0, text.indexOf(term));
  return { start, end: start + Math.max(1, to - from) };
}

/** The same from a table with the columns text, target, from, to, polarity, separated by tabs; its first line names them. Rows of one text name its terms. */
export function readTable(file: string): TermPair[] {
  const [head = '', ...lines] = readFileSync(file, 'utf8').replace(/\r/g, '').split('\n');
  const columns = head.split('\t').map((name) => name.trim().toLowerCase());
  const places = ['text', 'target', 'from', 'to', 'polarity'].map((name) => columns.indexOf(name));
  if (places.includes(-1)) throw new Error(`${file}: the first line names ${columns.join(', ')}; write text, target, from, to, polarity`);
  const items = lines.flatMap((line, index): LabelledTerm[] => {
    if (line.trim() === '') return [];
    const cells = line.split('\t');
    const [text = '', target = '', from = '', to = '', label = ''] = places.map((place) => cells[place] ?? '');
    const polarity = z.enum(['positive', 'negative', 'neutral', 'conflict']).safeParse(label.trim());
    if (!polarity.success) throw new Error(`${file}:${index + 2}: polarity "${label}"; write positive, negative, neutral or conflict`);
    return [{ text, term: target, from: Number(from), to: Number(to), polarity: polarity.data }];
  });
  return [...Map.groupBy(items, ({ text }) => text).values()].flatMap((own) => judgeAll(own));
}
