import { z } from 'zod';
import { calendarDate } from '../../site/contract/dates.ts';
import type { Flag } from './flags.ts';

const words = z.string().trim().min(1, 'write something');

/** A flag that takes text. */
export function textFlag<const R extends boolean>(question: string, hint: string, required: R): Flag<string, R> {
  return { question, hint, schema: words, required };
}

/** A flag that takes one of a few values. */
export function choiceFlag<const T extends string, const R extends boolean>(
  question: string,
  words: readonly T[],
  required: R,
): Flag<T, R> {
  return {
    question,
    hint: words[0] ?? '',
    schema: z.enum(words, { error: `write one of ${words.join(', ')}` }) as z.ZodType<T, string>,
    required,
  };
}

/** A flag that takes prose, which may have several lines. */
export function proseFlag<const R extends boolean>(question: string, hint: string, required: R): Flag<string, R> {
  return { ...textFlag(question, hint, required), prose: true };
}

/** A flag that takes a date, YYYY-MM-DD, that is no later than today in any time zone. */
export function dateFlag<const R extends boolean>(
  question: string,
  hint: string,
  required: R,
  { today, latest }: { readonly today: string; readonly latest: string },
): Flag<string, R> {
  const past = calendarDate.refine((date) => date <= latest, { error: `is in the future; today is ${today} (UTC)` });
  return { question, hint, schema: z.string().trim().pipe(past), required };
}
