import type { WriteStream } from 'node:tty';
import { ContentError } from '../../site/content/problems.ts';
import { explainFull, SetupError } from '../../site/shared/setup-error.ts';
import { HelpRequest } from './flags.ts';

/** The input of a command. */
export interface Call {
  /** The arguments after the command's name. */
  readonly args: readonly string[];
  /** Environment variables, to which `readSettings` adds those of `.env`. */
  readonly env: NodeJS.Dict<string>;
  /** The folder given with `--root`. */
  readonly root?: string | undefined;
  /** Prints one or more lines. */
  readonly say: (text: string) => void;
}

/** A command. Resolves with false if it failed and has printed the reason; throws other failures. */
export type Command = (call: Call) => Promise<void | false>;

/** Calls a command and returns its exit code. Prints the message of an error that the user can fix, and the stack of any other error. */
export async function callCommand(command: Command, call: Call, complain: (problem: unknown) => void): Promise<number> {
  try {
    return (await command(call)) === false ? 1 : 0;
  } catch (error) {
    if (error instanceof HelpRequest) {
      call.say(error.message);
      return 0;
    }
    const explained = explainFull(error);
    const expected = explained instanceof SetupError || explained instanceof ContentError;
    complain(expected ? explained.message : explained);
    return 1;
  }
}

/** Runs a command as this process, with its arguments and environment. */
export async function runCommand(command: Command, args: readonly string[] = process.argv.slice(2), root?: string): Promise<void> {
  const call = { args, env: process.env, say: console.log, root };
  const code = await callCommand(command, call, console.error);
  if (code !== 0) process.exitCode = code;
}

export interface Progress {
  readonly step: (text: string) => void;
  readonly end: () => void;
}

/** Shows a status line that each step overwrites. Does nothing without a terminal or in CI. */
export function progress(stream: Pick<WriteStream, 'isTTY' | 'write'>): Progress {
  if (!stream.isTTY || process.env['CI']) return { step: () => {}, end: () => {} };
  return {
    step: (text) => stream.write(`\r\u001b[K${text} ...`),
    end: () => stream.write('\r\u001b[K'),
  };
}

/** How often a command checks that npm still runs. */
const PARENT_POLL_MS = 500;

/** Resolves at SIGINT or SIGTERM, or when the npm process that runs this command has ended; a second signal ends the process at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const parent = process.ppid;
    // npm signals its shell, which doesn't forward the signal.
    const look = () => process.ppid === parent || resolve();
    if (process.env['npm_lifecycle_event'] !== undefined) setInterval(look, PARENT_POLL_MS).unref();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        resolve();
      });
    }
  });
}
