import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type MessagePort, parentPort, receiveMessageOnPort, Worker, workerData } from 'node:worker_threads';
import { messageOf } from '../../../site/shared/algorithms.ts';
import { lockDatabase, openDatabase, sqliteDatabase } from './sqlite.ts';
import { createStore, type Store } from './store.ts';

/** The database's folder, and whether a server opens it or a command. */
interface Opening {
  readonly dataDir: string;
  readonly isServer: boolean;
}

type Call = { readonly id: number; readonly name: keyof Store; readonly args: readonly unknown[] };
type Outcome = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: string };

/** Runs in the thread: performs all waiting calls in one transaction. */
async function serveCalls(port: MessagePort, { dataDir, isServer }: Opening): Promise<void> {
  const unlock = isServer ? lockDatabase(dataDir) : () => {};
  // If this fails, the thread exits, which releases the lock.
  const file = openDatabase(dataDir);
  // This server holds the lock, so any claims are from a server that was killed.
  if (isServer) file.exec('DELETE FROM claims');
  const database = sqliteDatabase(file);
  const store = createStore(database, randomUUID());

  const perform = async (calls: readonly Call[]): Promise<readonly Outcome[]> => {
    const outcomes: Outcome[] = [];
    for (const { id, name, args } of calls) {
      const call = store[name] as (...args: readonly unknown[]) => Promise<unknown>;
      outcomes.push(
        await call(...args).then(
          (value) => ({ id, value }),
          (error: unknown) => ({ id, error: messageOf(error) }),
        ),
      );
    }
    return outcomes;
  };

  // Calls only wait for the disk, which blocks the thread, so messages are handled one at a time.
  port.on('message', async (first: Call) => {
    const calls: Call[] = [];
    for (let call: Call | undefined = first; call !== undefined; call = receiveMessageOnPort(port)?.message) calls.push(call);
    const outcomes = await database
      .commit(() => perform(calls))
      .catch((error: unknown) => calls.map(({ id }): Outcome => ({ id, error: messageOf(error) })));
    port.postMessage(outcomes);
    if (!calls.some(({ name }) => name === 'close')) return;
    file.close();
    unlock();
    port.close();
  });
  port.postMessage(Object.keys(store));
}

if (parentPort !== null) await serveCalls(parentPort, workerData as Opening);

/**
 * Opens the store in `dataDir`: SQLite in its own thread, because waiting for the disk, or for another process that has locked the
 * database, would block the event loop. Rejects if it can't be opened. With `isServer`, it also rejects if another server has the database
 * open, and deletes the claims of a server that was killed.
 */
export async function openSqlite(dataDir: string, { isServer = false } = {}): Promise<Store> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let failure: Error | undefined;
  let lastId = 0;
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { dataDir, isServer } satisfies Opening,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const fail = (error: Error) => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  };
  worker.on('error', fail).on('exit', () => fail(new Error('hub: the database is closed')));
  const [names] = (await once(worker, 'message')) as [readonly (keyof Store)[]];
  worker.on('message', (outcomes: readonly Outcome[]) => {
    for (const outcome of outcomes) {
      const { resolve, reject } = waiting.get(outcome.id) ?? {};
      waiting.delete(outcome.id);
      if ('error' in outcome) reject?.(new Error(`hub: the database failed: ${outcome.error}`));
      else resolve?.(outcome.value);
    }
  });
  const call = (name: keyof Store, args: readonly unknown[]): Promise<unknown> => {
    if (failure !== undefined) return Promise.reject(failure);
    lastId += 1;
    worker.postMessage({ id: lastId, name, args } satisfies Call);
    const outcome = Promise.withResolvers<unknown>();
    waiting.set(lastId, outcome);
    return outcome.promise;
  };
  const operations = Object.fromEntries(names.map((name) => [name, (...args: readonly unknown[]) => call(name, args)]));
  const close = async () => {
    if (failure !== undefined) return;
    const exit = once(worker, 'exit');
    await call('close', []).catch(() => {});
    await exit;
  };
  return { ...operations, close } as Store;
}
