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

const labels = z.strictObject({ home: z.array(entryOf(packs.home)), general: z.array(entryOf(packs.general)) });
export type RealLabels = z.output<typeof labels>;

const realItem = z.strictObject({
  id: z.string(),
  source: z.enum(sources),
  kind: z.enum(['sentence', 'review']),
  text: z.string(),
  a: labels,
  b: labels,
  settled: labels,
});
/** A real text with the labels of both annotators, and the settled ones. A quote is `text.slice(from, to)`. */
export type RealItem = z.output<typeof realItem>;

/** The set of test/gold/real, in its order. Throws if the file is missing or malformed. */
export function readRealSet(file = 'test/gold/real/items.jsonl.br'): RealItem[] {
  const items = readLines(file, realItem);
  if (!items) throw new Error(`${file} is absent`);
  return items;
}
