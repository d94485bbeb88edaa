import { accessSync, constants, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../../algorithms.ts';
import { SetupError } from '../../contract/environment.ts';
import { fileKind, folderFault, foundInsteadOfFolder, UnreadableFile } from '../../contract/regular-file.ts';
import { DiskFull, explainFull } from './disk-full.ts';

const FILE = '.content.lock';
const RETRY_MS = 20;
const PATIENCE_MS = 10_000;
const SQLITE_BUSY = 5;
/** What tells whether there is space. */
const PROBE = ' ';

/** Another command holds the lock. */
export class Locked extends SetupError {
  override name = 'Locked';
}

/**
 * Runs `work` while no other command changes what is in `folder`. The operating system holds the lock, on an empty file, so it ends with
 * the process, even after a kill -9. It also ends if this process closes another handle of the file (POSIX), so nothing else opens it.
 * @throws Locked if another command doesn't end within `patienceMs`, and SetupError if the folder can't be locked
 */
export async function withContentLock<T>(folder: string, work: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const lock = openLock(folder);
  try {
    for (let waited = 0; !isTaken(lock, folder); waited += RETRY_MS) {
      if (waited >= patienceMs) throw new Locked(`content: another command is still running in ${folder}; wait for it`);
      await wait(RETRY_MS);
    }
    return await work();
  } finally {
    lock.close();
  }
}

function openLock(folder: string): DatabaseSync {
  const file = path.join(folder, FILE);
  requireWritable(folder);
  const kind = fileKind(file);
  if (kind !== 'file' && kind !== 'missing') throw new UnreadableFile(file, kind === 'folder' ? folderFault : kind);
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw explainLock(error, file);
  }
}

/** @throws SetupError unless `folder` is a folder in which this user may write */
function requireWritable(folder: string): void {
  const kind = fileKind(folder);
  if (kind !== 'folder') {
    throw new SetupError(`${folder}: found ${foundInsteadOfFolder(kind)}; create a folder there, or set the path to another one`);
  }
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new SetupError(`${folder}: this user may not write into this folder; give them permission to, or set the path to another one`);
  }
}

/** Tries to take the lock by beginning a transaction, which holds it until the file is closed; false if another process has it. */
function isTaken(lock: DatabaseSync, folder: string): boolean {
  try {
    // A journal in memory, so a full disk can be locked: the transaction never writes.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false;
    throw explainLock(error, path.join(folder, FILE));
  }
}

/** SQLite doesn't tell why it can't open a file, so this tries to write another one next to it. */
function explainLock(error: unknown, file: string): unknown {
  const probe = `${file}.${process.pid}`;
  try {
    writeFileSync(probe, PROBE, { flush: true });
  } catch (reason) {
    const explained = explainFull(reason, file);
    if (explained instanceof DiskFull) return explained;
  } finally {
    rmSync(probe, { force: true });
  }
  const full = explainFull(error, file);
  if (full instanceof DiskFull) return full;
  return new SetupError(`content: cannot lock ${file} (${messageOf(error)}); move ${path.dirname(file)} to a drive that can lock files`);
}
