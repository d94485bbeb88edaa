import path from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { ContentError } from '../../site/content/problems.ts';
import { namedFile, readBytes } from '../../site/content/read/content-files.ts';
import { readRegularFile } from '../../site/shared/regular-file.ts';
import { DiskFull, SetupError } from '../../site/shared/setup-error.ts';
import { withContentLock } from '../content/lock.ts';
import { goingBackFile } from '../content/unfinished.ts';
import { removeFile, writeWhole } from '../content/write-file.ts';
import { States } from './states.ts';

/** One line of the history: an action, and the states of the content before and after it. */
const entry = z.strictObject({
  at: z.iso.datetime(),
  did: z.string(),
  /** Changed by a command or by hand, outside the desk. */
  outside: z.literal(true).optional(),
  /** A publication, where undo ends. */
  published: z.literal(true).optional(),
  /** A takedown, which can't be undone. */
  final: z.literal(true).optional(),
  from: z.number(),
  to: z.number(),
});
export type HistoryEntry = z.output<typeof entry>;

/** A restore in progress, so it can be finished after a crash. */
const intention = entry.pick({ did: true, from: true, to: true });

/** A line of the history, and whether the state to go back to still exists. */
export interface ListedEntry extends HistoryEntry {
  readonly canGoBack: boolean;
}

/** How many publications you can go back to. */
const PUBLICATIONS = 20;
/** How many actions can be undone after a publication. */
const ACTIONS = 100;

const HEADER = `# What was done in the desk, oldest first. It has no text of any review. "from" and "to" are folders in states/.
`;

/**
 * The history of the content, and undo. Every action has a state of the content before and after it, so it can be undone by restoring
 * the first one. Changes outside the desk are recorded and can be undone like anything else. Takedowns can't be undone.
 */
export class DeskHistory {
  readonly #contentDir: string;
  readonly #file: string;
  readonly #pending: string;
  readonly #states: States;
  readonly #now: () => Date;
  #last: Promise<unknown> = Promise.resolve();
  #newest = 0;
  #isDiskFull = false;
  /** The list of takedowns that was last applied to all states. */
  #takedowns: string | undefined;

  constructor({ contentDir, dataDir, now }: { readonly contentDir: string; readonly dataDir: string; readonly now: () => Date }) {
    this.#contentDir = contentDir;
    this.#file = path.join(dataDir, 'desk', 'history.yaml');
    this.#pending = goingBackFile(dataDir);
    this.#states = new States(contentDir, dataDir);
    this.#now = now;
  }

  /** Finishes an interrupted `goBack`. Returns whether there was one. */
  finish(): Promise<boolean> {
    return this.#inTurn(async () => {
      const text = readRegularFile(this.#pending)?.toString();
      if (text === undefined) return false;
      const { did, from, to } = intention.parse(parse(text));
      const [last, states] = [(await this.#read()).at(-1), await this.#withheld()];
      const isNoted = last?.did === did && last.from === from && last.to === to;
      // A takedown in between may have removed a state.
      if (!isNoted && states.includes(to)) await this.#restore(did, from, to, states);
      await removeFile(this.#pending);
      return true;
    });
  }

  /** The history, newest first. */
  async list(): Promise<ListedEntry[]> {
    const [entries, states] = [await this.#read(), new Set(await this.#states.list())];
    return entries.map((one) => ({ ...one, canGoBack: !one.final && states.has(one.published ? one.to : one.from) })).reverse();
  }

  /** Runs `work`, which changes the content, and records it as `did` if it changed anything or is final. */
  act<T>(outside: string, did: string, work: () => Promise<T>, { final = false } = {}): Promise<T> {
    return this.#inTurn(async () => {
      const from = await this.#catchUp(outside);
      const result = await work();
      const to = await this.#catchUp(undefined);
      if (to !== from || final) await this.#append({ did, ...(final ? { final } : {}), from, to });
      return result;
    });
  }

  /**
   * Restores the state `target`, or the content in a folder such as a backup, if the content is still in the state `seen`, which the
   * person saw. Reviews that were taken down don't come back.
   * @throws SetupError if the state is gone or the content has changed
   */
  goBack(
    target: number | { readonly folder: string },
    seen: number,
    words: { readonly outside: string; readonly did: string; readonly changed: string },
  ): Promise<void> {
    return this.#inTurn(async () => {
      const from = await this.#catchUp(words.outside);
      if (from !== seen) throw new SetupError(words.changed);
      const to = typeof target === 'number' ? target : await this.#next();
      if (typeof target !== 'number') await this.#locked(() => this.#states.adopt(target.folder, to, from));
      const states = await this.#withheld();
      if (!states.includes(to)) throw new SetupError(words.changed);
      await writeWhole(this.#pending, stringify({ did: words.did, from, to }));
      await this.#restore(words.did, from, to, states);
      await removeFile(this.#pending);
    });
  }

  /** Restores the state `to`, except files that a command or a person has changed since `from`. */
  async #restore(did: string, from: number, to: number, states: readonly number[]): Promise<void> {
    await this.#locked(() => this.#states.restore(to, states.includes(from) ? from : undefined));
    await this.#append({ did, from, to });
  }

  /**
   * Runs `work`, which publishes the content, and records it. Earlier actions can't be undone after it, but you can go back to earlier
   * publications. Actions in the meantime come after it in the history.
   */
  async publish<T>(outside: string, did: string, work: () => Promise<T>): Promise<T> {
    const [state, count] = await this.#inTurn(async () => [await this.#catchUp(outside), (await this.#read()).length] as const);
    const result = await work();
    await this.#inTurn(async () => {
      const entries = await this.#read();
      const last = entries[count - 1];
      if (last?.published && last.to === state) return;
      await this.#write(entries.toSpliced(count, 0, { at: this.#now().toISOString(), did, published: true, from: state, to: state }));
      const published = entries.flatMap((one) => (one.published ? one.to : [])).slice(1 - PUBLICATIONS);
      const kept = new Set([state, ...published, ...statesOf(entries.slice(count))]);
      for (const old of await this.#states.list()) if (!kept.has(old)) await this.#states.remove(old);
    });
    return result;
  }

  /** The files that `goBack` would change, and where their new versions are. */
  async changes(target: number | { readonly folder: string }): Promise<{ readonly place: string; readonly names: readonly string[] }> {
    const place = typeof target === 'number' ? this.#states.placeOf(target) : target.folder;
    return { place, names: await this.#states.differences(place) };
  }

  /**
   * The current state of the content, for `goBack`. Records changes outside the desk. With a full disk, it's the last state that could be
   * recorded.
   */
  current(outside: string): Promise<number> {
    return this.#inTurn(() => this.#tryToCatchUp(outside));
  }

  /** Whether the last change of the content couldn't be recorded, because the disk is full. */
  get isDiskFull(): boolean {
    return this.#isDiskFull;
  }

  async #tryToCatchUp(outside: string): Promise<number> {
    this.#isDiskFull = false;
    try {
      return await this.#catchUp(outside);
    } catch (error) {
      if (!(error instanceof DiskFull)) throw error;
      this.#isDiskFull = true;
      return (await this.#read()).at(-1)?.to ?? 0;
    }
  }

  /** Saves the content if it has changed, and records the change unless an action made it. Returns the current state. */
  async #catchUp(outside: string | undefined): Promise<number> {
    const states = await this.#withheld();
    const last = (await this.#read()).at(-1)?.to ?? states.at(-1);
    // The last one is gone if it had texts that were taken down.
    const known = last !== undefined && states.includes(last) ? last : undefined;
    const next = await this.#next();
    const to = await this.#locked(() => this.#states.keep(known, next));
    if (to === next) this.#newest = next;
    if (outside !== undefined && known !== undefined && to !== known) await this.#append({ did: outside, outside: true, from: known, to });
    return to;
  }

  /** The states, without reviews that were taken down in the meantime. None while the list of takedowns can't be read. */
  async #withheld(): Promise<number[]> {
    let list = '';
    try {
      list = readBytes(namedFile(this.#contentDir, 'takedowns')).toString();
      if (list !== this.#takedowns) await this.#locked(() => this.#states.withhold());
    } catch (error) {
      if (error instanceof ContentError) return [];
      throw error;
    }
    this.#takedowns = list;
    return this.#states.list();
  }

  /** The number of the next state. The history may name states that have no folder. */
  async #next(): Promise<number> {
    return 1 + Math.max(this.#newest, ...(await this.#states.list()), ...statesOf(await this.#read()));
  }

  /** Removes the states that neither publications nor the last actions need. */
  async #forget(): Promise<void> {
    const entries = await this.#read();
    const kept = new Set([...statesOf(entries.filter((one) => one.published)), ...statesOf(entries.slice(-ACTIONS))]);
    const states = await this.#states.list();
    for (const old of states.slice(0, -1)) if (!kept.has(old)) await this.#states.remove(old);
  }

  /** @throws SetupError if the file was damaged */
  async #read(): Promise<HistoryEntry[]> {
    const text = readRegularFile(this.#file)?.toString() ?? '';
    try {
      return entry.array().parse(parse(text) ?? []);
    } catch {
      throw new SetupError(`${this.#file}: can't be read; restore it from a backup, or move it away to begin a new history`);
    }
  }

  async #append(added: Omit<HistoryEntry, 'at'>): Promise<void> {
    await this.#write([...(await this.#read()), { at: this.#now().toISOString(), ...added }]);
    await this.#forget();
  }

  async #write(entries: readonly HistoryEntry[]): Promise<void> {
    await writeWhole(this.#file, `${HEADER}${stringify(entries, { lineWidth: 0 })}`);
  }

  #locked<T>(work: () => Promise<T>): Promise<T> {
    return withContentLock(this.#contentDir, work);
  }

  /** Runs one `work` at a time, because each state belongs to one action. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => {});
    return turn;
  }
}

const statesOf = (entries: readonly HistoryEntry[]) => entries.flatMap(({ from, to }) => [from, to]);
