import { AsyncLocalStorage } from 'node:async_hooks';
import { promises } from 'node:fs';
import { type FileHandle, readdir, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

/** The functions of node:fs/promises that change files. */
const CHANGING = [
  'appendFile',
  'copyFile',
  'cp',
  'link',
  'mkdir',
  'open',
  'rename',
  'rm',
  'rmdir',
  'symlink',
  'unlink',
  'utimes',
  'writeFile',
] as const;

/** Work that may change files `left` more times before it is killed, as by kill -9. */
interface Life {
  left: number;
  readonly kill: () => void;
}

const lives = new AsyncLocalStorage<Life>();
const never = new Promise<never>(() => {});

/**
 * Makes `runUntilKilled` possible in this process until the returned function is called. Killed work stops at its next change of a file,
 * without running any `finally`.
 */
export function makeMortal(): () => Promise<void> {
  const own = Object.fromEntries(CHANGING.map((name) => [name, promises[name]]));
  const handles: FileHandle[] = [];
  for (const name of CHANGING)
    Object.assign(promises, {
      [name]: async (...given: readonly unknown[]) => {
        const life = lives.getStore();
        if (life && life.left-- <= 0) {
          life.kill();
          return never;
        }
        const result = await (own[name] as (...given: readonly unknown[]) => Promise<unknown>)(...given);
        if (name === 'open' && life) handles.push(result as FileHandle);
        return result;
      },
    });
  syncBuiltinESMExports();
  return async () => {
    Object.assign(promises, own);
    syncBuiltinESMExports();
    for (const handle of handles) await handle.close().catch(() => {});
  };
}

/** Runs `work` and kills it after it has changed files `changes` times. Returns whether it was killed. */
export async function runUntilKilled(changes: number, folders: readonly string[], work: () => Promise<unknown>): Promise<boolean> {
  const isKilled = await new Promise<boolean>((resolve, reject) => {
    lives.run({ left: changes, kill: () => resolve(true) }, () => {
      work().then(() => resolve(false), reject);
    });
  });
  if (isKilled) for (const folder of folders) await removeLocks(folder);
  return isKilled;
}

/** Leaves `folder` as a killed process would, whose locks the operating system releases. */
async function removeLocks(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    if (entry.name.startsWith('.content.lock')) await rm(path.join(entry.parentPath, entry.name), { force: true });
}
