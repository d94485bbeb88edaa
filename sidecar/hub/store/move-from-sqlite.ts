import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../runtime.ts';
import type { Database, Statements } from './sql.ts';
import { DATABASE_FILE, lockDatabase, openDatabase, SqliteDatabase } from './sqlite.ts';

const PAGE = 500;

type Row = Readonly<Record<string, unknown>>;
type OldSubscription = Row & { readonly id: number; readonly topic: string };
/** A topic's version in PostgreSQL for its version in SQLite. */
type ToVersion = (topic: string, version: number) => number;

/** The database in DATA_DIR can't be moved; the message says why. */
export class MoveError extends Error {}

/**
 * Moves the hub's database in `dataDir` to PostgreSQL, as a whole or not at all, and then deletes it. Subscriptions that PostgreSQL already
 * has stay as they are, so repeating the move changes nothing. Does nothing if there is no such database; rejects with a MoveError if it
 * can't be read.
 */
export async function moveFromSqlite(database: Database, dataDir: string, log: (line: object) => void): Promise<void> {
  const file = join(dataDir, DATABASE_FILE);
  if (!existsSync(file)) return;
  const unlock = await attempt(async () => lockDatabase(dataDir));
  try {
    // Another server may have moved it before this one got the lock.
    if (!existsSync(file)) return;
    const old = await attempt(async () => openDatabase(dataDir));
    let subscriptions: number;
    try {
      const source = new SqliteDatabase(old);
      const read: Statements['all'] = (...query) => attempt(() => source.all(...query));
      subscriptions = await database.transaction((sql) => move(sql, read));
    } finally {
      old.close();
    }
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    log({ event: 'hub.moved', subscriptions, message: `the subscriptions of DATA_DIR=${dataDir} are in HUB_DATABASE_URL now` });
  } finally {
    unlock();
  }
}

async function attempt<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw new MoveError(messageOf(error));
  }
}

/** Returns how many subscriptions were new. */
async function move(sql: Statements, read: Statements['all']): Promise<number> {
  await sql.lock('publishing');
  const toVersion = await moveTopics(sql, read);
  let moved = 0;
  for (let afterId = 0; ; ) {
    const page = await read<OldSubscription>('SELECT * FROM hub.subscriptions WHERE id > $1 ORDER BY id LIMIT $2', afterId, PAGE);
    for (const old of page) if (await moveSubscription(sql, read, old, toVersion)) moved += 1;
    const last = page.at(-1);
    if (last === undefined) return moved;
    afterId = last.id;
  }
}

/**
 * Moves topics that PostgreSQL doesn't have. Each hub counts versions by itself: if both have the same content of a topic, its subscribers
 * stay as far behind as they were; otherwise all of them get the content that PostgreSQL has.
 */
async function moveTopics(sql: Statements, read: Statements['all']): Promise<ToVersion> {
  const topics = await read<Row & { readonly path: string; readonly version: number; readonly hash: Uint8Array }>(
    'SELECT * FROM hub.topics',
  );
  // Whatever PostgreSQL publishes is newer.
  for (const topic of topics) await insert(sql, 'topics', { ...topic, modified: 0 }, 'ON CONFLICT DO NOTHING');
  const current = await sql.all<{ path: string; version: number; hash: Uint8Array }>('SELECT path, version, hash FROM hub.topics');
  return (path, version) => {
    const now = current.find((topic) => topic.path === path);
    const before = topics.find((topic) => topic.path === path);
    if (now === undefined) return 0;
    const isSame = before !== undefined && Buffer.compare(now.hash, before.hash) === 0;
    return Math.max(0, now.version - (isSame ? before.version - version : 1));
  };
}

/** Moves a subscription with its requests and attempts. False if PostgreSQL has it. */
async function moveSubscription(
  sql: Statements,
  read: Statements['all'],
  { id: oldId, ...old }: OldSubscription,
  toVersion: ToVersion,
): Promise<boolean> {
  const toLocal = (version: unknown) => toVersion(old.topic, Number(version));
  const row = {
    ...old,
    holds_newer: old['holds_newer'] === 1,
    delivered_version: toLocal(old['delivered_version']),
    attempted_version: toLocal(old['attempted_version']),
  };
  const updates = Object.keys(row).map((name) => `${name} = excluded.${name}`);
  // An active subscription replaces one that was requested from the new hub and isn't verified there.
  const moved = await insert<{ id: number }>(
    sql,
    'subscriptions',
    row,
    `ON CONFLICT (callback, topic) DO UPDATE SET ${updates.join(', ')}
       WHERE hub.subscriptions.state IN ('pending', 'rejected') AND excluded.state = 'active' RETURNING id`,
  );
  if (moved === undefined) return false;
  const subscription = moved.id;
  for (const { id: _, ...request } of await read<Row>('SELECT * FROM hub.requests WHERE subscription = $1 ORDER BY id', oldId)) {
    await insert(sql, 'requests', { ...request, subscription, base_version: toLocal(request['base_version']) });
  }
  for (const attempt of await read<Row>('SELECT * FROM hub.attempts WHERE subscription = $1', oldId))
    await insert(sql, 'attempts', { ...attempt, subscription }, 'ON CONFLICT DO NOTHING');
  return true;
}

/** Inserts a row, and returns what `then` does. */
function insert<Result extends object>(sql: Statements, table: string, row: Row, then = ''): Promise<Result | undefined> {
  const names = Object.keys(row);
  const values = names.map((_, index) => `$${index + 1}`);
  return sql.get<Result>(`INSERT INTO hub.${table} (${names.join(', ')}) VALUES (${values.join(', ')}) ${then}`, ...Object.values(row));
}
