import { readdirSync } from 'node:fs';
import { realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { FOLDERS } from '../../site/content/read/folder-listing.ts';
import type { Environment } from '../../site/contract/environment.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { unlessLocked } from './lock.ts';
import { isDraft } from './write-file.ts';

export type OwnFolders = Pick<Environment, 'CONTENT_DIR' | 'DATA_DIR' | 'DIST_DIR' | 'CACHE_DIR'>;

/** A folder in which commands keep something temporary. What they leave if they are killed is deleted by `sweep`. */
interface TemporaryPlace {
  readonly folder: string;
  readonly isTemporary: (name: string) => boolean;
  /** Also below the folder. */
  readonly isDeep?: boolean;
  /** Whoever works in the place holds the lock of this folder, so without a holder, everything temporary in it was left. */
  readonly lock: string;
}

/** The folder with the journals for undoing imports, in the content folder. */
export const JOURNALS = '.imports';

/** The desk's folder. An open desk holds its lock. */
export const deskFolder = (dataDir: string): string => path.join(dataDir, 'desk');

/** The folder with the desk's earlier states of the content, each in a folder named by its number. */
export const statesFolder = (dataDir: string): string => path.join(deskFolder(dataDir), 'states');
/** Whether a name in it is a state, and not a draft of one. */
export const isState = (name: string): boolean => /^\d+$/.test(name);

/** The folder with a witness's keys and database. Backups leave it out, because a copy of the keys could sign something else. */
export const WITNESS_FOLDER = '.witness';

/** The folder with the password for a web space and the journal of an upload to it. Backups leave it out. */
export const PUBLISH_FOLDER = 'publish';
export const publishFolder = (dataDir: string): string => path.join(dataDir, PUBLISH_FOLDER);

/** The folder of uploads in `DATA_DIR/desk`. */
export const UPLOADS = 'uploads';
const PREVIEW = 'preview';
/** Whether a name in `DATA_DIR/desk` only exists while a desk is open: uploads, the preview, and the page with the desk's one-time link. */
export const isPassing = (name: string): boolean => name === UPLOADS || name === PREVIEW || /^open-[\w-]+\.html$/.test(name);

/** The folder of the desk's preview: `dist` has what would be published, and `data` is the DATA_DIR of the server that shows it. */
export function previewPlaces(dataDir: string): { readonly folder: string; readonly dist: string; readonly data: string } {
  const folder = path.join(deskFolder(dataDir), PREVIEW);
  return { folder, dist: path.join(folder, 'dist'), data: path.join(folder, 'data') };
}

/** What a file system reports while a program uses or fills a folder that is deleted. */
const IN_USE: ReadonlySet<string> = new Set(['EBUSY', 'ENOTEMPTY', 'EPERM']);

/** Deletes the desk's preview. If it's in use, the open desk stops showing it and deletes it when it ends. */
export async function forgetPreview(dataDir: string): Promise<void> {
  await rm(previewPlaces(dataDir).folder, { recursive: true, force: true, maxRetries: 3 }).catch((error: NodeJS.ErrnoException) => {
    if (!IN_USE.has(error.code ?? '')) throw error;
  });
}

/**
 * The hidden folder `.dist/` next to `dist` contains the last generations, and `dist` is a symbolic link to one of them, because file
 * systems can't replace a folder atomically. Names in it that begin with a dot aren't generations.
 */
export function storeOf(distDir: string): string {
  const { dir, base } = path.parse(path.resolve(distDir));
  return path.join(dir, `.${base.replace(/^\./, '')}`);
}

/** The folder that `distDir` points to now, or undefined. */
export async function currentTree(distDir: string): Promise<string | undefined> {
  return realpath(distDir).catch(() => undefined);
}

/** The name of a backup: the time in UTC, which sorts by age. */
export const BACKUP_NAME = /^\d{8}T\d{6}Z$/;
const BACKUP_DRAFT = '.draft';
/** The folder in which a backup is made, before it's renamed to `place`. */
export const backupDraft = (place: string): string => place + BACKUP_DRAFT;
export const isBackupDraft = (name: string): boolean =>
  name.endsWith(BACKUP_DRAFT) && BACKUP_NAME.test(name.slice(0, -BACKUP_DRAFT.length));

/** The start of the name of a folder in which a build works. */
export const STAGE = '.stage-';

/** Where builds work: in DIST_DIR's store, and Astro in CACHE_DIR. Builds share the lock. */
function buildPlaces({ DIST_DIR, CACHE_DIR }: Pick<OwnFolders, 'DIST_DIR' | 'CACHE_DIR'>): TemporaryPlace[] {
  return [storeOf(DIST_DIR), CACHE_DIR].map((folder) => ({ folder, isTemporary: (name) => name.startsWith(STAGE), lock: folder }));
}

/**
 * Every place with something temporary, which may have words of a review that is taken down later. These are the other places with
 * customers' words:
 * - the content with its journals, verdicts and corrections, and the states: a takedown edits them, and is finished if it's killed
 * - older generations in the store of DIST_DIR: `build --purge` deletes them
 * - the desk's preview while the desk is open: a takedown deletes it
 * - the hub's copies of the feeds: the server replaces them when it loads the next build, and SQLite overwrites deleted bytes
 * The cache of `analyse` has positions instead of words.
 */
function placesOf(folders: OwnFolders): TemporaryPlace[] {
  const { CONTENT_DIR, DATA_DIR } = folders;
  const desk = deskFolder(DATA_DIR);
  const analyses = path.join(DATA_DIR, 'analyse');
  return [
    { folder: CONTENT_DIR, isTemporary: isDraft, lock: CONTENT_DIR },
    { folder: path.join(CONTENT_DIR, JOURNALS), isTemporary: isDraft, lock: CONTENT_DIR },
    ...FOLDERS.map((name) => ({ folder: path.join(CONTENT_DIR, name), isTemporary: isDraft, isDeep: true, lock: CONTENT_DIR })),
    { folder: statesFolder(DATA_DIR), isTemporary: (name) => !isState(name), lock: CONTENT_DIR },
    { folder: DATA_DIR, isTemporary: (name) => isDraft(name) || /^log-[0-9a-f]{8}\.draft$/.test(name), lock: DATA_DIR },
    { folder: analyses, isTemporary: isDraft, lock: analyses },
    { folder: publishFolder(DATA_DIR), isTemporary: isDraft, lock: publishFolder(DATA_DIR) },
    { folder: desk, isTemporary: (name) => isDraft(name) || isPassing(name), lock: desk },
    ...buildPlaces(folders),
  ];
}

/** The paths of everything temporary in a place, whether or not it's in use. */
function listTemporary({ folder, isTemporary, isDeep = false }: Omit<TemporaryPlace, 'lock'>): string[] {
  try {
    const names = readdirSync(folder, { recursive: isDeep, encoding: 'utf8' });
    return names.filter((name) => isTemporary(path.basename(name))).map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

/** Whether there is anything temporary, in use or not. Takes a millisecond, because every command asks. */
export const hasTemporary = (folders: OwnFolders): boolean => placesOf(folders).some((place) => listTemporary(place).length > 0);

/** Deletes everything temporary that nobody works on. Skips a place that this user can't lock or change. */
export const sweep = (folders: OwnFolders): Promise<void> => sweepPlaces(placesOf(folders));

/** Deletes what killed builds left, as `sweep` does. */
export const sweepBuilds = (folders: Pick<OwnFolders, 'DIST_DIR' | 'CACHE_DIR'>): Promise<void> => sweepPlaces(buildPlaces(folders));

const NOT_ALLOWED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);

async function sweepPlaces(places: readonly TemporaryPlace[]): Promise<void> {
  for (const place of places) {
    const left = listTemporary(place);
    if (left.length === 0) continue;
    const remove = async () => {
      for (const one of left) await rm(one, { recursive: true, force: true, maxRetries: 3 });
    };
    await unlessLocked(place.lock, remove).catch((error: NodeJS.ErrnoException) => {
      if (!(error instanceof SetupError) && !NOT_ALLOWED.has(error.code ?? '')) throw error;
    });
  }
}

/** The folders of all generations in DIST_DIR's store except the one with the name `current`. */
export function olderGenerations(distDir: string, current: string): string[] {
  return listTemporary({ folder: storeOf(distDir), isTemporary: (name) => name !== current && !name.startsWith('.') });
}
