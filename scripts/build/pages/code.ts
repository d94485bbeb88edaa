import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hashParts } from '../../../site/content/hash-parts.ts';

export const ROOT = path.join(import.meta.dirname, '../../..');

/** What decides, beside the content and the settings, which bytes a page has; the last is npm's list of what is installed. */
const CODE = [
  'site',
  'scripts/build/pages',
  'astro.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
];

let known: Promise<string> | undefined;

/** The hash of the code that prints pages, as it was when this process first asked. */
export function hashOfPageCode(): Promise<string> {
  known ??= hashCode();
  return known;
}

async function hashCode(): Promise<string> {
  const files = (await Promise.all(CODE.map((name) => listFiles(path.join(ROOT, name))))).flat();
  const bodies = await Promise.all(files.map((file) => readFile(file)));
  return hashParts(process.version, ...files.flatMap((file, index) => [path.relative(ROOT, file), bodies[index] ?? '']));
}

/** The files below a folder, sorted, or the file itself; none where there is neither. */
export async function listFiles(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => error.code);
  if (!Array.isArray(entries)) return entries === 'ENOTDIR' ? [place] : [];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
