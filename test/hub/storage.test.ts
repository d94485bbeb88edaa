import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Authority, makeAuthority } from '../../scripts/lab/bench/certificates.ts';
import { DATABASE_FILE } from '../../sidecar/hub/store/sqlite.ts';
import { limits } from '../../site/contract/limits.ts';
import { paths } from '../../site/contract/paths.ts';
import { ask } from '../support/ask.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { initialize, post } from '../support/rpc.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { Harness } from './harness.ts';
import { Subscriber } from './subscriber.ts';

let folder: string;
let authority: Authority;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub storage '));
  authority = makeAuthority();
  writeFileSync(join(folder, 'ca.pem'), authority.certificate);
});
afterAll(() => rmSync(folder, { recursive: true }));

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const READER = 'https://127.0.0.1:9/cb';

/** Starts the server for a built site with its data in `dataDir`. */
async function start(dataDir: string, clock?: ManualClock): Promise<TestServer> {
  const variables = { CALLBACK_CA_FILE: join(folder, 'ca.pem'), CALLBACK_ALLOW_CIDRS: '127.0.0.0/8' };
  return serve({ DIST_DIR: inject('dists').corner, DATA_DIR: dataDir, ...variables }, 'origin', clock);
}

function subscribe({ url, port }: TestServer, callback = READER) {
  const form = { 'hub.mode': 'subscribe', 'hub.topic': `http://localhost:${port}/feed.xml`, 'hub.callback': callback };
  return ask(url, paths.hub, { method: 'POST', headers: FORM, body: new URLSearchParams(form).toString() });
}

async function health({ url }: TestServer) {
  const { status, text } = await ask(url, paths.health);
  return { httpStatus: status, ...JSON.parse(text) };
}

/** Runs SQL on the hub's database while the server runs, to act as an administrator or a full disk. */
function alter(dataDir: string, sql: string): void {
  const database = new DatabaseSync(join(dataDir, DATABASE_FILE));
  database.exec(`PRAGMA busy_timeout = 5000; ${sql}`);
  database.close();
}
const FULL = ['INSERT ON claims', 'INSERT ON requests', 'DELETE ON requests'];
const FAIL = FULL.map((change, n) => `CREATE TRIGGER full_${n} BEFORE ${change} BEGIN SELECT RAISE(ABORT, 'disk full'); END;`).join('');
const MEND = FULL.map((_, n) => `DROP TRIGGER full_${n};`).join('');

describe('/healthz reports current counts', () => {
  let server: TestServer;
  let hanging: Subscriber;
  beforeAll(async () => {
    server = await start(join(folder, 'counts'));
    hanging = await new Subscriber(authority.issue(['127.0.0.1'])).start();
  });
  afterAll(async () => {
    await Promise.all([server.close(), hanging.stop()]);
  });

  test('each response counts everything accepted before it', async () => {
    hanging.behavior = () => 'hang';
    expect(await health(server)).toMatchObject({
      httpStatus: 200,
      status: 'ok',
      hub: { subscriptions: { pending: 0 }, pending_requests: 0 },
    });
    for (const count of [1, 2, 3]) {
      expect((await subscribe(server, hanging.url(`/${count}`))).status).toBe(202);
      expect(await health(server)).toMatchObject({ status: 'ok', hub: { subscriptions: { pending: count }, pending_requests: count } });
    }
  });

  test('concurrent requests get the same counts', async () => {
    const [before, ...all] = await Promise.all(Array.from({ length: 50 }, () => health(server)));
    for (const one of all) expect(one.hub.subscriptions).toEqual(before.hub.subscriptions);
  });

  test('a subscription deleted through another connection is not counted', async () => {
    const { pending } = (await health(server)).hub.subscriptions;
    alter(join(folder, 'counts'), 'DELETE FROM subscriptions WHERE id = (SELECT min(id) FROM subscriptions)');
    expect((await health(server)).hub.subscriptions.pending).toBe(pending - 1);
  });
});

describe('/healthz reports degraded with a 200 while storage fails', () => {
  const dataDir = () => join(folder, 'failing');
  let server: TestServer;
  beforeAll(async () => {
    server = await start(dataDir());
  });
  afterAll(() => server.close());

  test('from the first request that cannot be stored until storage works again', async () => {
    expect(await health(server)).toMatchObject({ httpStatus: 200, status: 'ok' });
    alter(dataDir(), FAIL);
    const refused = await subscribe(server);
    expect([refused.status, refused.headers['content-type'], refused.headers['retry-after']]).toEqual([
      503,
      'text/plain; charset=utf-8',
      expect.stringMatching(/^\d+$/),
    ]);
    for (let times = 0; times < 3; times += 1) {
      expect(await health(server)).toMatchObject({ httpStatus: 200, status: 'degraded', generation: expect.any(String), reviews: 11 });
    }
    alter(dataDir(), MEND);
    expect(await health(server)).toMatchObject({ httpStatus: 200, status: 'ok' });
    expect((await subscribe(server)).status).toBe(202);
  });

  test('with null counts if nothing can be read', async () => {
    alter(dataDir(), 'ALTER TABLE subscriptions RENAME TO gone');
    expect(await health(server)).toMatchObject({
      httpStatus: 200,
      status: 'degraded',
      hub: { subscriptions: null, pending_requests: null },
    });
    alter(dataDir(), 'ALTER TABLE gone RENAME TO subscriptions');
    expect(await health(server)).toMatchObject({ httpStatus: 200, status: 'ok', hub: { subscriptions: { active: 0 } } });
  });

  test('also while the database is locked, without delaying documents', async () => {
    const other = new DatabaseSync(join(dataDir(), DATABASE_FILE));
    other.exec('BEGIN EXCLUSIVE');
    // Both are answered while the lock is held.
    const [answer, document] = await Promise.all([health(server), ask(server.url, '/reviews.json')]);
    expect(answer).toMatchObject({ httpStatus: 200, status: 'degraded', hub: { subscriptions: null } });
    expect(document.status).toBe(200);
    other.exec('COMMIT');
    other.close();
    expect(await health(server)).toMatchObject({ httpStatus: 200, status: 'ok' });
  });
});

describe('storage that fails while the hub runs', () => {
  let h: Harness;
  let s: Subscriber;
  const begin = async () => {
    h = await new Harness().start();
    s = await h.subscriber();
    // The check at the start is done, and the next one is scheduled.
    await h.settle();
  };
  afterEach(() => h.clear());

  test('is noticed within minutes, without a request', async () => {
    await begin();
    expect(await h.hub.health()).toMatchObject({ status: 'ok' });
    alter(h.dataDir, FAIL);
    await h.advance(limits.hub.upkeepSeconds);
    expect(h.logged.at(-1)).toMatchObject({ level: 'error', event: 'hub.error', message: expect.stringContaining('disk full') });
    expect(await h.hub.health()).toMatchObject({ status: 'degraded' });
    alter(h.dataDir, MEND);
    expect(await h.hub.health()).toMatchObject({ status: 'ok' });
  });

  test('T29 makes the hub repeat verifications whose outcome it could not store', async () => {
    await begin();
    const full = Promise.withResolvers<void>();
    s.behavior = () => full.promise.then(() => 'echo' as const);
    for (const path of ['/cb', '/other']) expect((await h.ask(s.url(path))).status).toBe(202);
    await s.until(() => s.gets('subscribe').length === 2);
    alter(h.dataDir, FAIL);
    full.resolve();
    await h.settle();
    expect(await h.hub.health()).toMatchObject({ status: 'degraded', subscriptions: { pending: 2 } });
    alter(h.dataDir, MEND);
    await h.advance(60);
    expect(await h.hub.health()).toMatchObject({ status: 'ok', subscriptions: { pending: 0, active: 2 } });
    expect(s.gets('subscribe')).toHaveLength(4);
  });
});

describe('a DATA_DIR that cannot be used', () => {
  const garbage = () => {
    const dataDir = join(folder, 'garbage');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, DATABASE_FILE), 'this is no database, and long enough to be taken for one'.repeat(100));
    return dataDir;
  };
  const newer = async () => {
    const dataDir = join(folder, 'newer');
    await (await start(dataDir)).close();
    alter(dataDir, 'PRAGMA user_version = 99');
    return dataDir;
  };
  const table: readonly (readonly [string, () => string | Promise<string>, RegExp, boolean])[] = [
    ['that is below a file', () => '/dev/null/data', /ENOTDIR/, true],
    ['that is a file', () => join(folder, 'ca.pem'), /EEXIST|ENOTDIR/, true],
    ['whose database is invalid', garbage, /file is not a database/, false],
    ['with a database of a newer program', newer, /run the newer program/, false],
  ];
  for (const [name, make, reason, hasNoKey] of table) {
    test(`${name} does not affect documents, search and MCP, and the hub answers 503`, async () => {
      const dataDir = await make();
      const server = await start(dataDir);
      const documents = await Promise.all(['/reviews.json', '/feed.xml', `${paths.search}?rating=5`].map((path) => ask(server.url, path)));
      expect(documents.map(({ status }) => status)).toEqual([200, 200, 200]);

      const mcp = `${server.url}${paths.mcp}`;
      const opened = await post(mcp, initialize());
      const session = { 'Mcp-Session-Id': opened.headers.get('mcp-session-id') ?? '', 'MCP-Protocol-Version': '2025-06-18' };
      const listed = await post(mcp, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, session);
      expect([opened.status, listed.status, listed.json?.result?.tools?.length]).toEqual([200, 200, expect.any(Number)]);

      for (const answer of [
        await subscribe(server),
        await ask(server.url, paths.hub),
        await ask(server.url, `${paths.hubStatus}${'A'.repeat(32)}`),
      ]) {
        const { status, headers, text } = answer;
        expect([status, headers['content-type'], headers['retry-after'], headers['access-control-allow-origin'], text]).toEqual([
          503,
          'text/plain; charset=utf-8',
          '60',
          '*',
          'The hub cannot store anything at the moment.\n',
        ]);
      }
      expect((await ask(server.url, paths.hub, { method: 'HEAD' })).body).toHaveLength(0);

      expect(await health(server)).toMatchObject({ httpStatus: 200, status: 'degraded', reviews: 11, hub: { subscriptions: null } });

      const lines = server.logged.filter(({ event }) => String(event).startsWith('hub.') && event !== 'hub.private_callbacks_allowed');
      expect(lines).toEqual([{ level: 'error', event: 'hub.unavailable', message: expect.stringMatching(reason) }]);
      expect(lines[0]?.['message']).toContain(`DATA_DIR=${dataDir}`);
      expect(lines[0]?.['message']).toMatch(/set DATA_DIR to /);
      const ofMcp = server.logged.filter(({ event }) => String(event).startsWith('mcp.'));
      expect(ofMcp).toEqual(
        hasNoKey ? [{ level: 'warning', event: 'mcp.session_key_not_kept', message: expect.stringContaining(`DATA_DIR=${dataDir}`) }] : [],
      );
      await server.close();
    });
  }

  test('is tried again every minute and logged once', async () => {
    const clock = new ManualClock(Date.now());
    const dataDir = join(folder, 'mended');
    writeFileSync(dataDir, 'a file');
    const server = await start(dataDir, clock);
    for (let minute = 0; minute < 3; minute += 1) {
      clock.advance(60_000);
      await server.hub.onIdle();
      expect((await subscribe(server)).status).toBe(503);
    }
    rmSync(dataDir);
    clock.advance(60_000);
    await server.hub.onIdle();
    expect((await subscribe(server)).status).toBe(202);
    expect(await health(server)).toMatchObject({ status: 'ok' });
    const events = server.logged.map(({ event }) => event);
    expect(events.filter((event) => event === 'hub.unavailable')).toHaveLength(1);
    expect(events.filter((event) => event === 'hub.available')).toHaveLength(1);
    await server.close();
  });

  test('is not tried again after the server closes', async () => {
    const clock = new ManualClock(Date.now());
    const dataDir = join(folder, 'never');
    writeFileSync(dataDir, 'a file');
    const server = await start(dataDir, clock);
    clock.advance(60_000);
    await server.close();
    clock.advance(600_000);
    expect(readFileSync(dataDir, 'utf8')).toBe('a file');
  });
});
