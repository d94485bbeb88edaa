import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { root, scriptEnvironment } from './run-script.ts';

const SCRIPT = '/usr/bin/script';

/** Whether the program that gives a command a terminal is installed. Without it, tests that need a terminal are skipped. */
export const hasTerminal = existsSync(SCRIPT);

export interface TerminalRun {
  readonly code: number | null;
  /** Everything that was on the screen, without colors and cursor movements. */
  readonly screen: string;
}

const quote = (word: string) => `'${word.replace(/'/g, `'\\''`)}'`;

/** Runs one of our commands on a terminal, and types each answer when the screen shows its question. */
export async function runOnTerminal(
  script: string,
  variables: Readonly<Record<string, string>>,
  args: readonly string[],
  answers: readonly (readonly [question: RegExp, keys: string])[],
): Promise<TerminalRun> {
  const command = [process.execPath, `${root}/scripts/open-reviews.ts`, script, ...args].map(quote).join(' ');
  // A terminal without a size shows one letter per line.
  const sized = `stty cols 120 rows 40 && ${command}`;
  const child = spawn(SCRIPT, ['-qec', sized, '/dev/null'], { cwd: root, env: { ...scriptEnvironment(), TERM: 'xterm', ...variables } });
  let screen = '';
  let left = [...answers];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += stripVTControlCharacters(text);
    const [next] = left;
    if (!next?.[0].test(screen)) return;
    left = left.slice(1);
    child.stdin.write(next[1]);
  });
  const [code] = await once(child, 'close');
  return { code: code as number | null, screen };
}
