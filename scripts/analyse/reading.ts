import { z } from 'zod';
import { type AspectId, aspectId, polarity } from '../../site/contract/insights.ts';

/** Why a verdict is refused. */
const refusal = z.enum(['no verdict', 'unknown aspect', 'unknown polarity', 'quote not in the text', 'second on its aspect']);
type Refusal = z.infer<typeof refusal>;

/**
 * What a model said of a text, checked. Passages are ranges of UTF-16 units, end exclusive: kept without the text, a reading has nothing
 * of a review that may be taken down later. `refused` has a reason for each verdict that doesn't count.
 */
export const reading = z.object({
  verdicts: z.array(z.object({ aspect: aspectId, polarity, start: z.int().min(0), end: z.int().min(1) })),
  refused: z.array(refusal),
});
export type Reading = z.infer<typeof reading>;

const answerSchema = z.object({ verdicts: z.array(z.unknown()) });
const verdictSchema = z.object({ aspect: z.string(), polarity: z.string(), quote: z.string() });

/**
 * Checks a model's answer about a text; undefined where it isn't the JSON that was asked for. A verdict is refused that isn't on one of `aspects`,
 * has an unknown polarity or a quote that isn't in the text letter by letter, or comes second on its aspect.
 */
export function checkAnswer(answer: string, text: string, aspects: readonly { readonly id: AspectId }[]): Reading | undefined {
  const parsed = answerSchema.safeParse(parseJson(answer));
  if (!parsed.success) return undefined;
  const { verdicts, refused }: Reading = { verdicts: [], refused: [] };
  for (const said of parsed.data.verdicts) {
    const checked = checkVerdict(said, text, aspects);
    if (typeof checked === 'string') refused.push(checked);
    else if (verdicts.some(({ aspect }) => aspect === checked.aspect)) refused.push('second on its aspect');
    else verdicts.push(checked);
  }
  return { verdicts, refused };
}

/** A verdict with the range of its quote, or why it is refused. */
function checkVerdict(said: unknown, text: string, aspects: readonly { readonly id: AspectId }[]): Reading['verdicts'][number] | Refusal {
  const { data } = verdictSchema.safeParse(said);
  if (!data) return 'no verdict';
  const aspect = aspects.find(({ id }) => id === data.aspect)?.id;
  if (aspect === undefined) return 'unknown aspect';
  const judged = polarity.safeParse(data.polarity).data;
  if (judged === undefined) return 'unknown polarity';
  const start = data.quote.isWellFormed() && /\p{L}/u.test(data.quote) ? text.indexOf(data.quote) : -1;
  return start < 0 ? 'quote not in the text' : { aspect, polarity: judged, start, end: start + data.quote.length };
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
