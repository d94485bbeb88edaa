import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { takedownReasons } from '../../site/contract/log.ts';
import { readRegularFile } from '../../site/shared/regular-file.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { deskFolder, isBackupDraft, type OwnFolders } from './own-folders.ts';
import { removeFile, writeWhole } from './write-file.ts';

/** A takedown: the ids of its reviews, and what it was given. It has no words of a review. */
const takedownTask = z.strictObject({
  reviews: z.array(z.string()),
  date: z.string(),
  reason: z.enum(takedownReasons).optional(),
  note: z.string().optional(),
});
export type TakedownTask = z.output<typeof takedownTask>;

/** A backup or a restore: the paths that it creates, none of which existed before. */
const copyTask = z.strictObject({ creates: z.array(z.string()) });

/** The hidden files in the content folder that name what is being done, and are still there if it was interrupted. */
const schemas = { '.takedown.json': takedownTask, '.copy.json': copyTask } as const;
type TaskFile = keyof typeof schemas;

/** Whether a takedown, a backup or a restore was interrupted, or is going on. */
export const hasTask = (contentDir: string): boolean => Object.keys(schemas).some((name) => existsSync(path.join(contentDir, name)));

/** The file in which the desk notes that it goes back to an earlier state (scripts/desk/history.ts). */
export const goingBackFile = (dataDir: string): string => path.join(deskFolder(dataDir), 'going-back.yaml');
export const isGoingBack = (dataDir: string): boolean => existsSync(goingBackFile(dataDir));

/**
 * Runs `work` with a file that names it, which is deleted at the end: after a crash, or if `work` fails, the file is still there and
 * `recover` finishes or undoes the work. Needs the content's lock.
 */
export async function asTask<T, F extends TaskFile>(
  contentDir: string,
  name: F,
  task: z.output<(typeof schemas)[F]>,
  work: () => Promise<T>,
): Promise<T> {
  const file = path.join(contentDir, name);
  await writeWhole(file, `${JSON.stringify(task)}\n`);
  const result = await work();
  await removeFile(file);
  return result;
}

/** Reads what was interrupted; undefined if nothing was. @throws SetupError if the file was damaged */
export function readTask<F extends TaskFile>(contentDir: string, name: F): z.output<(typeof schemas)[F]> | undefined {
  const file = path.join(contentDir, name);
  const text = readRegularFile(file)?.toString();
  if (text === undefined) return undefined;
  try {
    return schemas[name].parse(JSON.parse(text)) as z.output<(typeof schemas)[F]>;
  } catch {
    throw new SetupError(`${file}: is damaged; remove it, and repeat the takedown, backup or restore that was interrupted`);
  }
}

/**
 * Deletes what an interrupted backup or restore created. Needs the content's lock. Returns whether there was one. @throws SetupError if the
 * file names anything that neither creates, since it may be from another machine or in somebody else's content
 */
export async function undoCopy(folders: OwnFolders): Promise<boolean> {
  const { CONTENT_DIR: contentDir, DATA_DIR, DIST_DIR } = folders;
  const task = readTask(contentDir, '.copy.json');
  if (task === undefined) return false;
  const restored = [contentDir, DATA_DIR, DIST_DIR].map((folder) => path.resolve(folder));
  const foreign = task.creates.find((one) => !restored.includes(path.dirname(path.resolve(one))) && !isBackupDraft(path.basename(one)));
  if (foreign !== undefined)
    throw new SetupError(
      `${path.join(contentDir, '.copy.json')}: names ${foreign}, which no backup or restore creates; remove this file, and what an interrupted backup or restore has copied`,
    );
  for (const created of task.creates) await rm(created, { recursive: true, force: true });
  await removeFile(path.join(contentDir, '.copy.json'));
  return true;
}
