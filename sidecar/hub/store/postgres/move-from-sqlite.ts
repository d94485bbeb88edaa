import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE, lockDatabase, MoveError, openDatabase, type Statements as SqliteStatements, statementsOf } from '../sqlite.ts';
import type { Database, Statements } from './database.ts';
import { PUBLISHING_LOCK } from './operations.ts';
import { keyOf } from './rows.ts';

const PAGE = 500;

/** The columns of rows that are inserted, with their types. */
type Columns = Readonly<Record<string, string>>;

const SUBSCRIPTION: Columns = {
  token: 'text',
  topic: 'text',
  topic_given: 'text',
  callback: 'text',
  callback_key: 'text',
  callback_given: 'text',
  host: 'text',
  state: 'text',
  reason: 'text',
  secret: 'bytea',
  lease_seconds: 'bigint',
  expires_at: 'bigint',
  delivered_version: 'bigint',
  attempted_version: 'bigint',
  next_attempt_at: 'bigint',
  holds_newer: 'boolean',
  failures: 'bigint',
  attempts: 'bigint',
  created_at: 'bigint',
  changed_at: 'bigint',
  verification_at: 'bigint',
  verification_error: 'text',
};
const REQUEST: Columns = {
  subscription: 'bigint',
  mode: 'text',
  topic_given: 'text',
  callback_given: 'text',
  secret: 'bytea',
  lease_seconds: 'bigint',
  base_version: 'bigint',
  reason: 'text',
  created_at: 'bigint',
  attempts: 'bigint',
  next_attempt_at: 'bigint',
};
const ATTEMPT: Columns = {
  subscription: 'bigint',
  slot: 'bigint',
  at: 'bigint',
  version: 'bigint',
  status: 'bigint',
  error: 'text',
  duration_ms: 'bigint',
};

type Row = Readonly<Record<string, unknown>>;
type OldSubscription = Row & { readonly id: number; readonly token: string; readonly topic: string; readonly callback: string };
/** The version of a topic here for one of the database that is moved. */
type ToVersion = (topic: string, version: number) => number;

/**
 * Moves what a hub has kept in `dataDir` into the database, as a whole or not at all, and then removes it there. Subscriptions that the database has
 * already stay as they are, so that a repeated move changes nothing. Nothing happens where there is none. Throws a MoveError where it can't be read.
 */
export async function moveFromSqlite(database: Database, dataDir: string, log: (line: object) => void): Promise<void> {
  if (!existsSync(join(dataDir, DATABASE_FILE))) return;
  const unlock = attempt(() => lockDatabase(dataDir));
  try {
    // Another server may have moved it before this one had the lock.
    if (!existsSync(join(dataDir, DATABASE_FILE))) return;
    const old = attempt(() => openDatabase(dataDir));
    let subscriptions: number;
    try {
      const { all } = statementsOf(old);
      subscriptions = await database.transaction((sql) => move(sql, (...query) => attempt(() => all(...query))));
    } finally {
      old.close();
    }
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, DATABASE_FILE + suffix), { force: true });
    log({ event: 'hub.moved', subscriptions, message: `the subscriptions of DATA_DIR=${dataDir} are in HUB_DATABASE_URL now` });
  } finally {
    unlock();
  }
}

function attempt<Result>(open: () => Result): Result {
  try {
    return open();
  } catch (error) {
    throw new MoveError(error instanceof Error ? error.message : String(error));
  }
}

/** Returns how many subscriptions were new. */
async function move(sql: Statements, read: SqliteStatements['all']): Promise<number> {
  await sql.run('SELECT pg_advisory_xact_lock($1)', PUBLISHING_LOCK);
  const toVersion = await moveTopics(sql, read);
  let moved = 0;
  for (let afterId = 0; ; ) {
    const page = read<OldSubscription>('SELECT * FROM subscriptions WHERE id > ? ORDER BY id LIMIT ?', afterId, PAGE);
    const last = page.at(-1);
    if (last === undefined) return moved;
    moved += await moveSubscriptions(sql, read, page, toVersion);
    afterId = last.id;
  }
}

/**
 * Each hub counts versions by itself. Where both have the same content, who has it there has it here, and is as far behind otherwise; where they
 * haven't, everybody gets what stands here. A topic that the database doesn't have yet is moved, too.
 */
async function moveTopics(sql: Statements, read: SqliteStatements['all']): Promise<ToVersion> {
  const topics = read<{ path: string; version: number; hash: Uint8Array; content_type: string; body: Uint8Array; changed_at: number }>(
    'SELECT path, version, hash, content_type, body, changed_at FROM topics',
  );
  for (const { path, version, hash, content_type, body, changed_at } of topics) {
    await sql.run(
      'INSERT INTO hub.topics (path, version, hash, content_type, body, changed_at, modified) VALUES ($1, $2, $3, $4, $5, $6, 0) ON CONFLICT DO NOTHING',
      path,
      version,
      Buffer.from(hash),
      content_type,
      Buffer.from(body),
      changed_at,
    );
  }
  const here = new Map(
    (await sql.all<{ path: string; version: number; hash: Buffer }>('SELECT path, version, hash FROM hub.topics')).map((topic) => [
      topic.path,
      topic,
    ]),
  );
  const there = new Map(topics.map((topic) => [topic.path, topic]));
  return (path, version) => {
    const [now, before] = [here.get(path), there.get(path)];
    if (now === undefined) return 0;
    const isSame = before !== undefined && now.hash.equals(before.hash);
    return Math.max(0, now.version - (isSame ? before.version - version : 1));
  };
}

/** Subscriptions of one page with their requests and last attempts. Returns how many were new. */
async function moveSubscriptions(
  sql: Statements,
  read: SqliteStatements['all'],
  page: readonly OldSubscription[],
  toVersion: ToVersion,
): Promise<number> {
  const rows = page.map((row) => ({
    ...row,
    callback_key: keyOf(row.callback),
    callback_given: row['callback_given'] ?? row.callback,
    secret: toHex(row['secret']),
    holds_newer: row['holds_newer'] === 1,
    delivered_version: toVersion(row.topic, Number(row['delivered_version'])),
    attempted_version: toVersion(row.topic, Number(row['attempted_version'])),
  }));
  // Who has asked this hub as well, and wasn't verified here, is still subscribed as before.
  const moved = await insert<{ id: number; token: string }>(
    sql,
    'subscriptions',
    SUBSCRIPTION,
    rows,
    `ON CONFLICT (callback_key, topic) DO UPDATE SET ${updates(SUBSCRIPTION)}
       WHERE hub.subscriptions.state IN ('pending', 'rejected') AND excluded.state = 'active' RETURNING id, token`,
  );
  const newIds = new Map(moved.map(({ id, token }) => [token, id]));
  const within = [page[0]?.id ?? 0, page.at(-1)?.id ?? 0] as const;
  const byOldId = new Map(page.map((row) => [row.id, row]));
  const withNewId = (row: Row & { readonly subscription: number }) => {
    const subscription = newIds.get(byOldId.get(row.subscription)?.token ?? '');
    return subscription === undefined ? [] : [{ ...row, subscription }];
  };
  const requests = read<Row & { readonly subscription: number }>(
    'SELECT * FROM requests WHERE subscription BETWEEN ? AND ? ORDER BY id',
    ...within,
  ).map((row) => {
    const { topic = '', callback } = byOldId.get(row.subscription) ?? {};
    const base_version = toVersion(topic, Number(row['base_version']));
    return { ...row, base_version, callback_given: row['callback_given'] ?? callback, secret: toHex(row['secret']) };
  });
  await insert(sql, 'requests', REQUEST, requests.flatMap(withNewId));
  const attempts = read<Row & { readonly subscription: number }>('SELECT * FROM attempts WHERE subscription BETWEEN ? AND ?', ...within);
  await insert(sql, 'attempts', ATTEMPT, attempts.flatMap(withNewId), 'ON CONFLICT DO NOTHING');
  return moved.length;
}

/** In the form that PostgreSQL reads as bytes. */
const toHex = (bytes: unknown) => (bytes instanceof Uint8Array ? `\\x${Buffer.from(bytes).toString('hex')}` : null);

const updates = (columns: Columns) =>
  Object.keys(columns)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ');

/** Inserts rows of these columns; what else a row has is passed over. Returns what `then` asks for. */
function insert<Result extends object>(
  sql: Statements,
  table: string,
  columns: Columns,
  rows: readonly Row[],
  then = '',
): Promise<Result[]> {
  const names = Object.keys(columns).join(', ');
  const typed = Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
  return sql.all<Result>(
    `INSERT INTO hub.${table} (${names}) SELECT ${names} FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (${typed})) ${then}`,
    JSON.stringify(rows),
  );
}
