import { z } from 'zod';
import { readText } from '../../../site/analysis/verdicts.ts';
import { aspectId, polarity } from '../../../site/contract/insights.ts';
import { readLines } from '../train/gold.ts';

const item = z.object({
  id: z.string(),
  trade: z.enum(['home', 'dentist', 'restaurant', 'hotel', 'shop']),
  stars: z.int().min(1).max(5),
  text: z.string(),
  about: z.string(),
  expected: z.object({ aspects: z.array(aspectId).min(1), polarity }).nullable(),
  half: z.enum(['development', 'sealed']),
});
/** A sentence with its expected verdict; null if it isn't about the business's actions. */
export type WhoseAction = z.infer<typeof item>;

/** One half of the sentences in `test/gold/whose-actions.jsonl`. */
export const readWhoseActions = (half: WhoseAction['half']): WhoseAction[] =>
  (readLines('test/gold/whose-actions.jsonl', item) ?? []).filter((one) => one.half === half);

/**
 * Whether the published verdicts are correct. A sentence about others must have none. One about the business must have the expected
 * polarity for one of the expected aspects, and the opposite for none.
 */
export function isRightAbout({ text, stars, trade, expected }: WhoseAction): boolean {
  const { verdicts } = readText(text, { pack: trade === 'home' ? 'home' : 'general', stars });
  if (!expected) return verdicts.length === 0;
  const found = verdicts.filter(({ id }) => expected.aspects.includes(id)).map(({ polarity: own }) => own);
  return found.includes(expected.polarity) && found.every((own) => own === expected.polarity);
}

/** Prints how many of one half are correct, for both kinds of sentences. */
export function printWhoseActions(half: WhoseAction['half']): void {
  const items = readWhoseActions(half);
  console.log(`\n# whose actions, ${half} half: ${items.length} sentences`);
  for (const [name, own] of [
    ['others, hypotheticals: no verdict', items.filter(({ expected }) => !expected)],
    ['the business: its verdict', items.filter(({ expected }) => expected)],
  ] as const) {
    const right = own.filter(isRightAbout).length;
    console.log(`  ${name.padEnd(34)} right ${right} of ${own.length}, ${((100 * right) / own.length).toFixed(1)} %`);
  }
}
