import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hashParts } from '../../../site/content/hash-parts.ts';

export const ROOT = path.join(import.meta.dirname, '../../..');

/** What decides, beside the content and the settings, which bytes a page has; npm lists what is installed in a file of its own. */
const CODE = ['site', 'scripts/build/pages', 'astro.config.mjs', 'tsconfig.json', 'node_modules/.package-lock.json'];

/** The hash of the code that prints pages; undefined where it isn't there whole. */
export async function hashOfPageCode(): Promise<string | undefined> {
  try {
    const files = (await Promise.all(CODE.map((name) => listFiles(path.join(ROOT, name))))).flat().sort();
    const bodies = await Promise.all(files.map((file) => readFile(file)));
    return hashParts(process.version, ...files.flatMap((file, index) => [path.relative(ROOT, file), bodies[index] ?? '']));
  } catch {
    return undefined;
  }
}

/** The files below a folder, sorted, or the file itself. */
export async function listFiles(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => undefined);
  return (
    entries
      ?.filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort() ?? [place]
  );
}
