import { limits } from '../../../site/contract/limits.ts';
import { DATABASE_FILE, IN_USE, MoveError } from './sqlite.ts';
import type { Store } from './store.ts';
import { openStore } from './threaded-store.ts';

/** Where a hub keeps its subscriptions. */
export interface Storage {
  /** Rejects where it can't be opened. */
  open(): Promise<Store>;
  /** One sentence for the operator on why it couldn't be opened, without secrets, and one on how to mend it. */
  describeFailure(error: unknown): string;
  /** Its name in the log. */
  readonly place: string;
  /** How long to wait before it is opened again. */
  readonly openAgainSeconds: number;
}

/** SQLite in `dataDir`, for one server at a time. */
export function sqliteStorage(dataDir: string): Storage {
  const place = `DATA_DIR=${dataDir}`;
  return {
    place,
    openAgainSeconds: limits.hub.openAgainSeconds,
    open: () => openStore(dataDir, { alone: true }),
    describeFailure(error) {
      const reason = error instanceof Error ? error.message : String(error);
      const mend =
        reason === IN_USE
          ? 'Stop that server, or set DATA_DIR to a folder of its own'
          : 'Let this user write there, or set DATA_DIR to a folder where it may';
      return `${place}: the hub cannot keep its subscriptions there (${reason}), so it answers 503. ${mend}; the hub tries again every minute.`;
    },
  };
}

export interface DatabaseOptions {
  /** postgres://user:password@host:port/name */
  readonly url: string;
  /** Where a hub on SQLite may have been before. */
  readonly dataDir: string;
  /** See WorkShare. */
  readonly claimSeconds?: number | undefined;
  /** Writes one line for the operator. */
  log(line: object): void;
}

/** PostgreSQL, for any number of servers. Its library is loaded where it is used. */
export function postgresStorage({ url, dataDir, claimSeconds, log }: DatabaseOptions): Storage {
  const place = `HUB_DATABASE_URL=${withoutSecrets(url)}`;
  const { databaseAgainSeconds } = limits.hub;
  return {
    place,
    openAgainSeconds: databaseAgainSeconds,
    async open() {
      const { openSharedPostgres } = await import('./postgres/open.ts');
      return openSharedPostgres({ url, dataDir, claimSeconds, log });
    },
    describeFailure(error) {
      if (error instanceof MoveError) {
        return `DATA_DIR=${dataDir}: the hub cannot move its subscriptions from there to ${place} (${error.message}), so it answers 503. Stop the server that uses it, let this user write there, or take ${DATABASE_FILE} away to begin without them; the hub tries again every ${databaseAgainSeconds} seconds.`;
      }
      return `${place}: the hub cannot keep its subscriptions there (${reasonOf(error)}), so it answers 503. Check that the database runs, and its address, name, user and password; the hub tries again every ${databaseAgainSeconds} seconds.`;
    },
  };
}

/** Where a database is, without who may use it. */
export function withoutSecrets(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** Node's message for a refused connection is empty where a name has several addresses. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
