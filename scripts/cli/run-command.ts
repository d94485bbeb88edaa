import type { WriteStream } from 'node:tty';
import { ContentError } from '../../site/content/problems.ts';
import { SetupError } from '../../site/contract/environment.ts';
import { HelpRequest } from './flags.ts';

/** What a command works with. */
interface Call {
  /** The arguments after the command's name. */
  readonly args: readonly string[];
  /** Settings by name, to which `readSettings` adds those of a file. */
  readonly env: NodeJS.Dict<string>;
  /** Prints a line, or several, for the person who called. */
  readonly say: (text: string) => void;
}

/** Does the work of a command. Resolves with false where it failed and has printed the reason; other failures are thrown. */
export type Command = (call: Call) => Promise<void | false>;

/**
 * Calls a command; returns its exit code. Errors that a person can fix are printed as a message; any other is a bug,
 * printed with its stack.
 */
export async function callCommand(command: Command, call: Call, complain: (problem: unknown) => void): Promise<number> {
  try {
    return (await command(call)) === false ? 1 : 0;
  } catch (error) {
    if (error instanceof HelpRequest) {
      call.say(error.message);
      return 0;
    }
    const expected = error instanceof SetupError || error instanceof ContentError;
    complain(expected ? error.message : error);
    return 1;
  }
}

/** Runs a command as this process, with its arguments and environment. */
export async function runCommand(command: Command): Promise<void> {
  const call = { args: process.argv.slice(2), env: process.env, say: console.log };
  const code = await callCommand(command, call, console.error);
  if (code !== 0) process.exitCode = code;
}

export interface Progress {
  readonly step: (text: string) => void;
  readonly end: () => void;
}

/** Shows a status line that each step overwrites: on a terminal only, and not in CI. */
export function progress(stream: Pick<WriteStream, 'isTTY' | 'write'>): Progress {
  if (!stream.isTTY || process.env['CI']) return { step: () => {}, end: () => {} };
  return {
    step: (text) => stream.write(`\r\u001b[K${text} ...`),
    end: () => stream.write('\r\u001b[K'),
  };
}
