import { ContentError } from '../../site/content/problems.ts';
import { SetupError } from '../../site/contract/environment.ts';

/** Runs a command. Errors that a person can mend are printed as a message; any other is a bug, printed with its stack. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const expected = error instanceof SetupError || error instanceof ContentError;
    console.error(expected ? error.message : error);
    process.exitCode = 1;
  }
}
