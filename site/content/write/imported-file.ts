import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readEntries } from '../read/read.ts';
import { writeWhole } from './write-file.ts';
import { parseEntry } from './entry-line.ts';
import { splitLines } from '../../../scripts/import/input/json-records.ts';
import { decodeText } from '../../../scripts/import/input/text.ts';
import { ImportError } from '../../../scripts/import/source-record.ts';
import type { Staging } from '../../../scripts/import/staging.ts';

const FILE = 'imported.json';

/** The file that imports write. */
export function importedFile(contentDir: string): string {
  return path.join(contentDir, 'reviews', FILE);
}

/** Brings every review of the content into `staging`. Throws a ContentError where the content isn't sound. */
export async function stageContent(contentDir: string, staging: Staging): Promise<void> {
  const own = importedFile(contentDir);
  for (const { entry, file, line, place } of readEntries(contentDir, own))
    staging.addStored(entry, [line === undefined ? file : `${file}:${line}`, place].filter(Boolean).join(' '));
  if (await stageLines(own, staging)) return;
  // A person has changed the file: the strict reader knows every form, and says what is wrong with it.
  staging.forgetOwn();
  for (const { entry, file } of readEntries(contentDir)) if (file === own) staging.addStored(entry, undefined);
}

/** Reads the file as imports write it, a review a line; false where it isn't quite like that. */
async function stageLines(file: string, staging: Staging): Promise<boolean> {
  if ((await stat(file).catch(() => undefined)) === undefined) return true;
  let expected = '[';
  try {
    for await (const line of splitLines(decodeText(file, createReadStream(file)))) {
      const entry = expected === '[' || line === ']' ? undefined : parseEntry(line.replace(/,$/, ''));
      if (entry === undefined && line !== expected) return false;
      expected = line === ']' ? '' : ']';
      if (entry !== undefined) staging.addStored(entry, undefined);
    }
  } catch {
    // Not UTF-8, or an id twice.
    return false;
  }
  return expected === '';
}

/** What says whether files have changed since; undefined stands for no file. */
export async function fingerprints(files: readonly string[]): Promise<ReadonlyMap<string, string | undefined>> {
  return new Map(await Promise.all(files.map(async (file) => [file, await fingerprint(file)] as const)));
}

async function fingerprint(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found && [found.ino, found.size, found.mtimeNs].join(' ');
}

/** Replaces the file in one step, one review a line; a crash at any moment leaves the old one or the new one whole. */
export async function writeImported(contentDir: string, lines: Iterable<string>): Promise<void> {
  await replaceFile(importedFile(contentDir), printList(lines));
}

/** Written in parts of so many letters. */
const PART = 256 * 1024;

function* printList(lines: Iterable<string>): Generator<string> {
  let part = '[';
  let separator = '\n';
  for (const line of lines) {
    part += separator + line;
    separator = ',\n';
    if (part.length < PART) continue;
    yield part;
    part = '';
  }
  yield `${part}\n]\n`;
}

/** Replaces a file of the content in one step. Throws an ImportError where it can't be written. */
export async function replaceFile(file: string, text: string | Iterable<string>): Promise<void> {
  await writeWhole(file, text).catch((error: NodeJS.ErrnoException) => {
    throw error.code === undefined ? error : new ImportError(`${file}: cannot be written (${error.code}); nothing was imported`);
  });
}

/** Throws an ImportError where one of the files is no longer as it was. */
export async function refuseChanged(before: ReadonlyMap<string, string | undefined>): Promise<void> {
  for (const [file, was] of before)
    if ((await fingerprint(file)) !== was)
      throw new ImportError(`${file}: was changed while the import ran; nothing was imported, run it again`);
}
