import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { fileKind } from '../../site/shared/regular-file.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { BACKUP_NAME, backupDraft, isBackupDraft, type OwnFolders, storeOf } from '../content/own-folders.ts';

/** Why a folder can't have backups, with the folder to name in the message. */
export type BackupRefusal =
  | { readonly reason: 'inside'; readonly setting: keyof OwnFolders; readonly place: string }
  | { readonly reason: 'git' | 'file'; readonly place: string };

/** The rule for the desk and the command: why `folder` can't have backups, or undefined if it can. Links are followed. */
export async function refuseBackupFolder(folder: string, folders: OwnFolders): Promise<BackupRefusal | undefined> {
  const target = await realPlace(folder);
  const { CONTENT_DIR, DATA_DIR, DIST_DIR, CACHE_DIR } = folders;
  // The other folders may be in the content folder, so it comes last and the message names the one that matters.
  const own = [
    ['DIST_DIR', DIST_DIR],
    ['DIST_DIR', storeOf(DIST_DIR)],
    ['DATA_DIR', DATA_DIR],
    ['CACHE_DIR', CACHE_DIR],
    ['CONTENT_DIR', CONTENT_DIR],
  ] as const;
  for (const [setting, place] of own)
    if (isIn(folder, place) || isIn(target, await realPlace(place))) return { reason: 'inside', setting, place };
  const nearest = nearestExisting(target);
  if (fileKind(nearest) !== 'folder') return { reason: 'file', place: nearest };
  const repository = repositoryOf(nearest);
  if (repository !== undefined && !(await isIgnored(repository, target))) return { reason: 'git', place: repository };
  return undefined;
}

/** @throws SetupError with the reason and what to do, if `folder` can't have backups */
export async function requireBackupFolder(folder: string, folders: OwnFolders): Promise<void> {
  const refusal = await refuseBackupFolder(folder, folders);
  if (refusal !== undefined) throw new SetupError(`backup: ${folder} ${explain(refusal)}; choose a folder elsewhere`);
}

function explain(refusal: BackupRefusal): string {
  const { reason, place } = refusal;
  if (reason === 'inside') {
    const why = refusal.setting === 'DIST_DIR' ? 'whose files are public' : 'and would be lost with it';
    return `is inside ${refusal.setting} (${place}), ${why}`;
  }
  if (reason === 'file') return `can't be created, because ${place} isn't a folder`;
  return `is in the Git repository ${place} and not ignored, so a commit could publish the keys in it`;
}

/**
 * Deletes what killed backups left in `folder`, and the oldest backups beyond `keep`. They're renamed before they're deleted, so a partly
 * deleted one never looks like a backup. Needs the content's lock, so none of these drafts is being written.
 */
export async function removeOldBackups(folder: string, keep: number): Promise<void> {
  const names = (await readdir(folder)).toSorted();
  const old = names.filter((name) => BACKUP_NAME.test(name)).slice(0, -keep);
  const place = (name: string) => path.join(folder, name);
  for (const name of names.filter(isBackupDraft)) await rm(place(name), { recursive: true, force: true });
  for (const name of old) {
    await rename(place(name), backupDraft(place(name)));
    await rm(backupDraft(place(name)), { recursive: true });
  }
}

/** The folder of a backup made at `now`: the first free second, because two can be made in the same one. */
export function newBackupPlace(folder: string, now: Date): string {
  for (let time = now.getTime(); ; time += 1000) {
    const place = path.join(folder, new Date(time).toISOString().replace(/[-:]|\.\d+/g, ''));
    if (!existsSync(place)) return place;
  }
}

/** Whether a file or folder is inside the published files, or the generations that they are links to. */
export const isPublished = (place: string, { DIST_DIR }: Pick<OwnFolders, 'DIST_DIR'>): boolean =>
  [DIST_DIR, storeOf(DIST_DIR)].some((published) => isIn(place, published));

/** Whether a folder is the same as another one, or inside it. */
function isIn(folder: string, other: string): boolean {
  const between = path.relative(path.resolve(other), path.resolve(folder));
  return between.split(path.sep)[0] !== '..' && !path.isAbsolute(between);
}

/** The nearest path at or above `place` that exists. */
function nearestExisting(place: string): string {
  return existsSync(place) || path.dirname(place) === place ? place : nearestExisting(path.dirname(place));
}

/** The path without links, also if its last folders don't exist yet. */
async function realPlace(place: string): Promise<string> {
  const whole = path.resolve(place);
  const nearest = nearestExisting(whole);
  return path.join(await realpath(nearest), path.relative(nearest, whole));
}

/** The nearest folder at or above `folder` with a Git repository, whose `.git` may also be a file. */
function repositoryOf(folder: string): string | undefined {
  if (existsSync(path.join(folder, '.git'))) return folder;
  return path.dirname(folder) === folder ? undefined : repositoryOf(path.dirname(folder));
}

/** Whether Git ignores what a backup puts into `folder`. Without Git, nobody can tell, so it doesn't. */
async function isIgnored(repository: string, folder: string): Promise<boolean> {
  const file = path.join(folder, '20260101T000000Z', 'backup.json');
  return promisify(execFile)('git', ['-C', repository, 'check-ignore', '--quiet', '--', file]).then(
    () => true,
    () => false,
  );
}
