import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { postgresDatabase } from '../../sidecar/hub/store/postgres.ts';
import { Harness } from '../hub/harness.ts';
import { expectFinished, pendingWork } from '../hub/pending-work.ts';
import { Postgres, postgresMissing, withPostgres } from '../support/postgres.ts';

describe.skipIf(postgresMissing !== undefined)(withPostgres, () => {
  let server: Postgres;
  let h: Harness;
  beforeAll(async () => {
    server = await Postgres.start();
  });
  afterAll(() => server.stop());
  afterEach(() => h.clear());

  test('T52 the work in a version 1 database is finished, including jobs that a killed server had claimed', async () => {
    const url = server.url('version_1');
    await server.run(server.url('postgres'), 'CREATE DATABASE version_1');
    await server.run(url, readFileSync(new URL('./version-1.sql', import.meta.url), 'utf8'));
    h = new Harness({ databaseUrl: url });
    const s = await h.subscriber();
    const { topics, subscriptions, requests } = pendingWork(h, s);
    const database = postgresDatabase(url);
    const insert = async (table: string, row: Readonly<Record<string, unknown>>) => {
      const names = Object.keys(row);
      const values = names.map((_, index) => `$${index + 1}`).join(', ');
      await database.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${values})`, ...Object.values(row));
    };
    const keyOf = (callback: unknown) => createHash('sha256').update(String(callback)).digest('hex');
    for (const row of topics) await insert('hub.topics', { ...row, modified: 0 });
    for (const row of subscriptions) await insert('hub.subscriptions', { ...row, callback_key: keyOf(row['callback']), queued: true });
    for (const row of requests) await insert('hub.requests', { ...row, queued: true });
    const job = { priority: 1, state: 'active', policy: 'exclusive', heartbeat_on: new Date() };
    const { callback } = subscriptions[0] ?? {};
    await insert('hub_queue.job', { ...job, name: 'hub-deliveries', data: { work: callback }, singleton_key: keyOf(callback) });
    await insert('hub_queue.job', { ...job, name: 'hub-verifications', data: { work: 1 }, singleton_key: '1' });
    await insert('hub_queue.job', { ...job, name: 'hub-denials', data: { work: 2 }, singleton_key: '2' });
    await database.close();

    await expectFinished(h, s);
    expect(await server.run(url, `SELECT 1 FROM pg_namespace WHERE nspname = 'hub_queue'`)).toEqual([]);
  });
});
