import path from 'node:path';
import { isContent, listContent } from '../../site/content/read/folder-listing.ts';
import { namedFile } from '../../site/content/read/named-file.ts';
import { fingerprintOf } from '../../site/shared/regular-file.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { writeWhole } from './write-file.ts';

const FILE = 'imported.json';

/** The path of the file that imports write. */
export function importedFile(contentDir: string): string {
  return path.join(contentDir, 'reviews', FILE);
}

/**
 * Fingerprints of the content files that an import or undo depends on, to detect changes: reviews, takedowns, imports and the policy.
 * Undefined for a missing file.
 */
export function fingerprintContent(contentDir: string): ReadonlyMap<string, string | undefined> {
  const reviews = path.join(contentDir, 'reviews', path.sep);
  const files = new Set([
    importedFile(contentDir),
    ...listContent(contentDir).filter((file) => file.startsWith(reviews) && isContent(file)),
    ...(['takedowns', 'imports', 'policy'] as const).map((name) => namedFile(contentDir, name)),
  ]);
  return new Map([...files].map((file) => [file, fingerprintOf(file)]));
}

/** Replaces the imported file atomically, with one review per line. */
export async function writeImported(contentDir: string, lines: readonly string[]): Promise<void> {
  await replaceFile(importedFile(contentDir), `[${lines.map((line) => `\n${line}`).join(',')}\n]\n`);
}

/** Replaces a content file atomically. @throws SetupError if it can't be written */
export async function replaceFile(file: string, text: string): Promise<void> {
  await writeWhole(file, text).catch((error: NodeJS.ErrnoException) => {
    throw error.code === undefined ? error : new SetupError(`${file}: cannot be written (${error.code}); nothing was imported`);
  });
}

/** The content has changed since a plan was made. Nothing has been written. */
export class ContentChanged extends SetupError {
  override name = 'ContentChanged';
}

/** @throws ContentChanged if one of the files has changed since `fingerprintContent` */
export function refuseChanged(contentDir: string, before: ReadonlyMap<string, string | undefined>): void {
  const now = fingerprintContent(contentDir);
  for (const file of new Set([...before.keys(), ...now.keys()]))
    if (now.get(file) !== before.get(file))
      throw new ContentChanged(`${file}: changed during the import; nothing was imported. Run it again`);
}
