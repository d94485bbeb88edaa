import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;
/** Transactions hold their lock until the file is closed. The second one begins with its first read. */
const BEGIN = { alone: 'BEGIN EXCLUSIVE', shared: 'BEGIN; SELECT 1 FROM sqlite_schema' } as const;
export type LockMode = keyof typeof BEGIN;

/** A file that one process at a time can lock, or that several processes can share. */
export interface FileLock {
  /** Takes the lock; false if another process or handle has it. */
  readonly take: (mode?: LockMode) => boolean;
  /** Closes the file, which also releases the lock. */
  readonly close: () => void;
}

/**
 * Opens a file to lock it, and creates it if it's missing. The operating system holds the lock, on an empty file, so it ends with the
 * process, even after a kill -9. It also ends if this process closes another handle of the file (POSIX), so nothing else opens it.
 */
export function openFileLock(file: string): FileLock {
  const database = new DatabaseSync(file);
  return { take: (mode = 'alone') => tryTo(database, BEGIN[mode]), close: () => database.close() };
}

/** Tries to take the lock by beginning a transaction. Its journal is in memory, so a full disk can be locked: it never writes. */
function tryTo(database: DatabaseSync, begin: string): boolean {
  try {
    database.exec(`PRAGMA journal_mode = MEMORY; ${begin}`);
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)) throw error;
    if (database.isTransaction) database.exec('ROLLBACK');
    return false;
  }
}
