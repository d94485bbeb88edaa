import { chmod, cp, lstat, mkdir, mkdtemp, readdir, realpath, rename, rm, rmdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { SetupError } from '../../site/contract/environment.ts';

const KEPT = 3;
const STAGE = '.stage-';

/**
 * `dist` is a symbolic link into a hidden folder beside it, `.dist/`, that holds the last generations: replacing a
 * link is the one step that a file system does atomically for a whole tree.
 */
export function storeOf(distDir: string): string {
  const { dir, base } = path.parse(path.resolve(distDir));
  return path.join(dir, `.${base.replace(/^\./, '')}`);
}

/** Makes an empty folder in `store` in which a build takes shape. Throws a SetupError where nothing can be written. */
export async function openStage(store: string): Promise<string> {
  try {
    await mkdir(store, { recursive: true });
    const stage = await mkdtemp(path.join(store, STAGE));
    // mkdtemp makes it for its owner alone, but web servers run as other users.
    await chmod(stage, 0o755);
    return stage;
  } catch (error) {
    throw new SetupError(
      `build: cannot write into ${store} (${(error as NodeJS.ErrnoException).code}); set DIST_DIR to a path whose folder is writable`,
    );
  }
}

/** The folder that `distDir` stands for now, or undefined. */
export async function currentTree(distDir: string): Promise<string | undefined> {
  return realpath(distDir).catch(() => undefined);
}

/** Makes `stage` what `distDir` stands for, in one atomic step, and removes generations that nobody reads any more. */
export async function swap(stage: string, distDir: string, generation: string): Promise<void> {
  const store = storeOf(distDir);
  const name = `${generation}-${path.basename(stage).slice(STAGE.length)}`;
  await rename(stage, path.join(store, name));
  const link = path.resolve(distDir);
  const fresh = `${path.join(store, name)}.link`;
  await symlink(path.join(path.basename(store), name), fresh);
  await makeWay(link, store);
  await rename(fresh, link);
  await prune(store, name);
}

/** A real folder cannot be replaced by a link in one step: an empty one goes, one of an earlier tool is set aside. */
async function makeWay(link: string, store: string): Promise<void> {
  const found = await lstat(link).catch(() => undefined);
  if (!found?.isDirectory()) return;
  await rmdir(link).catch(() => rename(link, path.join(store, `previous-${found.ino}`)));
}

/** Removes every generation but the one that `distDir` stands for; the folder of a server that still reads one is gone for it. */
export async function purge(distDir: string): Promise<number> {
  const store = storeOf(distDir);
  const current = path.basename((await currentTree(distDir)) ?? '');
  const older = (await readdir(store)).filter((name) => name !== current && !name.startsWith(STAGE));
  for (const name of older) await rm(path.join(store, name), { recursive: true, force: true });
  return older.length;
}

async function prune(store: string, current: string): Promise<void> {
  const folders = (await readdir(store)).filter((name) => name !== current && !name.startsWith(STAGE));
  const aged = await Promise.all(folders.map(async (name) => ({ name, age: (await lstat(path.join(store, name))).ctimeMs })));
  aged.sort((a, b) => b.age - a.age);
  for (const { name } of aged.slice(KEPT - 1)) await rm(path.join(store, name), { recursive: true, force: true });
}

/** Moves what is in the stage `from` into the empty stage `to`, which may be on another file system. */
export async function moveStage(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await cp(from, to, { recursive: true });
  }
}

/** Removes stages in `store` that builds left behind when they were killed. A stage of a running build is younger. */
export async function sweepStages(store: string, olderThanMs: number): Promise<void> {
  for (const name of await readdir(store).catch(() => [])) {
    const found = name.startsWith(STAGE) ? await lstat(path.join(store, name)).catch(() => undefined) : undefined;
    if (found && found.mtimeMs < olderThanMs) await rm(path.join(store, name), { recursive: true, force: true });
  }
}
