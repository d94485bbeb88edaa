import { Worker } from 'node:worker_threads';
import type { Store, StoreOperations } from './store.ts';
import type { Call, CallResult, Opening } from './store-thread.ts';

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The names of all operations, checked by the compiler. */
const OPERATIONS: Readonly<Record<keyof StoreOperations, true>> = {
  publish: true,
  topics: true,
  topicVersions: true,
  accept: true,
  pending: true,
  denials: true,
  postpone: true,
  confirm: true,
  reject: true,
  forget: true,
  due: true,
  dueOf: true,
  recordSuccess: true,
  recordFailure: true,
  recordGone: true,
  lapse: true,
  purge: true,
  remove: true,
  nextEvent: true,
  byToken: true,
  byId: true,
  list: true,
  counts: true,
  probe: true,
};

/** Sends calls to the thread, batched by turn of the event loop, and settles their promises with the outcomes. */
class StoreThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #outbox: Call[] = [];
  #lastId = 0;
  #failure: Error | undefined;

  constructor(opening: Opening) {
    this.#worker = new Worker(new URL('./store-thread.ts', import.meta.url), {
      workerData: opening,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', () => this.#fail(new Error('hub: the database is closed')));
  }

  /** Resolves when the database is open; rejects where it can't be. */
  async open(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#waiting.set(0, { resolve: () => resolve(), reject });
      this.#worker.once('message', () => {
        this.#waiting.delete(0);
        this.#worker.on('message', (outcomes: readonly CallResult[]) => {
          for (const outcome of outcomes) this.#settle(outcome);
        });
        resolve();
      });
    });
  }

  call(name: keyof StoreOperations, args: readonly unknown[]): Promise<unknown> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    this.#lastId += 1;
    const id = this.#lastId;
    if (this.#outbox.length === 0) setImmediate(() => this.#flush());
    this.#outbox.push({ id, name, args });
    // A client waits for its 202, so the thread starts at once instead of at the end of the turn.
    if (name === 'accept') this.#flush();
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  async close(): Promise<void> {
    if (this.#failure !== undefined) return;
    this.#flush();
    const exit = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.postMessage('close');
    await exit;
  }

  #flush(): void {
    if (this.#outbox.length > 0) this.#worker.postMessage(this.#outbox);
    this.#outbox = [];
  }

  #settle(outcome: CallResult): void {
    const waiting = this.#waiting.get(outcome.id);
    this.#waiting.delete(outcome.id);
    if ('error' in outcome) waiting?.reject(new Error(`hub: the database failed: ${outcome.error}`));
    else waiting?.resolve(outcome.value);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/**
 * Opens the store in `dataDir`: SQLite in its own thread, so that waiting for the disk doesn't block the server. Rejects where it can't be opened, and with
 * `alone` where another server has it.
 */
export async function openStore(dataDir: string, { alone = false } = {}): Promise<Store> {
  const thread = new StoreThread({ dataDir, alone });
  await thread.open();
  const operations = Object.keys(OPERATIONS).map((name) => [
    name,
    (...args: unknown[]) => thread.call(name as keyof StoreOperations, args),
  ]);
  return { ...Object.fromEntries(operations), close: () => thread.close() } as Store;
}
