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

/** What happens to work: a kill, as by kill -9, one failed change of a file, or a disk that stays full. */
export type Fault = 'kill' | 'error' | 'full disk';

/** Work that may change files `left` more times before the fault. */
interface Life {
  left: number;
  readonly fault: Fault;
  /** Called at the fault. */
  readonly onFault: () => void;
}

/** Changes that a full disk still allows. */
const FREEING: ReadonlySet<string> = new Set(['rm', 'rmdir', 'unlink']);

/** Whether this change doesn't happen. @throws the fault, unless it's a kill */
function isOver(life: Life | undefined, name: string): boolean {
  if (life === undefined || life.left-- > 0) return false;
  if (life.fault === 'full disk' && FREEING.has(name)) return false;
  if (life.fault === 'error' && life.left < -1) return false;
  life.onFault();
  if (life.fault === 'kill') return true;
  const code = life.fault === 'error' ? 'EIO' : 'ENOSPC';
  throw Object.assign(new Error(`${code}: ${life.fault}, ${name}`), { code });
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
        if (isOver(life, name)) return never;
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
export const runUntilKilled = (changes: number, folders: readonly string[], work: () => Promise<unknown>): Promise<boolean> =>
  runUntil('kill', changes, folders, work);

/** Runs `work` to its end and returns how many times it changed files. */
export async function countChanges(work: () => Promise<unknown>): Promise<number> {
  const life: Life = { left: Number.MAX_SAFE_INTEGER, fault: 'kill', onFault: () => {} };
  await lives.run(life, work);
  return Number.MAX_SAFE_INTEGER - life.left;
}

/** Runs `work` until a fault after it has changed files `changes` times. Returns whether that happened; errors that follow are expected. */
export async function runUntil(fault: Fault, changes: number, folders: readonly string[], work: () => Promise<unknown>): Promise<boolean> {
  let isFaulty = false;
  await new Promise<void>((resolve, reject) => {
    const onFault = () => {
      isFaulty = true;
      if (fault === 'kill') resolve();
    };
    lives.run({ left: changes, fault, onFault }, () => {
      work().then(
        () => resolve(),
        (error: unknown) => (isFaulty ? resolve() : reject(error)),
      );
    });
  });
  if (isFaulty && fault === 'kill') for (const folder of folders) await removeLocks(folder);
  return isFaulty;
}

/** Leaves `folder` as a killed process would, whose locks the operating system releases. */
async function removeLocks(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    if (entry.name.startsWith('.content.lock')) await rm(path.join(entry.parentPath, entry.name), { force: true });
}
