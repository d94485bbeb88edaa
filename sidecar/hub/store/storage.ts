import { limits } from '../../../site/contract/limits.ts';
import { messageOf } from '../../../site/shared/algorithms.ts';
import { MoveError } from './move-from-sqlite.ts';
import type { PostgresOptions } from './postgres.ts';
import { DATABASE_FILE, IN_USE } from './sqlite.ts';
import type { Store } from './store.ts';
import { openSqlite } from './store-thread.ts';

/** SQLite in `dataDir`, for one server at a time. */
export function sqliteStorage(dataDir: string) {
  const place = `DATA_DIR=${dataDir}`;
  return {
    /** Its name in the log. */
    place,
    /** How long to wait before trying to open it again. */
    openAgainSeconds: limits.hub.openAgainSeconds,
    /** Rejects if it can't be opened. */
    open: (): Promise<Store> => openSqlite(dataDir, { isServer: true }),
    /** Tells the operator why it couldn't be opened, without secrets, and how to fix it. */
    describeFailure(error: unknown): string {
      const reason = messageOf(error);
      const advice =
        reason === IN_USE
          ? 'Stop that server, or set DATA_DIR to a different folder'
          : 'Give this user write permission there, or set DATA_DIR to a folder where it can';
      return `${place}: the hub cannot keep its subscriptions there (${reason}), so it answers 503. ${advice}; the hub tries again every minute.`;
    },
  };
}

/** PostgreSQL, for any number of servers. Its client library is only loaded if it is used. */
export function postgresStorage(options: PostgresOptions) {
  const { url, dataDir } = options;
  const place = `HUB_DATABASE_URL=${withoutSecrets(url)}`;
  const { databaseAgainSeconds } = limits.hub;
  return {
    place,
    openAgainSeconds: databaseAgainSeconds,
    async open(): Promise<Store> {
      const { openPostgres } = await import('./postgres.ts');
      return openPostgres(options);
    },
    describeFailure(error: unknown): string {
      if (error instanceof MoveError) {
        return `DATA_DIR=${dataDir}: the hub cannot move its subscriptions from there to ${place} (${error.message}), so it answers 503. Stop the server that uses it, let this user write there, or take ${DATABASE_FILE} away to begin without them; the hub tries again every ${databaseAgainSeconds} seconds.`;
      }
      return `${place}: the hub cannot keep its subscriptions there (${messageOf(error)}), so it answers 503. Check that the database is running and that its address, name, user and password are correct; the hub tries again every ${databaseAgainSeconds} seconds.`;
    },
  };
}

/** The address of a database without user and password. */
export function withoutSecrets(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
