import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetupError } from '../../site/shared/setup-error.ts';

/** The folder with the packages that only tests and checks use. It has its own lock file, and is larger than everything else. */
const THIRD_PARTY = fileURLToPath(new URL('../../test/third-party', import.meta.url));

/** The path of a tool of `npm run check`. */
const toolPath = (name: string) => path.join(THIRD_PARTY, 'node_modules/.bin', name);

export const installTestPackages = (): Promise<void> => installLocked(THIRD_PARTY, 'test/third-party');

/** Installs the packages of `folder` if its lock file has changed since the last time. @throws SetupError if npm fails */
export async function installLocked(folder: string, name: string): Promise<void> {
  const wanted = hash('sha256', await readFile(path.join(folder, 'package-lock.json')));
  // Contains the hash of the lock file that was installed last.
  const installed = path.join(folder, 'node_modules/.installed');
  if ((await readFile(installed, 'utf8').catch(() => '')) === wanted) return;
  console.log(`installing packages for ${name}, once`);
  const child = spawn('npm', ['ci', '--loglevel=error', '--no-fund'], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new SetupError(`${name}: npm ci failed (${code}); it needs the npm registry, or a filled npm cache`);
  await writeFile(installed, wanted);
}

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
