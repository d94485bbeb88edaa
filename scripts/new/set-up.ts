import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { SetupError } from '../../site/shared/setup-error.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Whether this program is a clone of the repository, which can be packed, and not an installed package. */
export const isClone = existsSync(path.join(ROOT, 'scripts/package/compile.ts'));

/** The root of the clone. */
export const cloneFolder = ROOT;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Puts the program into an owner's new folder. */
export type SetUp = (folder: string, options: { readonly isInstalling: boolean; readonly say: (text: string) => void }) => Promise<void>;

/**
 * Installs the packages of a new folder. In a clone, it first packs the program into the folder and lets npm choose the same versions of
 * other packages, which are in npm's cache. @throws SetupError if npm fails
 */
export const setUpFolder: SetUp = async (folder, { isInstalling, say }) => {
  if (isClone) {
    say('Packing the program into the folder ...');
    const printed = await npm(ROOT, ['pack', '--loglevel=error', '--pack-destination', path.resolve(folder)]);
    // The tarball's name comes after what npm prints about scripts.
    await dependOn(folder, `file:${printed.trim().split('\n').at(-1)}`);
  }
  if (!isInstalling) return;
  say('Installing it there, with its own Node. This can take a minute or two ...');
  await npm(folder, ['install', '--no-audit', '--no-fund', '--loglevel=error', ...(isClone ? ['--prefer-offline'] : [])]);
};

/** Makes a packed program the folder's dependency, and locks the versions of all packages as this clone does. */
async function dependOn(folder: string, program: string): Promise<void> {
  const file = path.join(folder, 'package.json');
  const own = JSON.parse(await readFile(file, 'utf8'));
  const changed = { ...own, dependencies: { ...own.dependencies, 'open-reviews': program } };
  await writeFile(file, json(changed));
  const { lockfileVersion, packages } = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8'));
  // npm removes the packages that nothing here depends on.
  const lock = { name: own.name, lockfileVersion, requires: true, packages: { ...packages, '': changed } };
  await writeFile(path.join(folder, 'package-lock.json'), json(lock));
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** Runs npm in a folder. Resolves with its output. When this process is interrupted, npm is too. @throws SetupError */
async function npm(folder: string, args: readonly string[]): Promise<string> {
  const [program, ...first] = npmProgram();
  let isInterrupted = false;
  const stop = (signal: NodeJS.Signals) => {
    isInterrupted = true;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  const child = spawn(program, [...first, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const [output, problems, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    if (isInterrupted) throw new SetupError('new: interrupted; nothing was created');
    if (code === 0) return output;
    throw new SetupError(`new: npm ${args[0]} failed, so nothing was created; fix the reason and run this again:\n${problems.trim()}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new SetupError('new: found no npm in the PATH, so nothing was created; install npm from https://nodejs.org');
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

/** The npm that runs this command, or else the one in the PATH. Windows can only start the former without a shell. */
function npmProgram(): readonly [program: string, ...args: string[]] {
  const running = process.env['npm_execpath'] ?? '';
  return path.basename(running) === 'npm-cli.js' ? [process.execPath, running] : ['npm'];
}
