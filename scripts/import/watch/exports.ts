import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { SetupError } from '../../../site/contract/environment.ts';
import { hashFiles } from '../input/containers.ts';
import { takeoutPart } from '../input/takeout-layout.ts';
import type { WatchState } from './state.ts';

type Looked = WatchState['looked'][number];

/** A file in the watched folder. */
export interface Listed {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The modification time, in milliseconds since 1970. Only changes to it count, because sync clients keep the original's time. */
  readonly modified: number;
}

/** The files in a folder. @throws SetupError if it can't be read */
export async function listFolder(folder: string): Promise<Listed[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new SetupError(`import --watch: ${folder} cannot be read (${error.code})`);
  });
  const listed = entries.map(async ({ name }): Promise<Listed[]> => {
    // It may have been renamed in the meantime.
    const found = await stat(path.join(folder, name)).catch(() => undefined);
    return found?.isFile() ? [{ name, size: found.size, modified: found.mtimeMs }] : [];
  });
  return (await Promise.all(listed)).flat();
}

/** The names of exports. */
const EXPORT = /\.(?:zip|tgz|tar\.gz|csv|tsv|json|ndjson|jsonl)$/i;

/**
 * Names of files that a browser or a sync client is still writing: Chrome, Firefox, Safari, Opera, rclone, rsync and Syncthing (hidden),
 * Dropbox and others (`~`, `.tmp`).
 */
const PARTIAL = /^[.~]|~$|\.(?:crdownload|part|partial|download|opdownload|filepart|tmp|temp|!ut|!sync)$/i;

/** A prefix that some programs put before the name of a file while they write it. */
const BEFORE_NAME = /^[.~]+(?:syncthing[.~])?/;

/**
 * The complete exports, sorted by name; the parts of a split Takeout are one export. An export is complete if each of its files has the
 * same size and time as at the last look, and no partial file has its name.
 */
export function completeExports(listing: readonly Listed[], before: ReadonlyMap<string, Listed>): readonly (readonly Listed[])[] {
  const partial = listing.filter(({ name }) => PARTIAL.test(name)).map(({ name }) => name.toLowerCase());
  const files = listing.filter(({ name }) => EXPORT.test(name) && !PARTIAL.test(name));
  const groups = Map.groupBy(files, ({ name }) => takeoutPart(name)?.whole ?? name);
  const isAtRest = (file: Listed) => file.size > 0 && isUnchanged(file, before.get(file.name));
  const isBeingWritten = (whole: string) => {
    const [start = ''] = whole.toLowerCase().split('*');
    return partial.some((name) => name.replace(BEFORE_NAME, '').startsWith(start));
  };
  return [...groups]
    .filter(([whole, parts]) => parts.every(isAtRest) && !isBeingWritten(whole))
    .map(([, parts]) => parts.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    .toSorted(([a], [b]) => ((a?.name ?? '') < (b?.name ?? '') ? -1 : 1));
}

const isUnchanged = ({ size, modified }: Listed, last: Listed | undefined) => last?.size === size && last.modified === modified;

/**
 * Hashes the files of a complete export, in hex; undefined if one can't be read. They haven't changed since the last look (`before`), so a
 * hash from then is reused.
 */
export async function hashExport(
  folder: string,
  files: readonly Listed[],
  before: ReadonlyMap<string, Looked>,
): Promise<string | undefined> {
  const [known, ...others] = new Set(files.map(({ name }) => before.get(name)?.sha256));
  if (known !== undefined && others.length === 0) return known;
  return hashFiles(files.map(({ name }) => path.join(folder, name))).catch(() => undefined);
}
