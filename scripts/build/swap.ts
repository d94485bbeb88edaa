import { symlinkSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { DiskFull, explainFull, SetupError } from '../../site/shared/setup-error.ts';
import { withSharedLock } from '../content/lock.ts';
import { currentTree, olderGenerations, STAGE, storeOf } from '../content/own-folders.ts';

const KEPT = 3;

/**
 * Runs `work` with a new folder in `place`, and deletes the folder afterwards. The folder has the empty folders `parts`. Meanwhile, the lock
 * of `place` shows that the folder is in use. @throws SetupError if `place` isn't writable
 */
export async function withStage<T>(place: string, parts: readonly string[], work: (folders: readonly string[]) => Promise<T>): Promise<T> {
  await mkdir(place, { recursive: true }).catch((error) => explainStage(error, place));
  return withSharedLock(place, async () => {
    const stage = await mkdtemp(path.join(path.resolve(place), STAGE)).catch((error) => explainStage(error, place));
    const folders = parts.map((part) => path.join(stage, part));
    try {
      for (const folder of folders) await mkdir(folder).catch((error) => explainStage(error, place));
      return await work(folders);
    } finally {
      await rm(stage, { recursive: true, force: true });
    }
  });
}

function explainStage(error: NodeJS.ErrnoException, place: string): never {
  const explained = explainFull(error, place);
  if (explained instanceof DiskFull) throw explained;
  throw new SetupError(`build: cannot write into ${place} (${error.code}); set DIST_DIR to a path whose folder is writable`);
}

/**
 * Points `distDir` to `stage`, a part of a stage in its store, and removes old generations. Atomic if the file system has symbolic links;
 * otherwise `distDir` is a folder, which is missing for a moment.
 */
export async function swap(stage: string, distDir: string, generation: string): Promise<void> {
  const store = storeOf(distDir);
  const name = `${generation}-${path.basename(path.dirname(stage)).slice(STAGE.length)}`;
  const tree = path.join(store, name);
  const place = path.resolve(distDir);
  await rename(stage, tree);
  const fresh = `${tree}.link`;
  const isLinked = isMade(() => symlinkSync(path.join(path.basename(store), name), fresh, 'dir'));
  await setFolderAside(place, store);
  await rename(isLinked ? fresh : tree, place);
  await prune(distDir, name);
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

/** Deletes every generation except the current one, even if a server still reads it. Returns the number of deleted generations. */
export async function purge(distDir: string): Promise<number> {
  const older = olderGenerations(distDir, path.basename((await currentTree(distDir)) ?? ''));
  for (const folder of older) await rm(folder, { recursive: true, force: true });
  return older.length;
}

async function prune(distDir: string, current: string): Promise<void> {
  const folders = olderGenerations(distDir, current);
  const aged = await Promise.all(folders.map(async (folder) => ({ folder, age: (await lstat(folder)).ctimeMs })));
  aged.sort((a, b) => b.age - a.age);
  for (const { folder } of aged.slice(KEPT - 1)) await rm(folder, { recursive: true, force: true });
}
