import { randomBytes } from 'node:crypto';
import { copyFileSync, linkSync, statSync, utimesSync } from 'node:fs';
import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../site/shared/secret-file.ts';
import { explainFull } from '../../site/shared/setup-error.ts';

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

/** Whether a name is that of a draft, which a killed command leaves. The content reader ignores names that begin with a dot. */
export const isDraft = (name: string): boolean => /^\..+\.draft$/.test(name);

/**
 * Replaces `file`, or the file that it links to, atomically and durably, and creates its folder if necessary. The caller holds the lock of
 * its place (places.ts), so drafts of killed commands can be told from this one.
 *
 * The package write-file-atomic doesn't sync the folder, so a crash of the machine could undo the change.
 * @throws DiskFull
 */
export async function writeWhole(name: string, text: string | Uint8Array): Promise<void> {
  const file = await realpath(name).catch(() => name);
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true }).catch(failFull(folder));
  const draft = path.join(folder, `.${path.basename(file)}.${randomBytes(6).toString('hex')}.draft`);
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
    await rm(one, { force: true });
    await syncFolder(path.dirname(one));
  }
}

const failFull =
  (place: string) =>
  (error: unknown): never => {
    throw explainFull(error, place);
  };

/**
 * Makes a function that gives files the bytes and times of other files: as hard links, or as a copy if the file system can't create another
 * link. Later files with the same bytes are links to that copy, since file systems limit the links of one file (EMLINK): to 65,000 on ext4
 * and 1,024 on NTFS. Synchronous: faster for thousands of small files.
 */
export function fileLinker(link: typeof linkSync = linkSync): (existing: string, fresh: string) => void {
  const copies = new Map<string, string>();
  return (existing, fresh) => {
    try {
      link(copies.get(existing) ?? existing, fresh);
    } catch {
      copyFileSync(existing, fresh);
      const { atime, mtime } = statSync(existing);
      utimesSync(fresh, atime, mtime);
      copies.set(existing, fresh);
    }
  };
}
