import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { DATABASE_FILE } from '../../sidecar/hub/store/sqlite.ts';
import { openSqlite } from '../../sidecar/hub/store/store-thread.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { describeStore } from './store-suite.ts';

describeStore('SQLite in its thread', () => {
  const dataDir = temporaryFolder();
  const open = () => openSqlite(dataDir);
  return { open, reopen: open, clear: async () => rmSync(dataDir, { recursive: true }) };
});

test('the database is created with its folder, and only its owner can access it', async () => {
  const dataDir = join(temporaryFolder(), 'deep', 'er');
  await (await openSqlite(dataDir)).close();
  expect(statSync(join(dataDir, DATABASE_FILE)).mode & 0o077).toBe(0);
});

test('a database of a newer program is refused, and the error names its version', async () => {
  const dataDir = temporaryFolder();
  await (await openSqlite(dataDir)).close();
  const database = new DatabaseSync(join(dataDir, DATABASE_FILE));
  database.exec('PRAGMA user_version = 99');
  database.close();
  await expect(openSqlite(dataDir)).rejects.toThrow('the database has version 99');
});

test('a folder that cannot be created is refused', async () => {
  await expect(openSqlite('/dev/null/data')).rejects.toThrow(/ENOTDIR/);
});

test('a failing call does not affect the calls in the same batch', async () => {
  const store = await openSqlite(temporaryFolder());
  const topic = { path: '/feed.xml', contentType: 'x', body: new Uint8Array(), hash: new Uint8Array([1]) };
  const good = store.publish([topic], 1, 1);
  const bad = store.publish([{ ...topic, contentType: Object.create(null) }], 1, 1);
  await expect(bad).rejects.toThrow('hub: the database failed');
  expect(await good).toMatchObject({ changed: ['/feed.xml'] });
  expect(await store.topics()).toHaveLength(1);
  await store.close();
  await expect(store.topics()).rejects.toThrow('the database is closed');
});
