import { z } from 'zod';
import { calendarDate } from '../../site/contract/dates.ts';
import type { Flag } from '../flags.ts';
import type { Terminal } from '../terminal.ts';

/** What every `npm run review` command works with. */
export interface ReviewContext {
  readonly contentDir: string;
  readonly dataDir: string;
  /** The day that is written where no `--date` is given, YYYY-MM-DD. */
  readonly today: string;
  readonly terminal: Terminal | undefined;
  readonly say: (text: string) => void;
}

const words = z.string().trim().min(1, 'write something');

/** A flag that takes text. */
export function textFlag<const R extends boolean>(question: string, hint: string, required: R): Flag<string, R> {
  return { question, hint, schema: words, required };
}

/** A flag that takes prose. */
export function proseFlag<const R extends boolean>(question: string, hint: string, required: R): Flag<string, R> {
  return { ...textFlag(question, hint, required), prose: true };
}

/** A flag that takes a day until `today`, YYYY-MM-DD. */
export function dateFlag<const R extends boolean>(question: string, hint: string, required: R, today: string): Flag<string, R> {
  const past = calendarDate.refine((date) => date <= today, { error: `lies in the future; today is ${today}` });
  return { question, hint, schema: z.string().trim().pipe(past), required };
}

/** The last line of a command that changed something, or would have. */
export const lastLine = (dryRun: boolean): string => (dryRun ? 'dry run: nothing was written' : 'next: npm run build');
