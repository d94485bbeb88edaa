import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ReviewEntry } from '../../site/dataset/content-files.ts';
import { readEntries } from '../../site/dataset/read.ts';
import type { StoredReview } from './merge.ts';

const FILE = 'imported.json';

/** The file that imports write. */
export function importedFile(contentDir: string): string {
  return path.join(contentDir, 'reviews', FILE);
}

/** Every review in the content with the place it is written in. Throws a ContentError where the content isn't sound. */
export function readStored(contentDir: string): StoredReview[] {
  const own = importedFile(contentDir);
  return readEntries(contentDir).map(({ entry, file, line, place }) => ({
    entry,
    elsewhere: file === own ? undefined : [line === undefined ? file : `${file}:${line}`, place].filter(Boolean).join(' '),
  }));
}

/** Replaces the file in one step, one review a line; a crash at any moment leaves the old one or the new one whole. */
export async function writeImported(contentDir: string, entries: readonly ReviewEntry[]): Promise<void> {
  const file = importedFile(contentDir);
  await mkdir(path.dirname(file), { recursive: true });
  const draft = path.join(path.dirname(file), `.${FILE}.${process.pid}`);
  const handle = await open(draft, 'w');
  try {
    await handle.writeFile(`[\n${entries.map((entry) => JSON.stringify(compact(entry))).join(',\n')}\n]\n`);
    await handle.sync();
    await handle.close();
    await rename(draft, file);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(draft, { force: true });
    throw error;
  }
}

/** Without the keys that say nothing: the reader fills them in. */
function compact(entry: ReviewEntry): Partial<ReviewEntry> {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null && value !== undefined));
}
