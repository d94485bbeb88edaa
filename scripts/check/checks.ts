import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { toolPath } from './third-party.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A program with its arguments. */
export interface Check {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
}

/** The steps of `npm run check`, in this order: Astro first writes types that the others need. */
export const checks: readonly Check[] = [
  { name: 'astro sync', command: [fileURLToPath(new URL('../../node_modules/.bin/astro', import.meta.url)), 'sync'] },
  { name: 'astro check', command: [toolPath('astro-check')] },
  { name: 'biome check', command: [toolPath('biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'knip', command: [toolPath('knip')] },
  { name: 'integrity of lock files', command: [process.execPath, 'scripts/check/lock-files.ts'] },
];

/** Formats the code and applies safe fixes. */
export const format: Check = { name: 'biome check --write', command: [toolPath('biome'), 'check', '--write', '.'] };

/** Runs a step. Prints its output at the end, so it isn't mixed with the output of tests, which `npm test` runs at the same time. */
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

/** Runs all steps, one after the other. Returns how many passed. */
export async function runChecks(): Promise<number> {
  let passed = 0;
  for (const check of checks) if (await runCheck(check)) passed++;
  return passed;
}
