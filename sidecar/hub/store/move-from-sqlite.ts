import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../site/shared/algorithms.ts';
import type { Database, Statements } from './sql.ts';
import { DATABASE_FILE, lockDatabase, openDatabase, sqliteDatabase } from './sqlite.ts';

const PAGE = 500;

type Row = Readonly<Record<string, unknown>>;

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
      const source = sqliteDatabase(old);
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

/**
 * Returns how many subscriptions were new. If PostgreSQL already has topics, their versions have nothing to do with SQLite's, so all moved
 * subscriptions start at version 0 and receive the current content.
 */
async function move(sql: Statements, read: Statements['all']): Promise<number> {
  await sql.lock('publishing');
  const hasTopics = (await sql.get('SELECT 1 FROM hub.topics')) !== undefined;
  const versions = hasTopics ? { delivered_version: 0, attempted_version: 0 } : {};
  const baseVersion = hasTopics ? { base_version: 0 } : {};
  // With `modified: 0`, any content that is published later counts as newer.
  for (const topic of hasTopics ? [] : await read<Row>('SELECT * FROM hub.topics')) await insert(sql, 'topics', { ...topic, modified: 0 });
  let moved = 0;
  for (let afterId = 0; ; ) {
    const page = await read<Row & { readonly id: number }>(
      'SELECT * FROM hub.subscriptions WHERE id > $1 ORDER BY id LIMIT $2',
      afterId,
      PAGE,
    );
    for (const { id, ...old } of page) {
      const row = { ...old, holds_newer: old['holds_newer'] === 1, ...versions };
      const subscription = (await insert<{ id: number }>(sql, 'subscriptions', row, 'ON CONFLICT DO NOTHING RETURNING id'))?.id;
      if (subscription === undefined) continue;
      moved += 1;
      for (const { id: _, ...request } of await read<Row>('SELECT * FROM hub.requests WHERE subscription = $1 ORDER BY id', id))
        await insert(sql, 'requests', { ...request, subscription, ...baseVersion });
      for (const attempt of await read<Row>('SELECT * FROM hub.attempts WHERE subscription = $1', id))
        await insert(sql, 'attempts', { ...attempt, subscription });
    }
    const last = page.at(-1);
    if (last === undefined) return moved;
    afterId = last.id;
  }
}

/** Inserts a row. `then` is the end of the statement; returns the row of its RETURNING clause, if any. */
function insert<Result extends object>(sql: Statements, table: string, row: Row, then = ''): Promise<Result | undefined> {
  const names = Object.keys(row);
  const values = names.map((_, index) => `$${index + 1}`);
  return sql.get<Result>(`INSERT INTO hub.${table} (${names.join(', ')}) VALUES (${values.join(', ')}) ${then}`, ...Object.values(row));
}
