import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readNamed } from '../../site/content/read/content-files.ts';
import type { FileData } from '../../site/content/record-schemas.ts';
import type { IdentifiedEntry } from '../../site/content/schemas.ts';
import { laterOf, toInstant } from '../../site/shared/dates.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { counted } from '../../site/shared/text.ts';
import { JOURNALS } from './own-folders.ts';
import { replaceFile } from './stored-reviews.ts';
import { type FileStep, removeFile } from './write-file.ts';

export type ImportEntry = FileData<'imports'>[number];

/** Reads content/imports.json, oldest import first. @throws ContentError */
export async function readImports(contentDir: string): Promise<readonly ImportEntry[]> {
  return await readNamed(contentDir, 'imports');
}

/** When the newest complete export of each scope was made. Imports that were undone don't count. */
export function newestExports(imports: readonly ImportEntry[]): Map<string, string> {
  const newest = new Map<string, string>();
  for (const { scope, exported_at } of imports.flatMap(({ complete = [], undone }) => (undone === undefined ? complete : [])))
    newest.set(scope, laterOf(newest.get(scope), toInstant(exported_at)) ?? exported_at);
  return newest;
}

/** The number of the next run. */
export const nextRun = (imports: readonly ImportEntry[]) => 1 + imports.reduce((last, { run = 0 }) => Math.max(last, run), 0);

/** Replaces content/imports.json atomically, and deletes the journals of undone imports, which hold earlier texts of reviews. */
export async function writeImports(contentDir: string, imports: readonly ImportEntry[]): Promise<void> {
  await replaceFile(path.join(contentDir, 'imports.json'), `[\n${imports.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`);
  const undone = new Set(
    imports.flatMap(({ run, undone }) => (run === undefined || undone === undefined ? [] : [journalFile(contentDir, run)])),
  );
  for (const file of await listJournals(contentDir)) if (undone.has(file)) await removeFile(file);
}

/** What one import did to one review: its line before, or null if the import added it, and a hash of its line after. */
const journalEntry = z.strictObject({ id: z.string(), before: z.string().nullable(), after: z.string() });
export type JournalEntry = z.output<typeof journalEntry>;

/**
 * The path of the journal of `run`, with which it can be undone. It's inside the content folder, so it's copied and moved with it. The
 * content reader ignores names that begin with a dot.
 */
export const journalFile = (contentDir: string, run: number) => path.join(contentDir, JOURNALS, `${run}.ndjson`);

/** The runs that have a journal; a run that changed nothing has none. */
export async function listJournaled(contentDir: string): Promise<ReadonlySet<number>> {
  return new Set((await listJournals(contentDir)).map((file) => Number(path.basename(file, '.ndjson'))));
}

async function listJournals(contentDir: string): Promise<string[]> {
  const names = await readdir(path.join(contentDir, JOURNALS)).catch(() => []);
  return names
    .filter((name) => name.endsWith('.ndjson'))
    .sort()
    .map((name) => path.join(contentDir, JOURNALS, name));
}

/** The hash of a review's line in a journal. */
export const lineHash = (line: string) => hash('sha256', line).slice(0, 20);

/** A review as printEntry prints it. */
interface Printed {
  readonly entry: IdentifiedEntry;
  readonly line: string;
}

export async function writeJournal(
  contentDir: string,
  run: number,
  changes: readonly { readonly before: Printed | undefined; readonly after: Printed }[],
): Promise<void> {
  const lines = changes.map(({ before, after: { entry, line } }) =>
    JSON.stringify({ id: entry.id, before: before?.line ?? null, after: lineHash(line) }),
  );
  await replaceFile(journalFile(contentDir, run), lines.map((line) => `${line}\n`).join(''));
}

/** Reads the journal of `run`; undefined if there is none, as for imports that changed nothing. @throws SetupError if it can't be read */
export async function readJournal(contentDir: string, run: number): Promise<readonly JournalEntry[] | undefined> {
  const file = journalFile(contentDir, run);
  const stop = (place: string, reason = '') =>
    new SetupError(`${place}: can't be read${reason}, so this import can't be undone; nothing was changed`);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw stop(file, ` (${error.code})`);
  });
  return text === undefined
    ? undefined
    : linesOf(text).map((line, index) => {
        const entry = parseLine(line);
        if (entry === undefined) throw stop(`${file}:${index + 1}`);
        return entry;
      });
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

function parseLine(line: string): JournalEntry | undefined {
  try {
    return journalEntry.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/**
 * The writes that remove the reviews `ids` from all journals, which hold their earlier texts. Lines that can't be read are removed, too,
 * because they may contain a removed text.
 */
export async function journalSteps(contentDir: string, ids: ReadonlySet<string>): Promise<FileStep[]> {
  const steps = (await listJournals(contentDir)).map(async (file): Promise<FileStep[]> => {
    const lines = await readFile(file, 'utf8').then(linesOf, () => undefined);
    if (lines === undefined) return [{ file, text: undefined, done: "removed, because it can't be read" }];
    const kept = lines.filter((line) => {
      const entry = parseLine(line);
      return entry !== undefined && !ids.has(entry.id);
    });
    const removed = lines.length - kept.length;
    if (removed === 0) return [];
    return [
      {
        file,
        text: kept.map((line) => `${line}\n`).join(''),
        done: `${counted(removed, 'earlier version')} removed`,
      },
    ];
  });
  return (await Promise.all(steps)).flat();
}
