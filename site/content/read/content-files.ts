import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { editDistance } from '../../algorithms.ts';
import { nearest } from '../problems.ts';
import { type FileName, fileSchemas } from '../record-schemas.ts';
import type { SourceFile } from './parse-file.ts';
import type { Report } from './placed.ts';

type Name = FileName | 'summary';
const NAMES = [...Object.keys(fileSchemas), 'summary'] as Name[];

/** Folders of the content: reviews, and the pictures that other files refer to. */
const FOLDERS: readonly string[] = ['reviews', 'pictures'];

/** `verdicts.json`, `verdicts-gemma.json`: one file for each model. */
const VERDICTS = /^verdicts[\w.-]*\.json$/;

/** `logo.svg`, `logo.png`: a picture. */
const LOGO = /^logo\.(svg|png|jpe?g|webp)$/;

/** Whether a file's name is one of `NAMES` with an extension that is read. */
function isNamed(file: string): boolean {
  const { name, ext } = path.parse(file);
  return (NAMES as readonly string[]).includes(name) && (name === 'summary' ? ext === '.md' : /^\.(ya?ml|json)$/.test(ext));
}

/** Whether a path is content. Names of drafts and editors' backups begin with a dot or a tilde, or end with a tilde. */
export const isContent = (file: string): boolean => !/^[.~]|~$/.test(path.basename(file));

/** The paths of all files at the top of a content folder and below FOLDERS, read or not. Other folders may hold packages or builds. */
export function listContent(contentDir: string): string[] {
  const top = list(contentDir).filter((entry) => !entry.isDirectory());
  const below = FOLDERS.flatMap((folder) => listDeep(contentDir, folder));
  return [...top.map(({ name }) => name), ...below].map((name) => path.join(contentDir, name));
}

/** Whether a name at the top of the content folder is content. In an npm project, that folder has others, such as node_modules. */
export const isContentName = (file: string): boolean => isNamed(file) || FOLDERS.includes(file) || VERDICTS.test(file) || LOGO.test(file);

/** Threshold: in an npm project, an unknown file is only reported if its name differs from a known one by at most this many letters. */
const MISTYPED = 2;

/** Replaces the file with its name. Without `bytes`, a file of verdicts isn't read. */
export type Instead = Pick<SourceFile, 'name'> & Partial<SourceFile>;

/** The files at the top of the content folder. */
export interface TopFiles {
  readonly named: ReadonlyMap<Name, SourceFile>;
  readonly logo: string | undefined;
  /** The paths of other models' verdicts. */
  readonly verdicts: readonly string[];
}

/** The files at the top of the content folder, `instead` among them. Reports files with unknown names. */
export function findFiles(contentDir: string, report: Report, instead?: Instead): TopFiles {
  const named = new Map<Name, SourceFile>();
  const verdicts: string[] = [];
  let logo: string | undefined;
  const reportFile = (file: string, found: string, write: string) => report({ file, place: '', found, write });
  if (!isFolder(contentDir)) {
    reportFile(contentDir, 'no such folder', 'create it, or set CONTENT_DIR to the folder with business.yaml');
    return { named, logo, verdicts };
  }
  const entries = list(contentDir);
  // An npm project has files that aren't content.
  const hasOthers = entries.some(({ name }) => name === 'package.json');
  for (const entry of entries) {
    const file = path.join(contentDir, entry.name);
    const name = path.parse(entry.name).name as Name;
    const isFile = !entry.isDirectory();
    if (isFile ? /^readme$/i.test(name) : FOLDERS.includes(entry.name)) continue;
    if (isFile && VERDICTS.test(entry.name)) {
      if (file !== instead?.name) verdicts.push(file);
    } else if (isFile && LOGO.test(entry.name)) {
      if (logo !== undefined) reportFile(file, 'a second logo', 'keep one of the two');
      logo ??= file;
    } else if (/^logo\.\w+$/i.test(entry.name) && !LOGO.test(entry.name.toLowerCase())) {
      reportFile(file, 'a logo in a format that pages cannot show', 'save it as an SVG, PNG, JPEG or WebP, such as logo.png');
    } else if (!isFile || !isNamed(entry.name)) {
      const meant = nearestName(isFile ? entry.name : `${entry.name}/`);
      if (!hasOthers || editDistance(meant, entry.name.toLowerCase()) <= MISTYPED)
        reportFile(file, 'an unknown file name', `name it ${meant}, or move it away`);
    } else if (named.has(name)) {
      reportFile(file, `a second file for ${name}`, 'keep one of the two');
    } else {
      named.set(name, readSource(file));
    }
  }
  if (instead?.bytes) named.set(path.parse(instead.name).name as Name, { name: instead.name, bytes: instead.bytes });
  if (!named.has('business')) reportFile(path.join(contentDir, 'business.yaml'), 'no such file', 'write at least "name: ..." into it');
  return { named, logo, verdicts };
}

function nearestName(name: string): string {
  const names = [
    ...NAMES.map((known) => (known === 'summary' ? 'summary.md' : `${known}.yaml`)),
    'verdicts.json',
    ...['svg', 'png', 'jpg', 'webp'].map((extension) => `logo.${extension}`),
    ...FOLDERS.map((name) => `${name}/`),
  ];
  return nearest(name, names)[0] ?? '';
}

/** The paths of all files below `reviews/`, sorted. */
export const listReviewFiles = (contentDir: string): string[] => listDeep(contentDir, 'reviews').map((name) => path.join(contentDir, name));

export function readSource(file: string): SourceFile {
  return { name: file, bytes: readFileSync(file) };
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

const byCodeUnits = (a: string, b: string) => (a < b ? -1 : 1);

function list(folder: string): Dirent[] {
  const entries = isFolder(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return entries.filter(({ name }) => isContent(name)).sort((a, b) => byCodeUnits(a.name, b.name));
}

function listDeep(folder: string, below: string): string[] {
  return list(path.join(folder, below)).flatMap((entry) => {
    const name = path.posix.join(below, entry.name);
    return entry.isDirectory() ? listDeep(folder, name) : [name];
  });
}
