import { z } from 'zod';
import { type AspectId, aspectId, polarity } from '../../site/contract/insights.ts';

/**
 * What a model said of a text, checked. Passages are ranges of UTF-16 units, end exclusive: kept without the text, a reading has nothing
 * of a review that may be taken down later.
 */
export const reading = z.object({
  verdicts: z.array(z.object({ aspect: aspectId, polarity, start: z.int().min(0), end: z.int().min(1) })),
  refused: z.int().min(0),
});
export type Reading = z.infer<typeof reading>;

const answerSchema = z.object({ verdicts: z.array(z.unknown()) });
const verdictSchema = z.object({ aspect: aspectId, polarity, quote: z.string().regex(/\p{L}/u) });

/**
 * Checks a model's answer about a text; undefined where it isn't the JSON that was asked for. A verdict is refused that isn't on one of `aspects`,
 * has an unknown polarity or a quote that isn't in the text letter by letter, or comes second on its aspect.
 */
export function checkAnswer(answer: string, text: string, aspects: readonly { readonly id: AspectId }[]): Reading | undefined {
  const parsed = answerSchema.safeParse(parseJson(answer));
  if (!parsed.success) return undefined;
  const verdicts: Reading['verdicts'] = [];
  for (const said of parsed.data.verdicts) {
    const { data } = verdictSchema.safeParse(said);
    if (!data || !aspects.some(({ id }) => id === data.aspect)) continue;
    const start = data.quote.isWellFormed() ? text.indexOf(data.quote) : -1;
    if (start < 0 || verdicts.some(({ aspect }) => aspect === data.aspect)) continue;
    verdicts.push({ aspect: data.aspect, polarity: data.polarity, start, end: start + data.quote.length });
  }
  return { verdicts, refused: parsed.data.verdicts.length - verdicts.length };
}

/** The JSON object in an answer: many models put it into a fence or say something before, and some print their thoughts. */
function parseJson(answer: string): unknown {
  const said = answer.slice(answer.lastIndexOf('</think>') + 1);
  try {
    return JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}
