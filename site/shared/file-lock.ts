import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** A file that one process at a time can lock. */
export interface FileLock {
  /** Takes the lock; false if another process or handle has it. */
  readonly take: () => boolean;
  /** Closes the file, which also releases the lock. */
  readonly close: () => void;
}

/**
 * Opens a file to lock it, and creates it if it's missing. The operating system holds the lock, on an empty file, so it ends with the
 * process, even after a kill -9. It also ends if this process closes another handle of the file (POSIX), so nothing else opens it.
 */
export function openFileLock(file: string): FileLock {
  const database = new DatabaseSync(file);
  return { take: () => tryTo(database), close: () => database.close() };
}

/** A transaction holds the lock until the file is closed. Its journal is in memory, so a full disk can be locked: it never writes. */
function tryTo(database: DatabaseSync): boolean {
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
