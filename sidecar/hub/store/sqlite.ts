import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { openFileLock } from '../../../site/shared/file-lock.ts';
import { migrateSqlite } from './schema.ts';
import { type Database, type Statements, toSqlite } from './sql.ts';

export const DATABASE_FILE = 'hub.sqlite';

/** The message of the error that is thrown if another server has the database. */
export const IN_USE = 'another server uses it';

/**
 * Makes this the only server that works on the database in `dataDir`; two would deliver everything twice. Commands that only look at the
 * database don't need it. Throws if another server has it. Returns a function that releases it.
 */
export function lockDatabase(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const lock = openFileLock(join(dataDir, 'hub.lock'));
  try {
    if (lock.take()) return lock.close;
    throw new Error(IN_USE);
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Opens an SQLite database that holds secrets. It is created if missing, readable only by its owner. */
export function openSqlite(file: string): DatabaseSync {
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file);
  // FULL: a commit is on the disk when it returns, in WAL mode too (https://www.sqlite.org/pragma.html#pragma_synchronous).
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000');
  return database;
}

/** Opens and migrates the hub's database in `dataDir`. */
export function openDatabase(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true });
  const database = openSqlite(join(dataDir, DATABASE_FILE));
  // Deleted bytes are overwritten, so no free page keeps a withdrawn text (https://www.sqlite.org/pragma.html#pragma_secure_delete).
  database.exec('PRAGMA secure_delete = ON');
  migrateSqlite(database);
  return database;
}

/** Values by the names of their parameters: Node 22 finds no numbered parameters (`?1`) by position. */
function toParameters(values: readonly unknown[]): Record<string, SQLInputValue> {
  return Object.fromEntries(values.map((value, index) => [`$${index + 1}`, toValue(value)]));
}

function toValue(value: unknown): SQLInputValue {
  if (Array.isArray(value)) return JSON.stringify(value);
  return (typeof value === 'boolean' ? Number(value) : value) as SQLInputValue;
}

/** SQLite as the store uses it: the caller opens and commits a transaction around any number of operations. */
export function sqliteDatabase(file: DatabaseSync) {
  const prepared = new Map<string, StatementSync>();
  let mustScrub = false;

  const prepare = (sql: string): StatementSync => {
    const statement = prepared.get(sql) ?? file.prepare(toSqlite(sql));
    prepared.set(sql, statement);
    return statement;
  };

  const statements: Statements = {
    all: async <Row extends object>(sql: string, ...values: readonly unknown[]) => prepare(sql).all(toParameters(values)) as Row[],
    get: async <Row extends object>(sql: string, ...values: readonly unknown[]) =>
      prepare(sql).get(toParameters(values)) as Row | undefined,
    run: async (sql, ...values) => Number(prepare(sql).run(toParameters(values)).changes),
    lock: async () => {},
  };

  const transaction = async <Result>(work: (sql: Statements) => Promise<Result>): Promise<Result> => {
    file.exec('SAVEPOINT operation');
    try {
      const result = await work(statements);
      file.exec('RELEASE operation');
      return result;
    } catch (error) {
      // Some errors, such as a full disk, roll back everything.
      if (file.isTransaction) file.exec('ROLLBACK TO operation; RELEASE operation');
      throw error;
    }
  };

  return {
    ...statements,
    isShared: false,
    clockOffsetMs: 0,
    transaction,
    record: transaction,
    scrub: async () => {
      mustScrub = true;
    },
    close: async () => {},
    /** Performs the operations in one transaction, and so with one wait for the disk. Rejects if nothing was stored. */
    async commit<Result>(operations: () => Promise<Result>): Promise<Result> {
      file.exec('BEGIN IMMEDIATE');
      try {
        const result = await operations();
        file.exec('COMMIT');
        // The write-ahead log would keep the overwritten bytes.
        if (mustScrub) file.exec('PRAGMA wal_checkpoint(TRUNCATE)');
        mustScrub = false;
        return result;
      } catch (error) {
        if (file.isTransaction) file.exec('ROLLBACK');
        throw error;
      }
    },
  } satisfies Database & { commit: unknown };
}
