import { accessSync, constants, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../../site/shared/algorithms.ts';
import { type FileLock, type LockMode, openFileLock } from '../../site/shared/file-lock.ts';
import { fileKind, folderFault, foundInsteadOfFolder, UnreadableFile } from '../../site/shared/regular-file.ts';
import { DiskFull, explainFull, SetupError } from '../../site/shared/setup-error.ts';

const FILE = '.content.lock';
const RETRY_MS = 20;
const PATIENCE_MS = 10_000;
/** What tells whether there is space. */
const PROBE = ' ';

/** Another command holds the lock. */
export class Locked extends SetupError {
  override name = 'Locked';
}

/**
 * Runs `work` while no other command changes what is in `folder`.
 * @throws Locked if another command doesn't end within `patienceMs`, and SetupError if the folder can't be locked
 */
export function withContentLock<T>(folder: string, work: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  return withLock(folder, 'alone', work, patienceMs);
}

/** Runs `work` while others may share `folder`, but nobody has it with `withContentLock`, as a sweep does. @throws as withContentLock */
export function withSharedLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  return withLock(folder, 'shared', work, PATIENCE_MS);
}

/** Runs `work` with the lock of `folder`, or does nothing while another command holds it. @throws SetupError if it can't be locked */
export async function unlessLocked(folder: string, work: () => Promise<void>): Promise<void> {
  await withContentLock(folder, work, 0).catch((error: unknown) => {
    if (!(error instanceof Locked)) throw error;
  });
}

async function withLock<T>(folder: string, mode: LockMode, work: () => Promise<T>, patienceMs: number): Promise<T> {
  const lock = openLock(folder);
  try {
    for (let waited = 0; !isTaken(lock, mode, folder); waited += RETRY_MS) {
      if (waited >= patienceMs) throw new Locked(`content: another command is still running in ${folder}; wait for it`);
      await wait(RETRY_MS);
    }
    return await work();
  } finally {
    lock.close();
  }
}

function openLock(folder: string): FileLock {
  const file = path.join(folder, FILE);
  requireWritable(folder);
  const kind = fileKind(file);
  if (kind !== 'file' && kind !== 'missing') throw new UnreadableFile(file, kind === 'folder' ? folderFault : kind);
  try {
    return openFileLock(file);
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

function isTaken(lock: FileLock, mode: LockMode, folder: string): boolean {
  try {
    return lock.take(mode);
  } catch (error) {
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
