import { commandLine } from '../cli/settings.ts';
import type { Terminal } from '../cli/terminal.ts';

/** What every `npm run review` command works with. */
export interface ReviewContext {
  readonly contentDir: string;
  readonly dataDir: string;
  /** The default of `--date`: the day in UTC, YYYY-MM-DD. */
  readonly today: string;
  /** The latest day that `--date` can be: the day in the earliest time zone. */
  readonly latest: string;
  readonly terminal: Terminal | undefined;
  readonly say: (text: string) => void;
}

/** The last line of a command that changed something, or would have changed it. */
export const lastLine = (dryRun: boolean): string => (dryRun ? 'dry run: nothing was written' : `next: ${commandLine('npm run build')}`);
