import path from 'node:path';
import { z } from 'zod';
import { packAspects, polarity } from '../../../site/contract/insights.ts';
import { readLines } from './gold.ts';
import { sources } from './real-sources.ts';

/** The two sets of aspects of test/gold/GUIDE.md, in its order. */
export const packs = packAspects;
export type Pack = keyof typeof packs;

const offset = z.int().min(0);
const entryOf = <Aspects extends readonly string[]>(aspects: Aspects) =>
  z.tuple([z.enum(aspects), polarity, offset, offset]).transform(([aspect, judged, from, to]) => ({ aspect, polarity: judged, from, to }));

const labels = z.strictObject({ id: z.string(), home: z.array(entryOf(packs.home)), general: z.array(entryOf(packs.general)) });
export type RealLabels = z.output<typeof labels>;

const text = z.strictObject({ id: z.string(), source: z.enum(sources), kind: z.enum(['sentence', 'review']), text: z.string() });

/** A real text, what each annotator read in it, and what was settled. A quote is `text.slice(from, to)`. */
export interface RealItem extends z.output<typeof text> {
  readonly a: RealLabels;
  readonly b: RealLabels;
  readonly settled: RealLabels;
}

/** The set of test/gold/real, in its order. Throws where a file is absent or malformed, or the files differ in their ids. */
export function readRealSet(folder = 'test/gold/real'): RealItem[] {
  const read = <T extends z.ZodType>(name: string, schema: T) => {
    const file = path.join(folder, name);
    const lines = readLines(file, schema);
    if (!lines) throw new Error(`${file} is absent`);
    return lines;
  };
  const [a, b, settled] = ['labels-a', 'labels-b', 'labels'].map((name) => read(`${name}.jsonl`, labels));
  return read('texts.jsonl', text).map((item, index) => {
    const of = (all: readonly RealLabels[] | undefined, name: string) => {
      const own = all?.[index];
      if (own?.id !== item.id) throw new Error(`${folder}/${name}.jsonl:${index + 1}: ${own?.id ?? 'nothing'} instead of ${item.id}`);
      return own;
    };
    return { ...item, a: of(a, 'labels-a'), b: of(b, 'labels-b'), settled: of(settled, 'labels') };
  });
}
