import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { migrate } from './migrations.ts';

/** SQL statements, each prepared once. Rows have the column names of the statement. */
export interface Statements {
  run(sql: string, ...values: SQLInputValue[]): number;
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[];
}

export const DATABASE_FILE = 'hub.sqlite';

/** The database in DATA_DIR can't be moved to another one; the message says why. */
export class MoveError extends Error {}

/** What is thrown where another server has the database. */
export const IN_USE = 'another server uses it';

/**
 * Takes the place of the one server that works on the database in `dataDir`: two would deliver everything twice. The lock is the system's, on a
 * file beside it, so that it ends with the process, however that ends; commands that look at the database don't need it. Throws where
 * another one has it. Returns what gives it back.
 */
export function lockDatabase(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const lock = new DatabaseSync(join(dataDir, 'hub.lock'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    const isBusy = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
    throw isBusy ? new Error(IN_USE) : error;
  }
  return () => lock.close();
}

const SQLITE_BUSY = 5;

/** Opens the hub's database in `dataDir`, which is created if missing, readable by its owner alone: it holds secrets. */
export function openDatabase(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, DATABASE_FILE);
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file);
  // FULL: a commit is on the disk when it returns, also in WAL mode (https://www.sqlite.org/pragma.html#pragma_synchronous). With NORMAL
  // a power cut, though no kill -9, may undo the last commits; store-thread.ts uses it for operations that can be repeated.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000');
  // Deleted bytes are overwritten: a withdrawn text remains in no free page (https://www.sqlite.org/pragma.html#pragma_secure_delete).
  database.exec('PRAGMA secure_delete = ON');
  migrate(database);
  return database;
}

export function statementsOf(database: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  return {
    run: (sql, ...values) => Number(prepare(sql).run(...values).changes),
    get: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).all(...values) as Row[],
  };
}
