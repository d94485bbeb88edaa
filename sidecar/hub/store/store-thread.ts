import type { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { lockDatabase, openDatabase, statementsOf } from './sqlite.ts';
import { SqliteStore } from './sqlite-store.ts';
import type { StoreOperations } from './store.ts';

/** What the thread is started with: whose database, and whether no other server may have it. */
export interface Opening {
  readonly dataDir: string;
  readonly alone: boolean;
}

/** One operation on its way to the thread, and its outcome on the way back. */
export interface Call {
  readonly id: number;
  readonly name: keyof StoreOperations;
  readonly args: readonly unknown[];
}
export type CallResult = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: string };

/** Opens the database; gives the lock back where that fails. */
function openOr(unlock: () => void, dataDir: string): DatabaseSync {
  try {
    return openDatabase(dataDir);
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Operations that a power cut may undo: a delivery whose success is forgotten is repeated ("at least once"), and the others only read or
 * leave nothing.
 */
const REPEATABLE: ReadonlySet<keyof StoreOperations> = new Set([
  'recordSuccess',
  'due',
  'dueOf',
  'nextEvent',
  'byToken',
  'byId',
  'counts',
  'topicVersions',
  'probe',
  'pending',
  'denials',
]);

type Operation = (this: StoreOperations, ...args: unknown[]) => unknown;

function serveCalls(port: MessagePort, { dataDir, alone }: Opening): void {
  const unlock = alone ? lockDatabase(dataDir) : () => {};
  const database = openOr(unlock, dataDir);
  const store: StoreOperations = new SqliteStore(statementsOf(database));

  const perform = ({ id, name, args }: Call): CallResult => ({ id, value: (store[name] as Operation).apply(store, [...args]) });

  let isSynchronous = true;
  /** These operations don't wait for the disk: what a power cut undoes of them is repeated. */
  const synchronize = (isNeeded: boolean) => {
    if (isNeeded !== isSynchronous) database.exec(`PRAGMA synchronous = ${isNeeded ? 'FULL' : 'NORMAL'}`);
    isSynchronous = isNeeded;
  };

  /** All queued calls are one transaction, and so one wait for the disk. */
  const commit = (calls: readonly Call[]): readonly CallResult[] => {
    synchronize(calls.some(({ name }) => !REPEATABLE.has(name)));
    database.exec('BEGIN IMMEDIATE');
    const outcomes = calls.map(perform);
    database.exec('COMMIT');
    // The write-ahead log would keep the topics' earlier bytes, and so withdrawn texts.
    if (calls.some(({ name }) => name === 'publish')) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return outcomes;
  };

  const tryCommit = (calls: readonly Call[]): readonly CallResult[] => {
    try {
      return commit(calls);
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      // One caller's failure must not fail the others: each gets its own transaction.
      if (calls.length > 1) return calls.flatMap((call) => tryCommit([call]));
      return calls.map(({ id }) => ({ id, error: error instanceof Error ? error.message : String(error) }));
    }
  };

  port.on('message', (first: readonly Call[] | 'close') => {
    const calls: Call[] = [];
    let message: readonly Call[] | 'close' | undefined = first;
    while (message !== undefined && message !== 'close') {
      calls.push(...message);
      message = receiveMessageOnPort(port)?.message as readonly Call[] | 'close' | undefined;
    }
    if (calls.length > 0) port.postMessage(tryCommit(calls));
    if (message === 'close') {
      database.close();
      unlock();
      port.close();
    }
  });
  port.postMessage('open');
}

if (parentPort !== null) serveCalls(parentPort, workerData as Opening);
