import { SetupError } from '../../site/shared/setup-error.ts';
import type { CommandLine } from '../cli/settings.ts';
import type { Terminal } from '../cli/terminal.ts';
import type { ChangePlace, Outcome } from './change.ts';

/** The input of every `npm run review` command. `today` is the default of `--date`. */
export interface ReviewContext extends ChangePlace {
  readonly terminal: Terminal | undefined;
  readonly say: (text: string) => void;
  readonly commandLine: CommandLine;
}

/** The result of a change. @throws SetupError with the problems, if nothing was changed */
export function orThrow<T extends object>(command: string, outcome: Outcome<T>): T {
  if (outcome.problems === undefined) return outcome;
  const problems = outcome.problems.map(({ field, message }) => `${field === undefined ? '' : `--${field} `}${message}`);
  throw new SetupError(`${command}: ${problems.join('; ')}`);
}

/** The last line of a command that changes something. */
export const lastLine = ({ dryRun, commandLine }: Pick<ReviewContext, 'dryRun' | 'commandLine'>): string =>
  dryRun ? 'dry run: nothing was written' : `next: ${commandLine('npm run build')}`;
