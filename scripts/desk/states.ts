import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { isContentName } from '../../site/content/read/content-files.ts';
import { FOLDERS, listBelow, listTop } from '../../site/content/read/folder-listing.ts';
import { explainFull } from '../../site/shared/setup-error.ts';
import { JOURNALS, statesFolder } from '../content/own-folders.ts';
import { readTakedowns } from '../content/takedown-files.ts';
import { fileLinker, removeFile, writeWhole } from '../content/write-file.ts';
import { listStates, withholdFrom, withholdFromStates } from '../review/withhold.ts';

/**
 * Earlier copies of the content, each a folder with the same layout, which people can read. Files that are equal in two states are one
 * file on disk (hard links), so they must never be written in place. Changing states or content requires the content's lock.
 */
export class States {
  readonly #contentDir: string;
  readonly #dataDir: string;

  constructor(contentDir: string, dataDir: string) {
    this.#contentDir = contentDir;
    this.#dataDir = dataDir;
  }

  placeOf(state: number): string {
    return path.join(statesFolder(this.#dataDir), String(state));
  }

  /** The numbers of all states, oldest first. */
  list(): Promise<number[]> {
    return listStates(this.#dataDir);
  }

  /** Removes reviews that have been taken down from all states. */
  withhold(): Promise<void> {
    return withholdFromStates(this.#contentDir, this.#dataDir);
  }

  /**
   * Copies the content to the state `next`, unless it equals the state `last`, and returns the current state. A new state has no folder
   * if the content quotes reviews that were taken down, or can't be checked for them.
   */
  async keep(last: number | undefined, next: number): Promise<number> {
    if (last !== undefined && (await this.differences(this.placeOf(last))).length === 0) return last;
    await this.adopt(this.#contentDir, next, last);
    // Leftovers of an interrupted takedown aren't copied or compared.
    const isKept = last === undefined || !existsSync(this.placeOf(next));
    if (isKept || (await differencesOf(this.placeOf(next), this.placeOf(last))).length > 0) return next;
    await this.remove(next);
    return last;
  }

  /** Copies the content in `folder`, such as that of a backup, to the state `next`, without reviews that were taken down. */
  async adopt(folder: string, next: number, last?: number): Promise<void> {
    const draft = await this.#copy(folder, last);
    if (draft !== undefined) await rename(draft, this.placeOf(next));
  }

  /**
   * Copies the content in `folder` to a draft, without reviews that were taken down; undefined if it quotes them elsewhere, or can't be
   * checked for them. Files that equal those of the state `last` are linked to them.
   */
  async #copy(folder: string, last: number | undefined): Promise<string | undefined> {
    const draft = path.join(statesFolder(this.#dataDir), 'draft');
    try {
      return await this.#fill(draft, folder, last);
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      throw explainFull(error);
    }
  }

  async #fill(draft: string, folder: string, last: number | undefined): Promise<string | undefined> {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const linkFile = fileLinker();
    for (const name of listFiles(folder)) {
      const [from, to] = [path.join(folder, name), path.join(draft, name)];
      const known = last === undefined ? undefined : path.join(this.placeOf(last), name);
      await mkdir(path.dirname(to), { recursive: true });
      if (known !== undefined && (await areEqual(from, known))) linkFile(known, to);
      else await copyWithTime(from, to);
    }
    const takedowns = await readTakedowns(this.#contentDir).catch(() => undefined);
    if (takedowns !== undefined) await withholdFrom(draft, takedowns);
    else await rm(draft, { recursive: true, force: true });
    return existsSync(draft) ? draft : undefined;
  }

  /** The files, relative to the content, that differ from those in `folder`. The list of takedowns isn't compared: it never goes back. */
  differences(folder: string): Promise<string[]> {
    return differencesOf(this.#contentDir, folder);
  }

  /**
   * Makes the content equal to `state`. With `from`, changes only files that still equal those of that state, ignoring leftovers of an
   * interrupted takedown.
   */
  async restore(state: number, from?: number): Promise<void> {
    if (!existsSync(this.placeOf(state))) throw new Error(`there is no state ${state}`);
    const draft = from === undefined ? undefined : await this.#copy(this.#contentDir, from);
    for (const name of await this.differences(this.placeOf(state))) {
      const [file, kept] = [path.join(this.#contentDir, name), path.join(this.placeOf(state), name)];
      const now = path.join(draft ?? this.#contentDir, name);
      if (from !== undefined && !(await areEqual(now, path.join(this.placeOf(from), name)))) continue;
      const bytes = await readFile(kept).catch(absent);
      await (bytes === undefined ? removeFile(file) : writeWhole(file, bytes));
    }
    if (draft !== undefined) await rm(draft, { recursive: true, force: true });
  }

  async remove(state: number): Promise<void> {
    await rm(this.placeOf(state), { recursive: true, force: true });
  }
}

/** Takedowns use a file's time to decide whether a passage in it can quote a review. */
async function copyWithTime(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  const { atime, mtime } = await stat(from);
  await utimes(to, atime, mtime);
}

async function differencesOf(one: string, other: string): Promise<string[]> {
  const names = [...new Set([one, other].flatMap(listFiles))].filter((name) => !isTakedowns(name)).sort();
  const equal = await Promise.all(names.map((name) => areEqual(path.join(one, name), path.join(other, name))));
  return names.filter((_, index) => !equal[index]);
}

const isTakedowns = (name: string) => /^takedowns\.(?:ya?ml|json)$/.test(name);

/** The files of the content, relative to `folder`, with `/`. */
function listFiles(folder: string): string[] {
  const top = listTop(folder).filter((file) => isContentName(path.basename(file)));
  const below = [...FOLDERS, JOURNALS].flatMap((name) => listBelow(folder, name, () => {}));
  return [...top, ...below].map((file) => path.relative(folder, file).replaceAll(path.sep, '/')).sort();
}

async function areEqual(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((file) => readFile(file).catch(absent)));
  return a === undefined || b === undefined ? a === b : a.equals(b);
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
