import { constants } from 'node:fs';
import { copyFile, link, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isContent, isContentName } from '../../site/content/read/content-files.ts';
import { readWrittenReviews } from '../../site/content/read/read.ts';
import { takedownFinder } from '../../site/content/takedowns.ts';
import { planTakedown, readTakedowns } from '../../site/content/write/takedown-files.ts';
import { removeFile, takeSteps, writeWhole } from '../../site/content/write/write-file.ts';
import { readPublisher } from '../import/read-content.ts';
import { findQuotes } from '../review/quotes.ts';

/**
 * Copies of the content as it was, each a folder with the same layout, which people can read. Files that are equal in two states are one
 * file on disk (hard links), so they must never be written in place.
 */
export class States {
  readonly #contentDir: string;
  readonly #folder: string;

  constructor(contentDir: string, dataDir: string) {
    this.#contentDir = contentDir;
    this.#folder = statesFolder(dataDir);
  }

  placeOf(state: number): string {
    return path.join(this.#folder, String(state));
  }

  /** The numbers of all states, oldest first. */
  async list(): Promise<number[]> {
    return listStates(this.#folder);
  }

  /** Copies the content to the state `next`, unless it equals the state `last`. Returns the state that the content now equals. */
  async keep(last: number | undefined, next: number): Promise<number> {
    if (last !== undefined && (await this.differences(last)).length === 0) return last;
    const draft = `${this.placeOf(next)}.draft`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true, mode: 0o700 });
    for (const name of await listFiles(this.#contentDir)) {
      const [from, to] = [path.join(this.#contentDir, name), path.join(draft, name)];
      const known = last === undefined ? undefined : path.join(this.placeOf(last), name);
      await mkdir(path.dirname(to), { recursive: true });
      if (known !== undefined && (await areEqual(from, known))) await link(known, to);
      else await copyFile(from, to, constants.COPYFILE_FICLONE);
    }
    await rename(draft, this.placeOf(next));
    return next;
  }

  /** The files, relative to the content, that differ from those of `state`. The list of takedowns isn't compared: it never goes back. */
  async differences(state: number): Promise<string[]> {
    const [here, there] = await Promise.all([listFiles(this.#contentDir), listFiles(this.placeOf(state))]);
    const names = [...new Set([...here, ...there])].filter((name) => !isTakedowns(name)).sort();
    const equal = await Promise.all(names.map((name) => areEqual(path.join(this.#contentDir, name), path.join(this.placeOf(state), name))));
    return names.filter((_, index) => !equal[index]);
  }

  /** Makes the content equal to `state`, without what was taken down since. With `from`, only files that still equal those of that state. */
  async restore(state: number, from?: number): Promise<void> {
    await withholdFrom(this.placeOf(state), this.#contentDir);
    for (const name of await this.differences(state)) {
      const [file, kept] = [path.join(this.#contentDir, name), path.join(this.placeOf(state), name)];
      if (from !== undefined && !(await areEqual(file, path.join(this.placeOf(from), name)))) continue;
      const bytes = await readFile(kept).catch(absent);
      await (bytes === undefined ? removeFile(file) : writeWhole(file, bytes));
    }
  }

  async remove(state: number): Promise<void> {
    await rm(this.placeOf(state), { recursive: true, force: true });
  }
}

const statesFolder = (dataDir: string) => path.join(dataDir, 'desk', 'states');

/** Removes from all states what has been taken down in `contentDir`. */
export async function withholdFromStates(contentDir: string, dataDir: string): Promise<void> {
  const folder = statesFolder(dataDir);
  for (const name of await readdir(folder).catch(() => []))
    if (name.endsWith('.draft')) await rm(path.join(folder, name), { recursive: true, force: true });
  for (const state of await listStates(folder)) await withholdFrom(path.join(folder, String(state)), contentDir);
}

/**
 * Removes what was taken down from a state. A state that quotes it elsewhere is removed whole, and so is one that can't be read, because
 * nobody can tell whose texts it has.
 */
async function withholdFrom(place: string, contentDir: string): Promise<void> {
  const takedownOf = takedownFinder(await readTakedowns(contentDir));
  try {
    const all = readWrittenReviews(place);
    const [reviews, others] = [all.filter(({ entry }) => takedownOf(entry)), all.filter(({ entry }) => !takedownOf(entry))];
    if (reviews.length === 0) return;
    const steps = await planTakedown(place, reviews, [], others);
    const quotes = await findQuotes(
      reviews,
      { contentDir: place, others, steps, note: undefined, mayQuoteCopies: true },
      await readPublisher(place),
    );
    if (quotes.length > 0) await rm(place, { recursive: true, force: true });
    else await takeSteps(steps);
  } catch {
    await rm(place, { recursive: true, force: true });
  }
}

async function listStates(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);
}

const isTakedowns = (name: string) => /^takedowns\.(?:ya?ml|json)$/.test(name);

/** The records of imports, which undo them, are in a hidden folder. */
const JOURNALS = '.imports';

/** The files of the content, relative to `folder`, with `/`. */
async function listFiles(folder: string): Promise<string[]> {
  const top = (await readdir(folder).catch(() => [])).filter((name) => isContentName(name) || name === JOURNALS);
  const deep = top.map(async (name) => {
    const entries = await readdir(path.join(folder, name), { recursive: true, withFileTypes: true }).catch(() => undefined);
    if (entries === undefined) return [name];
    return entries
      .filter((entry) => entry.isFile() && isContent(entry.name))
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
  });
  return (await Promise.all(deep)).flat().sort();
}

async function areEqual(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((file) => readFile(file).catch(absent)));
  return a === undefined || b === undefined ? a === b : a.equals(b);
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
