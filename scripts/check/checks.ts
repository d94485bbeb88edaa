import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { toolPath } from './strangers.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A program with its arguments, and whether it ends well. */
export interface Check {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
}

/** What `npm run check` runs, in this order. Types come first: Astro writes those of its own that the others read. */
export const checks: readonly Check[] = [
  { name: 'astro sync', command: [fileURLToPath(new URL('../../node_modules/.bin/astro', import.meta.url)), 'sync'] },
  { name: 'astro check', command: [toolPath('astro-check')] },
  { name: 'biome check', command: [toolPath('biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'knip', command: [toolPath('knip')] },
];

/** Formats the code and applies safe fixes. */
export const format: Check = { name: 'biome check --write', command: [toolPath('biome'), 'check', '--write', '.'] };

/** Runs one in the project's root; its output is printed at once when it has ended, so that two at a time stay legible. */
export async function runCheck({ name, command: [program, ...args] }: Check): Promise<boolean> {
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const hasPassed = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
  console.log(`${output.trimEnd()}\n${hasPassed ? 'passed' : 'FAILED'}: ${name}`.trimStart());
  return hasPassed;
}

/** Runs all of them, one after the other; returns how many passed. */
export async function runChecks(): Promise<number> {
  let passed = 0;
  for (const check of checks) if (await runCheck(check)) passed++;
  return passed;
}
