import path from 'node:path';
import type { z } from 'zod';
import { editDistance } from '../../shared/algorithms.ts';
import { fileKind, foundInsteadOfFolder, readOrExplain, readRegularFile, UnreadableFile } from '../../shared/regular-file.ts';
import { ContentError, nearest, type Placed, type Report } from '../problems.ts';
import { type FileData, type FileName, fileSchemas } from '../record-schemas.ts';
import { FOLDERS, faultIn, list, PUBLISH_FILE } from './folder-listing.ts';
import { parseFile, type SourceFile } from './parse-file.ts';

/** The path of a content file such as `takedowns`: the existing file, or the one to create as YAML. */
export function namedFile(contentDir: string, name: FileName): string {
  const files = ['yaml', 'yml', 'json'].map((extension) => path.join(contentDir, `${name}.${extension}`));
  return files.find((file) => fileKind(file) !== 'missing') ?? path.join(contentDir, `${name}.yaml`);
}

/** The bytes of a content file; none if it doesn't exist. @throws ContentError */
export function readBytes(file: string): Buffer<ArrayBuffer> {
  try {
    return readRegularFile(file) ?? Buffer.alloc(0);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new ContentError([{ file, place: '', ...error.fault }]);
  }
}

/** Reads a content file; one that doesn't exist counts as empty. @throws ContentError */
export async function readContentFile<T extends z.ZodType>(file: string, schema: T): Promise<Placed<z.output<T>>> {
  return parseFile({ name: file, bytes: readBytes(file) }, schema);
}

/** The data of the content file with a name, such as `takedowns`. @throws ContentError */
export async function readNamed<Name extends FileName>(contentDir: string, name: Name): Promise<FileData<Name>> {
  return (await readContentFile(namedFile(contentDir, name), fileSchemas[name])).value as FileData<Name>;
}

type Name = FileName | 'summary';
const NAMES = [...Object.keys(fileSchemas), 'summary'] as Name[];

/** `verdicts.json`, `verdicts-gemma.json`: one file for each model. */
const VERDICTS = /^verdicts[\w.-]*\.json$/;

/** `logo.svg`, `logo.png`: a picture. */
const LOGO = /^logo\.(svg|png|jpe?g|webp)$/;

/** Whether a file's name is one of `NAMES` with an extension that is read. */
function isNamed(file: string): boolean {
  const { name, ext } = path.parse(file);
  return (NAMES as readonly string[]).includes(name) && (name === 'summary' ? ext === '.md' : /^\.(ya?ml|json)$/.test(ext));
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
  const faulty = new Set<string>();
  const reportFile = (file: string, found: string, write: string) => report({ file, place: '', found, write });
  const kind = fileKind(contentDir);
  if (kind !== 'folder') {
    reportFile(contentDir, foundInsteadOfFolder(kind), 'create it, or set CONTENT_DIR to the folder with business.yaml');
    return { named, logo, verdicts };
  }
  const entries = list(contentDir, report);
  // An npm project has files that aren't content.
  const hasOthers = entries.some(({ name }) => name === 'package.json');
  for (const entry of entries) {
    const file = path.join(contentDir, entry.name);
    const name = path.parse(entry.name).name as Name;
    const isFile = entry.kind !== 'folder';
    const isFolder = FOLDERS.includes(entry.name);
    if (isFolder ? !isFile : isFile && (/^readme$/i.test(name) || entry.name === PUBLISH_FILE)) continue;
    const fault = isContentName(entry.name) ? faultIn(entry, isFolder ? 'folder' : 'file') : undefined;
    if (fault) {
      reportFile(file, fault.found, fault.write);
      faulty.add(name);
    } else if (VERDICTS.test(entry.name)) {
      if (file !== instead?.name) verdicts.push(file);
    } else if (LOGO.test(entry.name)) {
      if (logo !== undefined) reportFile(file, 'a second logo', 'keep one of the two');
      logo ??= file;
    } else if (/^logo\.\w+$/i.test(entry.name) && !LOGO.test(entry.name.toLowerCase())) {
      reportFile(file, 'a logo in a format that pages cannot show', 'save it as an SVG, PNG, JPEG or WebP, such as logo.png');
    } else if (!isNamed(entry.name)) {
      const meant = nearestName(isFile ? entry.name : `${entry.name}/`);
      if (!hasOthers || editDistance(meant, entry.name.toLowerCase()) <= MISTYPED)
        reportFile(file, 'an unknown file name', `name it ${meant}, or move it away`);
    } else if (named.has(name)) {
      reportFile(file, `a second file for ${name}`, 'keep one of the two');
    } else {
      const source = readSource(file, report);
      if (source) named.set(name, source);
      else faulty.add(name);
    }
  }
  if (instead?.bytes) named.set(path.parse(instead.name).name as Name, { name: instead.name, bytes: instead.bytes });
  const business = path.join(contentDir, 'business.yaml');
  if (!named.has('business') && !faulty.has('business') && fileKind(business) === 'missing')
    reportFile(business, 'no such file', 'write at least "name: ..." into it');
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

/** Reads a file that exists. Reports one that can't be read. */
export function readSource(file: string, report: Report): SourceFile | undefined {
  const bytes = readOrExplain(file) ?? { found: 'no such file', write: 'run the command again' };
  if (Buffer.isBuffer(bytes)) return { name: file, bytes };
  report({ file, place: '', ...bytes });
  return undefined;
}
