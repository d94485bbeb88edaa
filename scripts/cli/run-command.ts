import { ContentError } from '../../site/content/problems.ts';
import { SetupError } from '../../site/contract/environment.ts';

/** Runs a command. What a person can mend is told in its own words; anything else is a fault of ours, with its stack. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const expected = error instanceof SetupError || error instanceof ContentError;
    console.error(expected ? error.message : error);
    process.exitCode = 1;
  }
}
