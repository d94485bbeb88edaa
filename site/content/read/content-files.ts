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

const isName = (name: string): name is Name => (NAMES as readonly string[]).includes(name);

/** Whether a path is content. Names of drafts and editors' backups begin with a dot or a tilde, or end with a tilde. */
export const isContent = (file: string): boolean => !/^[.~]|~$/.test(path.basename(file));

/** The paths of all files of a content folder, whether they are read or not. The owner's folder has others, such as packages and builds. */
export function listContent(contentDir: string): string[] {
  if (!isFolder(contentDir)) return [];
  const top = list(contentDir).filter((entry) => !entry.isDirectory());
  const below = FOLDERS.filter((folder) => isFolder(path.join(contentDir, folder)));
  return [...top.map(({ name }) => name), ...below.flatMap((folder) => listDeep(contentDir, folder))].map((name) =>
    path.join(contentDir, name),
  );
}

/** Whether a folder is also a folder of npm: it may have files that aren't content. */
const isPackage = (entries: readonly Dirent[]) => entries.some(({ name }) => name === 'package.json');

/** Whether a name at the top of the content folder is a file or folder of the content; the owner's folder has others, such as packages. */
export function isContentName(file: string): boolean {
  const { name, ext } = path.parse(file);
  const isNamed = name === 'summary' ? ext === '.md' : isName(name) && /^\.(ya?ml|json)$/.test(ext);
  return isNamed || FOLDERS.includes(file) || VERDICTS.test(file) || LOGO.test(file);
}

/** How many letters of a name may be mistyped in a folder that has other files, too. */
const MISTYPED = 2;

/** The files at the top of the content folder, by name without extension, `instead` among them. Reports files with unknown names. */
export function findNamedFiles(contentDir: string, report: Report, instead?: SourceFile): Map<Name, SourceFile> {
  const files = new Map<Name, SourceFile>();
  const reportFile = (file: string, found: string, write: string) => report({ file, place: '', found, write });
  if (!isFolder(contentDir)) {
    reportFile(contentDir, 'no such folder', 'create it, or set CONTENT_DIR to the folder with business.yaml');
    return files;
  }
  const entries = list(contentDir);
  const hasOthers = isPackage(entries);
  for (const entry of entries) {
    const file = path.join(contentDir, entry.name);
    const { name, ext } = path.parse(entry.name);
    if (entry.isDirectory() ? FOLDERS.includes(entry.name) : /^readme$/i.test(name) || VERDICTS.test(entry.name) || LOGO.test(entry.name))
      continue;
    const extensions = name === 'summary' ? /^\.md$/ : /^\.(ya?ml|json)$/;
    if (/^logo\.\w+$/i.test(entry.name) && !LOGO.test(entry.name.toLowerCase())) {
      reportFile(file, 'a logo in a format that pages cannot show', 'save it as an SVG, PNG, JPEG or WebP, such as logo.png');
    } else if (!isName(name) || !extensions.test(ext) || entry.isDirectory()) {
      const meant = nearestName(entry.isDirectory() ? `${entry.name}/` : entry.name);
      if (!hasOthers || editDistance(meant, entry.name.toLowerCase()) <= MISTYPED)
        reportFile(file, 'an unknown file name', `name it ${meant}, or move it away`);
    } else if (files.has(name)) {
      reportFile(file, `a second file for ${name}`, 'keep one of the two');
    } else {
      files.set(name, readSource(file));
    }
  }
  if (instead) files.set(path.parse(instead.name).name as Name, instead);
  if (!files.has('business')) reportFile(path.join(contentDir, 'business.yaml'), 'no such file', 'write at least "name: ..." into it');
  return files;
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

/** The path of the logo. Reports a second one. */
export function findLogo(contentDir: string, report: Report): string | undefined {
  if (!isFolder(contentDir)) return undefined;
  const [first, second] = list(contentDir)
    .filter((entry) => !entry.isDirectory() && LOGO.test(entry.name))
    .map(({ name }) => path.join(contentDir, name));
  if (second !== undefined) report({ file: second, place: '', found: 'a second logo', write: 'keep one of the two' });
  return first;
}

/** The files with other models' verdicts, except the file `except`. */
export function findVerdictFiles(contentDir: string, except?: string): SourceFile[] {
  if (!isFolder(contentDir)) return [];
  const names = list(contentDir).filter((entry) => !entry.isDirectory() && VERDICTS.test(entry.name));
  const files = names.map(({ name }) => path.join(contentDir, name));
  return files.filter((file) => file !== except).map(readSource);
}

/** The paths of all files below `reviews/`, sorted. */
export function listReviewFiles(contentDir: string): string[] {
  const folder = path.join(contentDir, 'reviews');
  return isFolder(folder) ? listDeep(folder).map((name) => path.join(folder, name)) : [];
}

export function readSource(file: string): SourceFile {
  return { name: file, bytes: readFileSync(file) };
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

const byCodeUnits = (a: string, b: string) => (a < b ? -1 : 1);

function list(folder: string): Dirent[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => isContent(name));
  return entries.sort((a, b) => byCodeUnits(a.name, b.name));
}

function listDeep(folder: string, below = ''): string[] {
  return list(path.join(folder, below)).flatMap((entry) => {
    const name = path.posix.join(below, entry.name);
    return entry.isDirectory() ? listDeep(folder, name) : [name];
  });
}
