import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASE_FILE } from '../../sidecar/hub/store/sqlite.ts';
import { openSqlite } from '../../sidecar/hub/store/store-thread.ts';
import { paths } from '../../site/contract/paths.ts';
import { Harness } from './harness.ts';
import { expectFinished, pendingWork } from './pending-work.ts';
import type { Subscriber } from './subscriber.ts';

let h: Harness;
let s: Subscriber;
let database: DatabaseSync;
/** Before the hub's first start, with a database of version 1 in its folder. */
beforeEach(async () => {
  h = new Harness({ resolve: async () => ['127.0.0.1'] });
  s = await h.subscriber();
  database = new DatabaseSync(join(h.dataDir, DATABASE_FILE));
  database.exec(readFileSync(new URL('./version-1.sql', import.meta.url), 'utf8'));
});
afterEach(() => h.clear());

interface Row {
  readonly callback: string;
  readonly topic?: string;
  readonly state?: 'active' | 'pending' | 'removed';
  readonly secret?: string;
  readonly verifiedAt?: number;
  readonly leaseSeconds?: number;
  readonly failures?: number;
}

const HOUR_S = 3_600;

/** A subscription as version 1 stored it; its token is its callback. Returns its id. */
function insert({
  callback,
  topic = paths.atomFeed,
  state = 'active',
  secret,
  verifiedAt,
  leaseSeconds = HOUR_S,
  failures = 0,
}: Row): number {
  const at = verifiedAt ?? h.clock.now();
  const { lastInsertRowid } = database
    .prepare(
      `INSERT INTO subscriptions (token, topic, topic_given, callback, host, state, secret, lease_seconds, expires_at, failures, created_at,
         changed_at, verification_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      `${callback} ${topic}`,
      topic,
      `http://localhost${topic}`,
      callback,
      new URL(callback).hostname,
      state,
      secret === undefined ? null : Buffer.from(secret),
      leaseSeconds,
      state === 'active' ? at + leaseSeconds * 1000 : null,
      failures,
      at,
      at,
      at,
    );
  return Number(lastInsertRowid);
}

function request(subscription: number, mode: 'subscribe' | 'unsubscribe' | 'denied', leaseSeconds = HOUR_S): void {
  database
    .prepare(
      'INSERT INTO requests (subscription, mode, topic_given, lease_seconds, base_version, reason, created_at) VALUES (?, ?, ?, ?, 0, ?, ?)',
    )
    .run(subscription, mode, h.topic(), leaseSeconds, mode === 'denied' ? 'three failures' : null, h.clock.now());
}

async function start(): Promise<void> {
  database.close();
  await h.start();
  await h.settle();
}

const targets = () => s.posts().map(({ target }) => target);
const forget = () => s.received.splice(0);

test('T07 two spellings in a database of version 1 become one subscription, that of the spelling verified last', async () => {
  const now = h.clock.now();
  insert({ callback: s.url('/cb', 'READER.test'), secret: 'old', verifiedAt: now - 3_000, leaseSeconds: 2 * HOUR_S, failures: 2 });
  insert({ callback: s.url('/%63b', 'reader.test.'), secret: 'new', verifiedAt: now - 1_000 });
  insert({ callback: s.url('/c%62', 'reader.test'), verifiedAt: now - 2_000 });
  await start();
  // What the hub publishes at its first start is an update for all of them.
  expect(targets()).toEqual(['/%63b']);
  expect(s.posts()[0]?.headers).toMatchObject({ host: `reader.test.:${s.port}`, 'x-hub-signature': expect.any(String) });
  // The longest lease that any of them was granted.
  await h.advance(2 * HOUR_S - 4);
  await h.publish('late');
  expect(targets()).toEqual(['/%63b', '/%63b']);
  await h.advance(1);
  await h.publish('too late');
  expect(targets()).toHaveLength(2);
});

test('T07 different callbacks, and one callback of different topics, stay what they were', async () => {
  insert({ callback: s.url('/CB', 'reader.test') });
  insert({ callback: s.url('/cb', 'reader.test') });
  insert({ callback: s.url('/%63b', 'Reader.test'), topic: paths.jsonFeed });
  await start();
  expect(targets().toSorted()).toEqual(['/%63b', '/CB', '/cb']);
});

test('T29 requests that wait in a database of version 1 are verified at the callback that asked', async () => {
  insert({ callback: s.url('/cb', 'reader.test'), state: 'removed' });
  request(insert({ callback: s.url('/%63b', 'reader.test'), state: 'pending' }), 'subscribe', 2 * HOUR_S);
  request(insert({ callback: s.url('/d', 'reader.test'), state: 'pending' }), 'subscribe');
  const ending = insert({ callback: s.url('/e', 'reader.test') });
  insert({ callback: s.url('/%65', 'reader.test') });
  request(ending, 'unsubscribe');
  await start();
  const asked = s.received.filter(({ method }) => method === 'GET').map(({ target }) => target.split('?')[0]);
  expect(asked.toSorted()).toEqual(['/%63b', '/d', '/e']);
  forget();
  await h.publish('one');
  expect(targets().toSorted()).toEqual(['/%63b', '/d']);
});

test('a denial owed to one spelling is not sent while another one is subscribed', async () => {
  request(insert({ callback: s.url('/cb', 'reader.test'), state: 'removed' }), 'denied');
  insert({ callback: s.url('/%63b', 'reader.test') });
  request(insert({ callback: s.url('/d', 'reader.test'), state: 'removed' }), 'denied');
  await start();
  expect(s.gets('denied').map(({ target }) => target.split('?')[0])).toEqual(['/d']);
  expect(targets()).toEqual(['/%63b']);
});

test('T29 what an older program stores after the upgrade is verified, too', async () => {
  await start();
  await h.stop();
  database = new DatabaseSync(join(h.dataDir, DATABASE_FILE));
  request(insert({ callback: s.url('/cb', 'reader.test'), state: 'pending' }), 'subscribe');
  await start();
  expect(s.gets('subscribe')).toHaveLength(1);
  expect(targets()).toEqual(['/cb']);
});

test('T64 after the upgrade a host is counted without its last dot', async () => {
  insert({ callback: 'https://reader.test./cb' });
  await start();
  const stored = new DatabaseSync(join(h.dataDir, DATABASE_FILE), { readOnly: true });
  const rows = stored.prepare('SELECT callback, callback_given, host FROM subscriptions').all();
  stored.close();
  expect(rows).toEqual([{ callback: 'https://reader.test/cb', callback_given: 'https://reader.test./cb', host: 'reader.test' }]);
});

test('T60 after the upgrade the status names no refused address', async () => {
  const id = insert({ callback: 'https://reader.test/cb' });
  const error = 'reader.test has the address 10.20.30.40, which is not public';
  database.prepare('UPDATE subscriptions SET verification_error = ?, attempts = 2').run(error);
  const attempt = database.prepare('INSERT INTO attempts VALUES (?, ?, 0, 0, ?, ?, 0)');
  attempt.run(id, 1, null, error);
  attempt.run(id, 2, 500, null);
  await start();
  const stored = new DatabaseSync(join(h.dataDir, DATABASE_FILE), { readOnly: true });
  const rows = stored
    .prepare('SELECT verification_error, error FROM subscriptions JOIN attempts ON subscription = id WHERE slot < 3')
    .all();
  stored.close();
  expect(rows).toEqual([
    { verification_error: 'address not allowed', error: 'address not allowed' },
    { verification_error: 'address not allowed', error: null },
  ]);
});

describe('T52 a database of version 5', () => {
  beforeEach(() => {
    database.close();
    rmSync(join(h.dataDir, DATABASE_FILE));
    database = new DatabaseSync(join(h.dataDir, DATABASE_FILE));
    database.exec(readFileSync(new URL('./version-5.sql', import.meta.url), 'utf8'));
  });

  test('opens, and its work is finished', async () => {
    for (const [table, rows] of Object.entries(pendingWork(h, s))) {
      for (const row of rows) {
        const names = Object.keys(row);
        const values = Object.values(row) as SQLInputValue[];
        database.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`).run(...values);
      }
    }
    database.close();
    await expectFinished(h, s);
  });
});

test('T52 what a killed server had claimed is done as soon as the next one starts', async () => {
  insert({ callback: s.url('/cb', 'reader.test') });
  request(insert({ callback: s.url('/asking', 'reader.test'), state: 'pending' }), 'subscribe');
  database.close();
  await (await openSqlite(h.dataDir)).close();
  database = new DatabaseSync(join(h.dataDir, DATABASE_FILE));
  const claim = database.prepare('INSERT INTO claims VALUES (?, ?, ?)');
  for (const work of [s.url('/cb', 'reader.test'), 'request 1']) claim.run(work, 'a killed server', h.clock.now() + 86_400_000);
  await start();
  expect(targets().toSorted()).toEqual(['/asking', '/cb']);
  expect(s.gets('subscribe')).toHaveLength(1);
});
