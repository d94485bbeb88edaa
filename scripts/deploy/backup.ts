import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { DATABASE_FILE } from '../../sidecar/hub/store/sqlite.ts';
import type { Environment } from '../../site/contract/environment.ts';
import { logPaths } from '../../site/contract/log.ts';
import { paths } from '../../site/contract/paths.ts';
import { fileKind, UnreadableFile } from '../../site/shared/regular-file.ts';
import { explainFull, SetupError } from '../../site/shared/setup-error.ts';
import { withContentLock } from '../content/lock.ts';
import {
  backupDraft,
  currentTree,
  deskFolder,
  isPassing,
  type OwnFolders,
  PUBLISH_FOLDER,
  statesFolder,
  storeOf,
  WITNESS_FOLDER,
} from '../content/own-folders.ts';
import { asTask, undoCopy } from '../content/unfinished.ts';
import { fileLinker, isDraft } from '../content/write-file.ts';
import { listStates } from '../review/withhold.ts';
import { newBackupPlace, removeOldBackups, requireBackupFolder } from './backup-folder.ts';

const MANIFEST = 'backup.json';
const COPYING = '.copy.json';

/** `backup.json`: the time, BASE_URL, and the SHA-256 of each file. */
const manifest = z.object({ version: z.literal(1), made: z.string(), base_url: z.string(), files: z.record(z.string(), z.string()) });

/** Published files that a build can't recreate: the log, the reviews that it records, and the dates of all files. */
const PUBLISHED = [path.dirname(logPaths.checkpoint), paths.reviews, paths.generation];

/** Locks, drafts of files, the file that names the backup itself, and the folder of a witness. */
const isTransient = (name: string) => name.startsWith('.content.lock') || isDraft(name) || name === COPYING || name === WITNESS_FOLDER;
/** In DATA_DIR also the database, which is copied separately, its lock, and the password for a web space. */
const isTransientData = (name: string) =>
  isTransient(name) || name === PUBLISH_FOLDER || name.startsWith('hub.lock') || name.startsWith(DATABASE_FILE);

/** Names in the owner's folder that aren't backed up: packages, Git history, and settings with keys. */
const NOT_CONTENT: ReadonlySet<string> = new Set(['node_modules', '.git', '.env']);

/**
 * Copies everything worth keeping into a new folder below `folder`, even while the site runs: the content, DATA_DIR with a consistent copy
 * of the hub's database, and the published log. Then removes the oldest backups beyond `keep`. Returns the folder and the keys that aren't
 * in it. @throws SetupError if something can't be read or written; no partial backup is left
 */
export async function makeBackup(
  environment: OwnFolders & Pick<Environment, 'BASE_URL' | 'LOG_KEY' | 'SESSION_KEYS'>,
  folder: string,
  now: Date,
  keep: number,
): Promise<{ readonly place: string; readonly missing: readonly string[] }> {
  await requireBackupFolder(folder, environment);
  const place = await copying(environment, 'backup', () => {
    const place = newBackupPlace(folder, now);
    return { creates: [backupDraft(place)], work: () => writeBackup(environment, folder, place, now) };
  });
  await withContentLock(environment.CONTENT_DIR, () => removeOldBackups(folder, keep));
  return { place, missing: (['LOG_KEY', 'SESSION_KEYS'] as const).filter((name) => environment[name] !== undefined) };
}

/** Makes the backup `place` as a draft, and renames it. Returns `place`. */
async function writeBackup(
  environment: OwnFolders & Pick<Environment, 'BASE_URL'>,
  folder: string,
  place: string,
  now: Date,
): Promise<string> {
  const draft = backupDraft(place);
  await mkdir(folder, { recursive: true });
  // Backups contain keys and subscribers' secrets.
  await mkdir(draft, { mode: 0o700 });
  await copyContent(environment, folder, path.join(draft, 'content'));
  // Builds hold this lock while they publish and record what they signed.
  if (existsSync(environment.DATA_DIR)) await withContentLock(environment.DATA_DIR, () => copyState(environment, draft));
  await copyStates(environment.DATA_DIR, path.join(draft, 'data'));
  const files = await hashFiles(draft);
  const made: z.infer<typeof manifest> = { version: 1, made: now.toISOString(), base_url: environment.BASE_URL, files };
  await writeFile(path.join(draft, MANIFEST), JSON.stringify(made), { mode: 0o600 });
  await rename(draft, place);
  return place;
}

/** Work that creates the paths `creates`. */
interface Copying<T> {
  readonly creates: readonly string[];
  readonly work: () => Promise<T>;
}

/**
 * Runs the work that `prepare` returns, and deletes what it creates if it fails. If it's killed, `recover` does. Takedowns and the desk
 * hold the content's lock while they change earlier states of the content, too.
 */
async function copying<T>(folders: OwnFolders, command: string, prepare: () => Copying<T>): Promise<T> {
  const { CONTENT_DIR: contentDir } = folders;
  return withContentLock(contentDir, async () => {
    await undoCopy(folders);
    const { creates, work } = prepare();
    const task = { creates: creates.map((place) => path.resolve(place)) };
    return asTask(contentDir, COPYING, task, work).catch(async (error: unknown) => {
      await undoCopy(folders);
      throw error;
    });
  }).catch((error: unknown) => {
    throw toSetupError(command, error);
  });
}

/** Copies the content without the packages, builds, keys and backups that may be next to it. */
async function copyContent({ CONTENT_DIR, DIST_DIR, DATA_DIR, CACHE_DIR }: OwnFolders, folder: string, to: string): Promise<void> {
  const apart = [DIST_DIR, storeOf(DIST_DIR), DATA_DIR, CACHE_DIR, folder].map((place) => path.resolve(place));
  await mkdir(to);
  for (const name of await readdir(CONTENT_DIR)) {
    const from = path.join(CONTENT_DIR, name);
    if (isTransient(name) || NOT_CONTENT.has(name) || apart.includes(path.resolve(from))) continue;
    await copyFiles(from, path.join(to, name), (file) => isTransient(path.basename(file)));
  }
}

/** Copies the earlier states of the content. A file that several of them share is one file in the backup, too. */
async function copyStates(dataDir: string, data: string): Promise<void> {
  const [from, to] = [dataDir, data].map(statesFolder) as [string, string];
  const copies = new Map<number, string>();
  const linkFile = fileLinker();
  for (const state of await listStates(dataDir))
    for (const entry of await readdir(path.join(from, String(state)), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || isTransient(entry.name)) continue;
      const source = path.join(entry.parentPath, entry.name);
      const target = path.join(to, path.relative(from, source));
      const { ino } = await stat(source);
      const copy = copies.get(ino);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      if (copy === undefined) await cp(source, target, KEEPING_TIMES);
      else linkFile(copy, target);
      copies.set(ino, copy ?? target);
    }
}

async function copyState({ DATA_DIR, DIST_DIR }: OwnFolders, draft: string): Promise<void> {
  const data = path.join(draft, 'data');
  const desk = deskFolder(DATA_DIR);
  await copyFiles(DATA_DIR, data, (file) => {
    const name = path.basename(file);
    return isTransientData(name) || file === statesFolder(DATA_DIR) || (path.dirname(file) === desk && isPassing(name));
  });
  const names = await readdir(DATA_DIR);
  if (names.includes(DATABASE_FILE)) {
    const database = new DatabaseSync(path.join(DATA_DIR, DATABASE_FILE), { readOnly: true });
    await copyDatabase(database, path.join(data, DATABASE_FILE)).finally(() => database.close());
  }
  const tree = await currentTree(DIST_DIR);
  const published = tree === undefined ? [] : await readdir(tree);
  for (const publicPath of PUBLISHED) {
    const name = publicPath.slice(1);
    if (tree !== undefined && published.includes(name)) await cp(path.join(tree, name), path.join(draft, 'dist', name), KEEPING_TIMES);
  }
}

const KEEPING_TIMES = { recursive: true, preserveTimestamps: true, errorOnExist: true, force: false } as const;

/** Copies a folder without the paths that are left out, and follows links. @throws UnreadableFile for links that lead nowhere, pipes and the like */
function copyFiles(from: string, to: string, isLeftOut: (file: string) => boolean): Promise<void> {
  const filter = (file: string) => {
    if (file !== from && isLeftOut(file)) return false;
    const kind = fileKind(file);
    if (typeof kind !== 'string') throw new UnreadableFile(file, kind);
    return true;
  };
  return cp(from, to, { ...KEEPING_TIMES, dereference: true, filter });
}

/**
 * Restores a backup into CONTENT_DIR, DATA_DIR and DIST_DIR, which must be absent or empty.
 * @throws SetupError if they aren't, or if the backup is damaged; nothing is written then
 */
export async function restoreBackup(environment: OwnFolders, place: string): Promise<z.infer<typeof manifest>> {
  const found = await readBackup(place);
  const targets = { content: environment.CONTENT_DIR, data: environment.DATA_DIR, dist: environment.DIST_DIR };
  for (const [part, target] of Object.entries(targets)) {
    const names = await readdir(target).catch((error: NodeJS.ErrnoException): string[] => {
      if (error.code === 'ENOENT') return [];
      throw toSetupError('restore', error);
    });
    if (names.some((name) => !isTransient(name)))
      throw new SetupError(`restore: ${target} isn't empty, and ${part} would go there; move it away first`);
  }
  const tops = new Set(Object.keys(found.files).map((file) => file.split('/').slice(0, 2).join('/')));
  const parts = Object.entries(targets).filter(([part]) => [...tops].some((top) => top.startsWith(`${part}/`)));
  const creates = parts.flatMap(([part, target]) =>
    [...tops].filter((top) => top.startsWith(`${part}/`)).map((top) => path.join(target, path.basename(top))),
  );
  await mkdir(targets.content, { recursive: true }).catch((error: unknown) => {
    throw toSetupError('restore', error);
  });
  const work = async () => {
    for (const [part, target] of parts) {
      await mkdir(target, { recursive: true, ...(part === 'data' ? { mode: 0o700 } : {}) });
      await cp(path.join(place, part), target, { recursive: true, preserveTimestamps: true });
    }
  };
  await copying(environment, 'restore', () => ({ creates, work }));
  return found;
}

/** Reads the manifest of a backup, and checks its files. @throws SetupError if it is damaged */
export async function readBackup(place: string): Promise<z.infer<typeof manifest>> {
  const found = await readManifest(place);
  await requireWhole(place, found.files);
  return found;
}

async function readManifest(place: string): Promise<z.infer<typeof manifest>> {
  try {
    return manifest.parse(JSON.parse(await readFile(path.join(place, MANIFEST), 'utf8')));
  } catch {
    throw new SetupError(`restore: ${place} isn't a backup: it has no readable ${MANIFEST}; write a folder that npm run backup created`);
  }
}

async function requireWhole(place: string, files: Readonly<Record<string, string>>): Promise<void> {
  const there = await hashFiles(place);
  const damaged = Object.keys(files).find((file) => there[file] !== files[file]);
  if (damaged !== undefined) throw new SetupError(`restore: ${path.join(place, damaged)} is missing or damaged; use another backup`);
}

async function hashFiles(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const hashes: Record<string, string> = {};
  for (const file of files.toSorted()) {
    const name = path.relative(folder, file).split(path.sep).join('/');
    if (name !== MANIFEST) hashes[name] = hash('sha256', await readFile(file));
  }
  return hashes;
}

/** A file system error as a SetupError; other errors are unchanged. */
function toSetupError(command: string, given: unknown): unknown {
  const error = explainFull(given);
  const { code, message } = error as NodeJS.ErrnoException;
  return error instanceof SetupError || code === undefined ? error : new SetupError(`${command}: ${message}`);
}
