import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { limits } from '../../../site/contract/limits.ts';
import { type Clock, systemClock } from '../../runtime.ts';
import { moveFromSqlite } from './move-from-sqlite.ts';
import { migratePostgres } from './schema.ts';
import type { Database, Statements } from './sql.ts';
import { createStore, type Store } from './store.ts';

const CONNECTIONS = 10;
/** Includes the wait for a free connection. */
const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 15_000;
const DEADLOCK_TRIES = 5;
const REPEAT_MS = 250;

/** bigint as a number: times, versions and ids are far below 2^53. */
const INT8 = 20;
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : (pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown),
};

function statementsOf(client: Pick<pg.ClientBase, 'query'>): Statements {
  const query = <Row extends object>(sql: string, values: readonly unknown[]) => client.query<Row>(sql, [...values]);
  return {
    all: async <Row extends object>(sql: string, ...values: readonly unknown[]) => (await query<Row>(sql, values)).rows,
    get: async <Row extends object>(sql: string, ...values: readonly unknown[]) => (await query<Row>(sql, values)).rows[0],
    run: async (sql, ...values) => (await query(sql, values)).rowCount ?? 0,
    lock: async (name) => void (await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`hub ${name}`])),
  };
}

/**
 * Whether the database or the connection to it is down, rather than the statement wrong: any error that isn't from the database, or one
 * with a code for connections, resources or shutdown (classes 08, 53 and 57P of PostgreSQL's appendix A).
 */
function isDown(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(?:08|53|57P)/.test(error.code ?? '');
}

/** A pool of connections to PostgreSQL. It connects on first use, and again after a failure. */
export function postgresDatabase(url: string) {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'open-reviews hub',
    types,
  });
  // If an unused connection breaks, the next query opens another one.
  pool.on('error', () => {});
  const statements = statementsOf(pool);

  const once = async <Result>(work: (sql: Statements) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect();
    let isBroken = false;
    const onError = () => {
      isBroken = true;
    };
    client.on('error', onError);
    try {
      await client.query('BEGIN');
      const result = await work(statementsOf(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      if (isDown(error)) isBroken = true;
      else await client.query('ROLLBACK').catch(onError);
      throw error;
    } finally {
      client.off('error', onError);
      client.release(isBroken);
    }
  };

  const transaction = async <Result>(work: (sql: Statements) => Promise<Result>): Promise<Result> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(work);
      } catch (error) {
        const isDeadlock = error instanceof pg.DatabaseError && error.code === '40P01';
        if (!isDeadlock || attempt === DEADLOCK_TRIES) throw error;
      }
    }
  };

  return {
    ...statements,
    isShared: true,
    clockOffsetMs: 0,
    transaction,
    async record<Result>(work: (sql: Statements) => Promise<Result>): Promise<Result> {
      const until = performance.now() + limits.hub.databaseAwaySeconds * 1000;
      for (;;) {
        try {
          return await transaction(work);
        } catch (error) {
          if (!isDown(error) || performance.now() > until) throw error;
          await new Promise((resolve) => setTimeout(resolve, REPEAT_MS));
        }
      }
    },
    scrub: async () => void (await statements.run('VACUUM (FULL) hub.topics')),
    close: () => pool.end(),
  } satisfies Database;
}

export interface PostgresOptions {
  /** postgres://user:password@host:port/name */
  readonly url: string;
  /** A server passes the folder of an earlier hub on SQLite; its subscriptions are moved. */
  readonly dataDir?: string | undefined;
  readonly clock?: Clock | undefined;
  /** Writes one line for the operator. */
  log?(line: object): void;
}

/**
 * Opens the store on PostgreSQL, which any number of servers can share. Rejects if the database can't be reached or used, and with a
 * MoveError if the subscriptions in `dataDir` can't be moved.
 */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const { url, dataDir, clock = systemClock, log = () => {} } = options;
  const database = postgresDatabase(url);
  try {
    await migratePostgres(database);
    const { now = clock.now() } =
      (await database.get<{ now: number }>('SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) AS now')) ?? {};
    database.clockOffsetMs = now - clock.now();
    if (dataDir !== undefined) await moveFromSqlite(database, dataDir, log);
  } catch (error) {
    await database.close();
    throw error;
  }
  return createStore(database, randomUUID());
}
