import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DATABASE_FILE } from '../../sidecar/hub/store/sqlite.ts';
import { openSqlite } from '../../sidecar/hub/store/store-thread.ts';
import { Harness } from './harness.ts';
import { expectFinished, pendingWork } from './pending-work.ts';
import type { Subscriber } from './subscriber.ts';

let h: Harness;
let s: Subscriber;
let database: DatabaseSync;
/** Creates a database as release 1.0.0 had it, with pending work, before the hub's first start. */
beforeEach(async () => {
  h = new Harness();
  s = await h.subscriber();
  database = new DatabaseSync(join(h.dataDir, DATABASE_FILE));
  database.exec(readFileSync(new URL('./version-1.sql', import.meta.url), 'utf8'));
  for (const [table, rows] of Object.entries(pendingWork(h, s))) {
    for (const row of rows) {
      const names = Object.keys(row);
      const values = Object.values(row) as SQLInputValue[];
      database.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`).run(...values);
    }
  }
});
afterEach(() => h.clear());

test('T52 a database of release 1.0.0 opens and its pending work is finished', async () => {
  database.close();
  await expectFinished(h, s);
});

test('a database of a newer release keeps its subscriptions, and the log names its version', async () => {
  database.exec('PRAGMA user_version = 99');
  database.close();
  await h.start();
  expect(h.logged.at(-1)).toMatchObject({ event: 'hub.unavailable', message: expect.stringContaining('has version 99') });
  database = new DatabaseSync(join(h.dataDir, DATABASE_FILE), { readOnly: true });
  expect(database.prepare('SELECT count(*) AS n FROM subscriptions').get()).toEqual({ n: 4 });
  database.close();
});

test('T52 work that a killed server had claimed is done as soon as the next one starts', async () => {
  database.close();
  await (await openSqlite(h.dataDir)).close();
  database = new DatabaseSync(join(h.dataDir, DATABASE_FILE));
  const claim = database.prepare('INSERT INTO claims VALUES (?, ?, ?)');
  for (const work of [s.url('/due'), 'request 1']) claim.run(work, 'a killed server', h.clock.now() + 86_400_000);
  database.close();
  await expectFinished(h, s);
});
