import { mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../shared/secret-file.ts';
import { explainFull } from './disk-full.ts';

/** A file to write, or to delete if `text` is undefined. */
export interface FileStep {
  readonly file: string;
  readonly text: string | undefined;
  /** What was removed or added, for the report. */
  readonly done: string;
}

/** Takes the steps in order. */
export async function takeSteps(steps: readonly FileStep[]): Promise<void> {
  for (const { file, text } of steps) await (text === undefined ? removeFile(file) : writeWhole(file, text));
}

/**
 * Replaces `file`, or the file that it links to, atomically and durably, and creates its folder if necessary.
 *
 * The package write-file-atomic doesn't sync the folder, so a crash of the machine could undo the change, and it leaves temporary files of
 * killed processes, with texts that may have been taken down since.
 * @throws DiskFull
 */
export async function writeWhole(name: string, text: string | Uint8Array): Promise<void> {
  const file = await realpath(name).catch(() => name);
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw explainFull(error, folder);
  });
  await removeDrafts(file);
  // The content reader ignores names that begin with a dot.
  const draft = path.join(folder, `.${path.basename(file)}.${process.pid}`);
  try {
    await writeFile(draft, text, { flush: true });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw explainFull(error, file);
  }
  await syncFolder(folder);
}

/** Deletes `file` durably, and the file that it links to, since that has its text. */
export async function removeFile(file: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  for (const one of new Set([target, file])) {
    await removeDrafts(one);
    await rm(one, { force: true });
    await syncFolder(path.dirname(one));
  }
}

/** Removes temporary files of killed commands, which could contain a text that has been taken down. */
async function removeDrafts(file: string): Promise<void> {
  const prefix = `.${path.basename(file)}.`;
  const drafts = (await readdir(path.dirname(file))).filter(
    (name) => name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length))),
  );
  for (const name of drafts) await rm(path.join(path.dirname(file), name), { force: true });
}

/** Whether a process with this id exists, whoever owns it. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
