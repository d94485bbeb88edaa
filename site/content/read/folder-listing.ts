import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { faultOf, fileKind, folderFault } from '../../shared/regular-file.ts';
import type { Report } from '../problems.ts';

/** Folders of the content: reviews, and the pictures that other files refer to. */
export const FOLDERS: readonly string[] = ['reviews', 'pictures'];

/** Says where the site lives, beside the content. */
export const PUBLISH_FILE = 'publish.yaml';

/** Whether a path is content. Names of drafts and editors' backups begin with a dot or a tilde, or end with a tilde. */
export const isContent = (file: string): boolean => !/^[.~]|~$/.test(path.basename(file));

/**
 * The paths of all files at the top of a content folder and below FOLDERS, read or not, and of links that lead nowhere. Other folders may
 * hold packages or builds.
 */
export function listContent(contentDir: string): string[] {
  const top = list(contentDir).filter(({ kind }) => kind !== 'folder');
  const below = FOLDERS.flatMap((folder) => listBelow(contentDir, folder));
  return [...top.map(({ name }) => path.join(contentDir, name)), ...below];
}

/** The paths of the files at the top of a content folder, links followed. */
export const listTop = (contentDir: string): string[] =>
  list(contentDir).flatMap(({ name, kind }) => (kind === 'file' ? [path.join(contentDir, name)] : []));

/** The paths of all files below `reviews/`, sorted, links followed. Reports what can't be read. */
export const listReviewFiles = (contentDir: string, report: Report): string[] => listBelow(contentDir, 'reviews', report);

/** A name in a folder, and what it leads to. */
interface Entry {
  readonly name: string;
  readonly kind: ReturnType<typeof fileKind>;
}

/** Why an entry isn't what it should be; undefined if it is. */
export function faultIn({ kind }: Entry, wanted: 'file' | 'folder') {
  if (kind === wanted || kind === 'missing') return undefined;
  if (kind === 'folder') return folderFault;
  return kind === 'file' ? { found: 'a file', write: 'replace it with a folder, or remove it' } : kind;
}

const byCodeUnits = (a: string, b: string) => (a < b ? -1 : 1);

/** The content in a folder; nothing if it isn't one. Reports a folder that can't be read. */
export function list(folder: string, report?: Report): Entry[] {
  if (fileKind(folder) !== 'folder') return [];
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => isContent(name))
      .map((entry) => ({ name: entry.name, kind: kindIn(folder, entry) }))
      .sort((a, b) => byCodeUnits(a.name, b.name));
  } catch (error) {
    report?.({ file: folder, place: '', ...faultOf(folder, error) });
    return [];
  }
}

function kindIn(folder: string, entry: Dirent): Entry['kind'] {
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'folder' : fileKind(path.join(folder, entry.name));
}

/**
 * The paths of all files below a folder of the content, links followed. Reports what is neither a file nor a folder, and links to a folder
 * that they are in. Without `report`, the paths of what can't be read are included.
 */
export function listBelow(contentDir: string, folder: string, report?: Report): string[] {
  const walk = (place: string, above: readonly string[]): string[] => {
    const found = list(place, report);
    if (found.length === 0) return [];
    const own = realpathSync(place);
    if (above.includes(own)) {
      report?.({ file: place, place: '', found: 'a link to a folder that it is in', write: 'remove the link' });
      return [];
    }
    return found.flatMap((entry) => {
      const file = path.join(place, entry.name);
      if (entry.kind === 'folder') return walk(file, [...above, own]);
      const fault = report && faultIn(entry, 'file');
      if (fault) report({ file, place: '', ...fault });
      return fault ? [] : [file];
    });
  };
  return walk(path.join(contentDir, folder), []);
}
