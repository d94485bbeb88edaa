import { z } from 'zod';
import { readText } from '../../../site/analysis/verdicts.ts';
import { packAspects, polarity } from '../../../site/contract/insights.ts';
import { readLines } from '../train/gold.ts';

const aspect = z.enum(packAspects.general);
const item = z.object({
  id: z.string(),
  trade: z.enum(['hairdresser', 'hotel', 'restaurant', 'garage']),
  stars: z.int().min(1).max(5),
  text: z.string(),
  expected: z.array(z.object({ aspect, polarity })),
  possible: z.array(aspect),
  half: z.enum(['development', 'sealed']),
});
type TradeSentence = z.infer<typeof item>;

/** One half of the sentences in `test/gold/trades.jsonl`. */
export const readTrades = (half: TradeSentence['half']): TradeSentence[] =>
  (readLines('test/gold/trades.jsonl', item) ?? []).filter((one) => one.half === half);

/** The clear verdicts on a sentence, each with whether it is right, and the number of expected ones. A possible aspect isn't counted. */
export function checkTrade({ text, stars, expected, possible }: TradeSentence) {
  const verdicts = readText(text, { pack: 'general', stars }).verdicts.flatMap(({ id, polarity: own }) => {
    const wanted = expected.find((one) => one.aspect === id);
    if (own === 'unclear' || (!wanted && possible.some((one) => one === id))) return [];
    return [{ id, polarity: own, isRight: wanted?.polarity === own }];
  });
  return { verdicts, expected: expected.length };
}

/** Prints how many published verdicts on one half are right, and how many of the expected ones are found, for each trade. */
export function printTrades(half: TradeSentence['half']): void {
  const items = readTrades(half);
  console.log(`\n# four trades, ${half} half: ${items.length} sentences`);
  for (const [trade, own] of [...Map.groupBy(items, (one) => one.trade), ['all', items] as const]) {
    const checks = own.map(checkTrade);
    const verdicts = checks.flatMap((check) => check.verdicts);
    const right = verdicts.filter(({ isRight }) => isRight).length;
    const expected = checks.reduce((sum, check) => sum + check.expected, 0);
    console.log(`  ${trade.padEnd(11)} published and right ${right} of ${verdicts.length}, expected and found ${right} of ${expected}`);
  }
}
