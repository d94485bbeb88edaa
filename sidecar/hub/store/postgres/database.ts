import pg from 'pg';
import { limits } from '../../../../site/contract/limits.ts';

/** Statements on one connection, or on any of a pool. Values stand for `$1`, `$2` ... */
export interface Statements {
  all<Row extends object>(sql: string, ...values: readonly unknown[]): Promise<Row[]>;
  get<Row extends object>(sql: string, ...values: readonly unknown[]): Promise<Row | undefined>;
  /** Returns how many rows have changed. */
  run(sql: string, ...values: readonly unknown[]): Promise<number>;
  /** As the client library answers, for others that use it: several statements have several results. */
  executeSql(sql: string, values?: unknown[]): Promise<pg.QueryResult>;
}

const CONNECTIONS = 10;
/** The wait for a free connection is part of it. */
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
  const all = async <Row extends object>(sql: string, ...values: readonly unknown[]) => {
    const { rows } = await client.query<Row>(sql, [...values]);
    return rows;
  };
  return {
    all,
    get: async <Row extends object>(sql: string, ...values: readonly unknown[]) => (await all<Row>(sql, ...values))[0],
    run: async (sql, ...values) => (await client.query(sql, [...values])).rowCount ?? 0,
    executeSql: (sql, values) => client.query(sql, values),
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** What the client library says, without a code, where a connection broke or none came in time. */
const BROKEN = /^(?:Connection terminated|timeout exceeded|Query read timeout|Client (?:was closed|has encountered))/;

/**
 * Whether the database is away, or the connection to it, rather than the statement or the program wrong: an error of the system, one of the
 * connection, or an answer of the database about connections, resources or its own end (classes 08, 53 and 57P of PostgreSQL's appendix A).
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof pg.DatabaseError
    ? /^(?:08|53|57P)/.test(error.code ?? '')
    : /^E[A-Z]/.test(codeOf(error)) || BROKEN.test(error.message);
}

/** Repeats `work` while the database is away, for some seconds. `isRepeated` says that an earlier try may have been stored nevertheless. */
export async function patiently<Result>(work: (isRepeated: boolean) => Promise<Result>): Promise<Result> {
  const until = performance.now() + limits.hub.databaseAwaySeconds * 1000;
  for (let isRepeated = false; ; isRepeated = true) {
    try {
      return await work(isRepeated);
    } catch (error) {
      if (!isAway(error) || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, REPEAT_MS));
    }
  }
}

/** A pool of connections to PostgreSQL, which connects when it is used and again after a failure. */
export class Database {
  readonly #pool: pg.Pool;
  readonly statements: Statements;

  constructor(url: string) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: STATEMENT_TIMEOUT_MS,
      application_name: 'open-reviews hub',
      types,
    });
    // A connection that breaks while nobody uses it: the next query opens another one.
    this.#pool.on('error', () => {});
    this.statements = statementsOf(this.#pool);
  }

  /** Runs `work` as a whole or not at all. Repeats it where the database broke a deadlock at its cost. */
  async transaction<Result>(work: (statements: Statements) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(work);
      } catch (error) {
        const isDeadlock = codeOf(error) === '40P01';
        if (!isDeadlock || attempt === DEADLOCK_TRIES) throw error;
      }
    }
  }

  async #once<Result>(work: (statements: Statements) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      await client.query('BEGIN');
      const result = await work(statementsOf(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      if (isAway(error)) broken = error instanceof Error ? error : new Error(String(error));
      else await client.query('ROLLBACK').catch(onError);
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
