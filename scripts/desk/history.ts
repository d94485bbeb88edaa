import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { withContentLock } from '../../site/content/write/lock.ts';
import { removeFile, writeWhole } from '../../site/content/write/write-file.ts';
import { SetupError } from '../../site/contract/environment.ts';
import { States } from './states.ts';

/** One line of the history: what was done, and the states of the content before and after it. */
const entry = z.strictObject({
  at: z.iso.datetime(),
  did: z.string(),
  /** Changed by a command or by hand while the desk didn't look. */
  outside: z.literal(true).optional(),
  /** A publication: undoing ends here. */
  published: z.literal(true).optional(),
  /** A takedown, which can't be undone. */
  final: z.literal(true).optional(),
  from: z.number(),
  to: z.number(),
});
export type HistoryEntry = z.output<typeof entry>;

/** What is about to be restored, so that it is finished after a crash. */
const intention = entry.pick({ did: true, from: true, to: true });

/** A line of the history with the state that it can be undone to, if that is still there. */
export interface ListedEntry extends HistoryEntry {
  readonly canGoBack: boolean;
}

/** How many publications can be gone back to. */
const PUBLICATIONS = 20;
/** How many actions can be undone after a publication. */
const ACTIONS = 100;

const HEADER = `# What was done in the desk, oldest first. It has no text of any review. "from" and "to" are folders in states/.
`;

/**
 * What was done to the content and the way back. Every action runs between two states of the content, so that it can be undone by
 * restoring the first one; what was changed outside the desk is noted and can be undone like anything else. Takedowns stay.
 */
export class History {
  readonly #contentDir: string;
  readonly #file: string;
  readonly #pending: string;
  readonly #states: States;
  readonly #now: () => Date;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ contentDir, dataDir, now }: { readonly contentDir: string; readonly dataDir: string; readonly now: () => Date }) {
    this.#contentDir = contentDir;
    this.#file = path.join(dataDir, 'desk', 'history.yaml');
    this.#pending = path.join(dataDir, 'desk', 'going-back.yaml');
    this.#states = new States(contentDir, dataDir);
    this.#now = now;
  }

  /** Finishes what a crash interrupted, and notes what changed since the desk was last open. `did` says that. */
  open(outside: string): Promise<void> {
    return this.#inTurn(async () => {
      const text = await readFile(this.#pending, 'utf8').catch(() => undefined);
      if (text !== undefined) {
        const { did, from, to } = intention.parse(parse(text));
        await this.#locked(() => this.#states.restore(to, from));
        const last = (await this.#read()).at(-1);
        if (last?.did !== did || last.from !== from || last.to !== to) await this.#append({ did, from, to });
        await removeFile(this.#pending);
      }
      await this.#catchUp(outside);
    });
  }

  /** The history, newest first. */
  async list(): Promise<ListedEntry[]> {
    const [entries, states] = [await this.#read(), new Set(await this.#states.list())];
    return entries.map((one) => ({ ...one, canGoBack: !one.final && states.has(one.published ? one.to : one.from) })).reverse();
  }

  /** Runs `work`, which changes the content, and notes it as `did`, if anything is different after it or it is final. */
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
   * Restores `state`, if the content is still as in the state `seen`, which is where the person saw it.
   * @throws SetupError if the state is gone or the content has changed
   */
  goBack(state: number, seen: number, words: { readonly outside: string; readonly did: string; readonly changed: string }): Promise<void> {
    return this.#inTurn(async () => {
      const from = await this.#catchUp(words.outside);
      if (from !== seen || !(await this.#states.list()).includes(state)) throw new SetupError(words.changed);
      await writeWhole(this.#pending, stringify({ did: words.did, from, to: state }));
      await this.#locked(() => this.#states.restore(state));
      await this.#append({ did: words.did, from, to: state });
      await removeFile(this.#pending);
    });
  }

  /** Notes a publication of the content. Earlier actions can't be undone one by one any more, but earlier publications can be gone back to. */
  published(outside: string, did: string): Promise<void> {
    return this.#inTurn(async () => {
      const state = await this.#catchUp(outside);
      await this.#append({ did, published: true, from: state, to: state });
      const kept = new Set(
        (await this.#read())
          .filter((one) => one.published)
          .map(({ to }) => to)
          .slice(-PUBLICATIONS),
      );
      for (const old of await this.#states.list()) if (!kept.has(old)) await this.#states.remove(old);
    });
  }

  /** The state that the content equals, for `goBack`. Notes what was changed outside the desk. */
  current(outside: string): Promise<number> {
    return this.#inTurn(() => this.#catchUp(outside));
  }

  /** Keeps the content if it changed, and notes that unless it is done by an action. Returns the state that the content equals. */
  async #catchUp(outside: string | undefined): Promise<number> {
    const entries = await this.#read();
    const states = await this.#states.list();
    const last = entries.at(-1)?.to ?? states.at(-1);
    // The last one is gone if it had texts that were taken down.
    const known = last !== undefined && states.includes(last) ? last : undefined;
    const next = 1 + Math.max(0, ...states, ...entries.flatMap(({ from, to }) => [from, to]));
    const to = await this.#locked(() => this.#states.keep(known, next));
    if (outside !== undefined && known !== undefined && to !== known) await this.#append({ did: outside, outside: true, from: known, to });
    if (to !== known) await this.#forget();
    return to;
  }

  /** Removes the oldest states beyond what can be undone. */
  async #forget(): Promise<void> {
    const entries = await this.#read();
    const publications = entries.filter((one) => one.published).map(({ to }) => to);
    const kept = new Set([...publications, ...entries.slice(-ACTIONS).flatMap(({ from, to }) => [from, to])]);
    const states = await this.#states.list();
    for (const old of states.slice(0, -1)) if (!kept.has(old)) await this.#states.remove(old);
  }

  /** @throws SetupError if the file was damaged */
  async #read(): Promise<HistoryEntry[]> {
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    try {
      return entry.array().parse(parse(text) ?? []);
    } catch {
      throw new SetupError(`${this.#file}: can't be read; restore it from a backup, or move it away to begin a new history`);
    }
  }

  async #append(added: Omit<HistoryEntry, 'at'>): Promise<void> {
    const entries = [...(await this.#read()), { at: this.#now().toISOString(), ...added }];
    await writeWhole(this.#file, `${HEADER}${stringify(entries, { lineWidth: 0 })}`);
  }

  #locked<T>(work: () => Promise<T>): Promise<T> {
    return withContentLock(this.#contentDir, work);
  }

  /** One after the other: each state belongs to one action. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => {});
    return turn;
  }
}
