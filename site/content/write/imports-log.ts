import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { laterOf, toInstant } from '../instant.ts';
import { namedFile, readContentFile } from '../read/named-file.ts';
import { importsFile } from '../record-schemas.ts';
import { replaceFile } from './imported-file.ts';

export type ImportEntry = z.output<typeof importsFile>[number];

/** Reads content/imports.json, oldest import first. Throws a ContentError where it is invalid. */
export async function readImports(contentDir: string): Promise<readonly ImportEntry[]> {
  return (await readContentFile(namedFile(contentDir, 'imports'), importsFile))?.value ?? [];
}

/** By scope, when the newest complete export was made. Imports that were undone don't count. */
export function newestExports(imports: readonly ImportEntry[]): Map<string, string> {
  const newest = new Map<string, string>();
  for (const { scope, exported_at } of imports.flatMap(({ complete = [], undone }) => (undone === undefined ? complete : [])))
    newest.set(scope, laterOf(newest.get(scope), toInstant(exported_at)) ?? exported_at);
  return newest;
}

/** The number of the next run. */
export const nextRun = (imports: readonly ImportEntry[]) => 1 + imports.reduce((last, { run = 0 }) => Math.max(last, run), 0);

/** Replaces content/imports.json atomically. */
export async function writeImports(contentDir: string, imports: readonly ImportEntry[]): Promise<void> {
  await replaceFile(path.join(contentDir, 'imports.json'), `[\n${imports.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`);
}

/** What one import did to one review: its line before, or null where the import added it, and a hash of its line after. */
const journalEntry = z.strictObject({ id: z.string(), before: z.string().nullable(), after: z.string() });
export type JournalEntry = z.output<typeof journalEntry>;

/** A hidden folder in the content, which travels with it. The content reader ignores names that begin with a dot. */
const FOLDER = '.imports';

const journalFile = (contentDir: string, run: number) => path.join(contentDir, FOLDER, `${run}.ndjson`);

/** The hash of a review's line in a journal. */
export const lineHash = (line: string) => hash('sha256', line).slice(0, 20);

/** Writes what `run` changes, for its undo. */
export async function writeJournal(
  contentDir: string,
  run: number,
  changes: Iterable<{ readonly id: string; readonly before: string | null; readonly after: string }>,
): Promise<void> {
  await replaceFile(journalFile(contentDir, run), printJournal(changes));
}

function* printJournal(changes: Parameters<typeof writeJournal>[2]): Generator<string> {
  for (const { id, before, after } of changes) yield `${JSON.stringify({ id, before, after: lineHash(after) })}\n`;
}

/** Reads what `run` changed; undefined where nothing was kept, as for imports of earlier versions. */
export async function readJournal(contentDir: string, run: number): Promise<readonly JournalEntry[] | undefined> {
  const text = await readFile(journalFile(contentDir, run), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : parseJournal(text);
}

const parseJournal = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => journalEntry.parse(JSON.parse(line)));

/** The journals without the reviews `ids`, each as a file with its new text: a journal holds earlier texts of reviews. */
export async function journalsWithout(
  contentDir: string,
  ids: ReadonlySet<string>,
): Promise<{ file: string; text: string; removed: number }[]> {
  const folder = path.join(contentDir, FOLDER);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.ndjson')).sort();
  const journals = names.map(async (name) => {
    const file = path.join(folder, name);
    const entries = parseJournal(await readFile(file, 'utf8'));
    const kept = entries.filter(({ id }) => !ids.has(id));
    return { file, text: kept.map((entry) => `${JSON.stringify(entry)}\n`).join(''), removed: entries.length - kept.length };
  });
  return (await Promise.all(journals)).filter(({ removed }) => removed > 0);
}
