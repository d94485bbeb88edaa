import { accessSync, constants, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { SetupError } from '../../contract/environment.ts';

const FILE = '.content.lock';
const RETRY_MS = 20;
const PATIENCE_MS = 10_000;
const SQLITE_BUSY = 5;

/**
 * Runs `work` while no other command changes the content in `contentDir`. The operating system holds the lock, on an empty file, so it ends
 * with the process, even after a kill -9. It also ends if this process closes another handle of the file (POSIX), so nothing else opens it.
 * @throws SetupError if another command doesn't end within `patienceMs`
 */
export async function withContentLock<T>(contentDir: string, work: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const lock = openLock(contentDir);
  try {
    for (let waited = 0; !isTaken(lock, contentDir); waited += RETRY_MS) {
      if (waited >= patienceMs) throw new SetupError(`content: another command is still running in ${contentDir}; wait for it`);
      await wait(RETRY_MS);
    }
    return await work();
  } finally {
    lock.close();
  }
}

function openLock(contentDir: string): DatabaseSync {
  const file = path.join(contentDir, FILE);
  try {
    accessSync(contentDir, constants.W_OK);
    // Earlier versions wrote into their lock, and SQLite only opens databases and empty files.
    if (statSync(file, { throwIfNoEntry: false })?.size) truncateSync(file);
    return new DatabaseSync(file);
  } catch (error) {
    const reason = (error as Error).message;
    throw new SetupError(`content: cannot write into ${contentDir} (${reason}); set CONTENT_DIR to an existing, writable folder`);
  }
}

/** Tries to take the lock by beginning a transaction, which holds it until the file is closed; false if another process has it. */
function isTaken(lock: DatabaseSync, contentDir: string): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false;
    const reason = (error as Error).message;
    throw new SetupError(
      `content: cannot lock ${path.join(contentDir, FILE)} (${reason}); move ${contentDir} to a drive that can lock files`,
    );
  }
}
