import { commandLine } from '../cli/settings.ts';
import type { Terminal } from '../cli/terminal.ts';

/** The input of every `npm run review` command. */
export interface ReviewContext {
  readonly contentDir: string;
  readonly dataDir: string;
  /** The default of `--date`: today in UTC, YYYY-MM-DD. */
  readonly today: string;
  /** The latest allowed `--date`: today in the earliest time zone. */
  readonly latest: string;
  readonly terminal: Terminal | undefined;
  readonly say: (text: string) => void;
}

/** The last line of a command that changes something. */
export const lastLine = (dryRun: boolean): string => (dryRun ? 'dry run: nothing was written' : `next: ${commandLine('npm run build')}`);
