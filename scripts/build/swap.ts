import { symlinkSync } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { DiskFull, explainFull } from '../../site/shared/disk-full.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { isRunning } from '../content/write-file.ts';

const KEPT = 3;
const STAGE = '.stage-';
/** Older stages are abandoned. Their process id isn't enough, because another machine or container may share the folder. */
export const ABANDONED_MS = 3_600_000;

/**
 * The hidden folder `.dist/` next to `dist` contains the last generations, and `dist` is a symbolic link to one of them, because file
 * systems can't replace a folder atomically. Names in it that begin with a dot aren't generations.
 */
export function storeOf(distDir: string): string {
  const { dir, base } = path.parse(path.resolve(distDir));
  return path.join(dir, `.${base.replace(/^\./, '')}`);
}

/** Creates an empty folder in `store` for a build. @throws SetupError if it isn't writable */
export async function openStage(store: string): Promise<string> {
  try {
    await mkdir(store, { recursive: true });
    const stage = await mkdtemp(path.join(store, `${STAGE}${process.pid}-`));
    // mkdtemp creates folders that only their owner can read, but web servers run as other users.
    await chmod(stage, 0o755);
    return stage;
  } catch (error) {
    const explained = explainFull(error, store);
    if (explained instanceof DiskFull) throw explained;
    throw new SetupError(
      `build: cannot write into ${store} (${(error as NodeJS.ErrnoException).code}); set DIST_DIR to a path whose folder is writable`,
    );
  }
}

/** The folder that `distDir` points to now, or undefined. */
export async function currentTree(distDir: string): Promise<string | undefined> {
  return realpath(distDir).catch(() => undefined);
}

/**
 * Points `distDir` to `stage` and removes old generations. Atomic if the file system has symbolic links; otherwise `distDir` is a folder,
 * which is missing for a moment.
 */
export async function swap(stage: string, distDir: string, generation: string): Promise<void> {
  const store = storeOf(distDir);
  const name = `${generation}-${path.basename(stage).replace(/^.*-/, '')}`;
  const tree = path.join(store, name);
  const place = path.resolve(distDir);
  await rename(stage, tree);
  const fresh = `${tree}.link`;
  const isLinked = isMade(() => symlinkSync(path.join(path.basename(store), name), fresh, 'dir'));
  await setFolderAside(place, store);
  await rename(isLinked ? fresh : tree, place);
  await prune(store, name);
}

function isMade(make: () => void): boolean {
  try {
    make();
    return true;
  } catch {
    return false;
  }
}

/** A real folder can't be replaced by a link atomically: an empty one is removed, any other is moved aside. */
async function setFolderAside(place: string, store: string): Promise<void> {
  const found = await lstat(place).catch(() => undefined);
  if (!found?.isDirectory()) return;
  await rmdir(place).catch(() => rename(place, path.join(store, `previous-${found.ino}`)));
}

/**
 * Removes abandoned stages and every generation except the current one, even if a server still reads it. Returns the number of removed
 * generations.
 */
export async function purge(distDir: string): Promise<number> {
  const store = storeOf(distDir);
  await sweepStages(store, Number.POSITIVE_INFINITY);
  const current = path.basename((await currentTree(distDir)) ?? '');
  const older = await generationsBeside(store, current);
  for (const name of older) await rm(path.join(store, name), { recursive: true, force: true });
  return older.length;
}

async function generationsBeside(store: string, current: string): Promise<string[]> {
  return (await readdir(store)).filter((name) => name !== current && !name.startsWith('.'));
}

async function prune(store: string, current: string): Promise<void> {
  const folders = await generationsBeside(store, current);
  const aged = await Promise.all(folders.map(async (name) => ({ name, age: (await lstat(path.join(store, name))).ctimeMs })));
  aged.sort((a, b) => b.age - a.age);
  for (const { name } of aged.slice(KEPT - 1)) await rm(path.join(store, name), { recursive: true, force: true });
}

/** Removes stages of killed builds in `store` that haven't changed since `olderThanMs` (milliseconds since 1970). */
export async function sweepStages(store: string, olderThanMs: number): Promise<void> {
  for (const name of await readdir(store).catch(() => [])) {
    if (!name.startsWith(STAGE) || isRunning(Number.parseInt(name.slice(STAGE.length), 10))) continue;
    const stage = path.join(store, name);
    const found = await lstat(stage).catch(() => undefined);
    if (found && found.mtimeMs < olderThanMs) await rm(stage, { recursive: true, force: true });
  }
}
