import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../runtime.ts';
import type { Database, Statements } from './sql.ts';
import { DATABASE_FILE, lockDatabase, openDatabase, SqliteDatabase } from './sqlite.ts';

const PAGE = 500;

type Row = Readonly<Record<string, unknown>>;
type OldSubscription = Row & { readonly id: number; readonly token: string; readonly topic: string; readonly callback: string };
type OldDependent = Row & { readonly subscription: number };
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
    const last = page.at(-1);
    if (last === undefined) return moved;
    moved += await moveSubscriptions(sql, read, page, toVersion);
    afterId = last.id;
  }
}

/**
 * Moves topics that PostgreSQL doesn't have. Each hub counts versions by itself: if both have the same content of a topic, its subscribers
 * stay as far behind as they were; otherwise all of them get the content that PostgreSQL has.
 */
async function moveTopics(sql: Statements, read: Statements['all']): Promise<ToVersion> {
  const topics = await read<{
    path: string;
    version: number;
    hash: Uint8Array;
    content_type: string;
    body: Uint8Array;
    changed_at: number;
  }>('SELECT path, version, hash, content_type, body, changed_at FROM hub.topics');
  for (const { path, version, hash, content_type, body, changed_at } of topics) {
    await sql.run(
      `INSERT INTO hub.topics (path, version, hash, content_type, body, changed_at, modified) VALUES ($1, $2, $3, $4, $5, $6, 0)
       ON CONFLICT DO NOTHING`,
      path,
      version,
      hash,
      content_type,
      body,
      changed_at,
    );
  }
  const current = await sql.all<{ path: string; version: number; hash: Uint8Array }>('SELECT path, version, hash FROM hub.topics');
  return (path, version) => {
    const now = current.find((topic) => topic.path === path);
    const before = topics.find((topic) => topic.path === path);
    if (now === undefined) return 0;
    const isSame = before !== undefined && Buffer.compare(now.hash, before.hash) === 0;
    return Math.max(0, now.version - (isSame ? before.version - version : 1));
  };
}

/** Moves the subscriptions of one page with their requests and attempts. Returns how many were new. */
async function moveSubscriptions(
  sql: Statements,
  read: Statements['all'],
  page: readonly OldSubscription[],
  toVersion: ToVersion,
): Promise<number> {
  const rows = page.map(({ id: _, ...row }) => ({
    ...row,
    callback_given: row['callback_given'] ?? row.callback,
    secret: toHex(row['secret']),
    holds_newer: row['holds_newer'] === 1,
    delivered_version: toVersion(row.topic, Number(row['delivered_version'])),
    attempted_version: toVersion(row.topic, Number(row['attempted_version'])),
  }));
  const updates = Object.keys(rows[0] ?? {}).map((name) => `${name} = excluded.${name}`);
  // An active subscription replaces one that was requested from the new hub and isn't verified there.
  const moved = await insert<{ id: number; token: string }>(
    sql,
    'subscriptions',
    rows,
    `ON CONFLICT (callback, topic) DO UPDATE SET ${updates.join(', ')}
       WHERE hub.subscriptions.state IN ('pending', 'rejected') AND excluded.state = 'active' RETURNING id, token`,
  );
  const newIds = new Map(moved.map(({ id, token }) => [token, id]));
  const byOldId = new Map(page.map((row) => [row.id, row]));
  const readOf = async (table: string, order: string) => {
    const query = `SELECT * FROM hub.${table} WHERE subscription BETWEEN $1 AND $2 ORDER BY ${order}`;
    const old = await read<OldDependent>(query, page[0]?.id, page.at(-1)?.id);
    return old.flatMap((row) => {
      const owner = byOldId.get(row.subscription);
      const subscription = newIds.get(owner?.token ?? '');
      const moved: OldDependent = { ...row, subscription: subscription ?? 0 };
      return owner === undefined || subscription === undefined ? [] : [{ owner, row: moved }];
    });
  };
  const requests = (await readOf('requests', 'id')).map(({ owner, row: { id: _, ...row } }) => ({
    ...row,
    base_version: toVersion(owner.topic, Number(row['base_version'])),
    callback_given: row['callback_given'] ?? owner.callback,
    secret: toHex(row['secret']),
  }));
  await insert(sql, 'requests', requests);
  const attempts = (await readOf('attempts', 'slot')).map(({ row }) => row);
  await insert(sql, 'attempts', attempts, 'ON CONFLICT DO NOTHING');
  return moved.length;
}

/** Bytes in the form that PostgreSQL reads. */
const toHex = (bytes: unknown) => (bytes instanceof Uint8Array ? `\\x${Buffer.from(bytes).toString('hex')}` : null);

/** Inserts the rows, which have the same columns, and returns what `then` selects. */
async function insert<Result extends object>(sql: Statements, table: string, rows: readonly Row[], then = ''): Promise<Result[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const names = Object.keys(first).join(', ');
  const all = `SELECT ${names} FROM jsonb_populate_recordset(NULL::hub.${table}, $1::jsonb)`;
  return sql.all<Result>(`INSERT INTO hub.${table} (${names}) ${all} ${then}`, JSON.stringify(rows));
}
