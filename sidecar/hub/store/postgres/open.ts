import { limits } from '../../../../site/contract/limits.ts';
import type { Store } from '../store.ts';
import { Database } from './database.ts';
import { migrate } from './migrations.ts';
import { moveFromSqlite } from './move-from-sqlite.ts';
import { PostgresOperations } from './operations.ts';
import { WorkQueue } from './work-queue.ts';

export interface PostgresOptions {
  readonly url: string;
  /** Where a hub on SQLite may have been before: what it has kept is moved. */
  readonly dataDir?: string | undefined;
  /** See WorkShare; at least 10. */
  readonly claimSeconds?: number | undefined;
  /** Writes one line for the operator. */
  log(line: object): void;
}

/** The operations alone, for commands: they take no work. Rejects where the database can't be reached or used. */
export async function openPostgres({ url }: Pick<PostgresOptions, 'url'>): Promise<Store> {
  const { database, operations } = await open(url);
  return Object.assign(operations, { close: () => database.close() });
}

/**
 * The store on PostgreSQL for a server, which shares the work with others. Rejects where the database can't be reached or used, and with a
 * MoveError where what stands in `dataDir` can't be moved.
 */
export async function openSharedPostgres({ url, dataDir, claimSeconds = limits.hub.claimSeconds, log }: PostgresOptions): Promise<Store> {
  const { database, operations } = await open(url);
  try {
    if (dataDir !== undefined) await moveFromSqlite(database, dataDir, log);
    const share = await WorkQueue.open(database, { claimSeconds, log });
    const close = async () => {
      await share.close();
      await database.close();
    };
    return Object.assign(operations, { share, close });
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function open(url: string): Promise<{ readonly database: Database; readonly operations: PostgresOperations }> {
  const database = new Database(url);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, operations: new PostgresOperations(database) };
}
