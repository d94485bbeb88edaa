import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { makeAuthority } from '../../scripts/lab/bench/certificates.ts';
import { postgresDatabase } from '../../sidecar/hub/store/postgres.ts';
import type { ServerOptions } from '../../sidecar/server.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { limits } from '../../site/contract/limits.ts';
import { paths } from '../../site/contract/paths.ts';
import { runFleet } from '../evidence/fleet/run.ts';
import { Harness } from '../hub/harness.ts';
import { type Received, Subscriber } from '../hub/subscriber.ts';
import { ask } from '../support/ask.ts';
import { callScript } from '../support/call-command.ts';
import { WAIT_DEADLINE_MS } from '../support/deadlines.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { nginxMissing } from '../support/nginx.ts';
import { Databases, Postgres, postgresMissing, withPostgres } from '../support/postgres.ts';
import { releaseGroup } from '../support/release-test.ts';
import { root } from '../support/run-script.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startVarnish, varnishMissing } from '../support/varnish.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const PASSWORD = 'correct-horse';

async function health({ url }: TestServer) {
  return JSON.parse((await ask(url, paths.health)).text);
}

function subscribe({ url, port }: TestServer, callback = 'https://127.0.0.1:9/cb') {
  const form = { 'hub.mode': 'subscribe', 'hub.topic': `http://localhost:${port}/feed.xml`, 'hub.callback': callback };
  return ask(url, paths.hub, { method: 'POST', headers: FORM, body: new URLSearchParams(form).toString() });
}

test('an invalid HUB_DATABASE_URL causes an error that doesn’t contain its password', () => {
  for (const HUB_DATABASE_URL of [`mysql://hub:${PASSWORD}@db/hub`, `postgres://hub:${PASSWORD}@db`, `hub:${PASSWORD}`]) {
    const read = () => readEnvironment({ HUB_DATABASE_URL });
    expect(read).toThrow(/^environment: HUB_DATABASE_URL: write the address of a PostgreSQL database, such as postgres:\/\/hub:PASSWORD@/);
    expect(read).not.toThrow(PASSWORD);
  }
});

describe.skipIf(postgresMissing !== undefined)(withPostgres, () => {
  const folder = temporaryFolder();
  const authority = makeAuthority();
  let subscriber: Subscriber;
  beforeAll(async () => {
    subscriber = await new Subscriber(authority.issue(['127.0.0.1'])).start();
    writeFileSync(path.join(folder, 'ca.pem'), authority.certificate);
  });
  afterAll(() => subscriber.stop());

  const start = (databaseUrl: string, clock?: ServerOptions['clock'], variables: Readonly<Record<string, string>> = {}) =>
    serve(
      {
        DIST_DIR: inject('dists').corner,
        HUB_DATABASE_URL: databaseUrl,
        CALLBACK_CA_FILE: path.join(folder, 'ca.pem'),
        CALLBACK_ALLOW_CIDRS: '127.0.0.0/8',
        ...variables,
      },
      'origin',
      clock,
    );
  /** Subscribes a callback at a server, which stops after the verification. */
  const subscribeAndStop = async (databaseUrl: string, callback: string) => {
    const server = await start(databaseUrl);
    await subscribe(server, subscriber.url(callback));
    await subscriber.until((received) => received.some(({ target }) => target.startsWith(`${callback}?`)));
    await server.close();
  };
  const hub = (databaseUrl: string, ...args: readonly string[]) =>
    callScript('hub', { HUB_DATABASE_URL: databaseUrl, BASE_URL: 'http://localhost:9' }, args);
  const lineOf = (callback: string) => new RegExp(`^1\tactive\t0\t\\S+\t/feed.xml\t${subscriber.url(callback)}$`, 'm');

  test('a server keeps its subscriptions across restarts, and the hub command lists, shows and removes them', async () => {
    const databases = new Databases(inject('postgresPort'));
    const url = await databases.database();
    await subscribeAndStop(url, '/kept');
    const again = await start(url);
    expect(await health(again)).toMatchObject({ status: 'ok', hub: { subscriptions: { active: 1 } } });
    expect((await hub(url, 'list')).stdout).toMatch(lineOf('/kept'));
    expect(JSON.parse((await hub(url, 'show', '1')).stdout)).toMatchObject({ id: 1, state: 'active' });
    expect((await hub(url, 'remove', '1')).code).toBe(0);
    expect((await hub(url, 'list', '--ended')).stdout).toContain('removed by the operator');
    await again.close();
    await databases.drop();
  });

  releaseGroup('a hub on PostgreSQL while the database is down, missing, shared or dumped', () => {
    let postgres: Postgres;
    beforeAll(async () => {
      postgres = await Postgres.start();
    });
    afterAll(() => postgres.stop());

    test('while the database is down, documents and search still work, and the hub answers 503 until it is back', async () => {
      const url = await postgres.database();
      const server = await start(url, undefined, { METRICS_ADDRESS: '127.0.0.1:0' });
      const up = async () => /^reviews_hub_up (\d)$/m.exec((await ask(server.metricsUrl ?? '', '/metrics')).text)?.[1];
      expect((await subscribe(server, subscriber.url('/first'))).status).toBe(202);
      await subscriber.until((received) => received.some(({ target }) => target.startsWith('/first?')));
      await server.hub.onIdle();
      expect(await health(server)).toMatchObject({ status: 'ok', hub: { subscriptions: { active: 1 } } });
      expect(await up()).toBe('1');

      await postgres.pause();
      const refused = await subscribe(server);
      expect([refused.status, refused.headers['content-type'], refused.headers['retry-after'], refused.text]).toEqual([
        503,
        'text/plain; charset=utf-8',
        '10',
        'The hub cannot store anything at the moment.\n',
      ]);
      const documents = await Promise.all(['/reviews.json', '/feed.xml', `${paths.search}?rating=5`].map((path) => ask(server.url, path)));
      expect(documents.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await health(server)).toMatchObject({ status: 'degraded', reviews: 11, hub: { subscriptions: null } });
      expect(await up()).toBe('0');

      await postgres.resume();
      expect(await health(server)).toMatchObject({ status: 'ok', hub: { subscriptions: { active: 1 } } });
      expect((await subscribe(server, subscriber.url('/second'))).status).toBe(202);
      await subscriber.until((received) => received.some(({ target }) => target.startsWith('/second?')));
      await server.close();
      expect(JSON.stringify(server.logged)).not.toContain(PASSWORD);
    });

    test.skipIf(varnishMissing !== undefined)('while the database doesn’t respond, health and search work behind Varnish', async () => {
      const url = await postgres.database();
      const server = await start(url);
      const varnish = await startVarnish(server.url);
      const database = postgresDatabase(url);
      try {
        await database.transaction(async ({ run }) => {
          await run('LOCK TABLE hub.subscriptions');
          // Each health request takes a while, and Varnish sends its own in the meantime.
          for (const rating of [1, 2, 3, 4, 5]) {
            const { status, text } = await ask(varnish.url, paths.health);
            expect([status, JSON.parse(text).status]).toEqual([200, 'degraded']);
            expect((await ask(varnish.url, `${paths.search}?rating=${rating}`)).status).toBe(200);
          }
        });
      } finally {
        await database.close();
        await varnish.stop();
        await server.close();
      }
    });

    test('a database that is down at startup is reported once, without its password, and tried again', async () => {
      const url = await postgres.database();
      await postgres.pause();
      const clock = new ManualClock(Date.now());
      const server = await start(url, clock);
      const again = async () => {
        clock.advance(limits.hub.databaseAgainSeconds * 1000);
        await server.hub.onIdle();
      };
      await again();
      const refused = await subscribe(server);
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
      expect((await ask(server.url, '/reviews.json')).status).toBe(200);
      await postgres.resume();
      await again();
      expect((await subscribe(server)).status).toBe(202);
      expect(server.logged.filter(({ event }) => String(event).includes('available'))).toEqual([
        {
          level: 'error',
          event: 'hub.unavailable',
          message: `HUB_DATABASE_URL=postgres://127.0.0.1:${postgres.port}${new URL(url).pathname}: the hub cannot keep its subscriptions there (connect ECONNREFUSED 127.0.0.1:${postgres.port}), so it answers 503. Check that the database is running and that its address, name, user and password are correct; the hub tries again every 5 seconds.`,
        },
        { event: 'hub.available', message: expect.stringContaining('storage is available again') },
      ]);
      await server.close();
    });

    test('a server can stop while the database is down, and another one continues afterwards', async () => {
      const url = await postgres.database();
      const [first, second] = [await start(url), await start(url)];
      expect((await subscribe(first, subscriber.url('/left'))).status).toBe(202);
      await subscriber.until((received) => received.some(({ target }) => target.startsWith('/left?')));
      await first.hub.onIdle();
      await postgres.pause();
      await first.close();
      await postgres.resume();
      expect((await subscribe(second, subscriber.url('/taken'))).status).toBe(202);
      await subscriber.until((received) => received.some(({ target }) => target.startsWith('/taken?')));
      await second.close();
    });

    test('the server and the hub command report a database that is missing or has a newer version', async () => {
      const newer = await postgres.database();
      await postgres.run(newer, 'UPDATE hub.version SET version = 99');
      for (const [url, reason] of [
        [postgres.url('missing'), 'database "missing" does not exist'],
        [newer, 'the database has version 99'],
      ] as const) {
        const server = await start(url, new ManualClock());
        expect(server.logged.find(({ event }) => event === 'hub.unavailable')?.['message']).toContain(reason);
        await server.close();
        const command = await callScript('hub', { HUB_DATABASE_URL: url }, ['list']);
        expect(command).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(reason) });
        expect(command.stderr).toMatch(
          /^hub: HUB_DATABASE_URL=postgres:\/\/127\.0\.0\.1:\d+\/\w+ cannot be used \(.*\); set it to the server's\n$/,
        );
      }
    });

    describe('a hub with a stopped clock', () => {
      let h: Harness;
      let s: Subscriber;
      afterEach(() => h.clear());
      const begin = async () => {
        h = await new Harness({ databaseUrl: await postgres.database() }).start();
        s = await h.subscriber();
      };

      test('a delivery that ends while the database is down is sent once and counted once', async () => {
        await begin();
        await h.subscribe(s.url('/cb'));
        await h.subscribe(s.url('/failing'));
        s.behavior = async ({ target }: Received) => {
          await away;
          return { status: target === '/cb' ? 204 : 500 };
        };
        const away = new Promise<void>((resolve) => {
          void s
            .until(() => s.posts().length === 2)
            .then(() => postgres.pause())
            .then(resolve);
        });
        h.source.publish({ [paths.atomFeed]: 'one' });
        await away;
        await postgres.resume();
        await h.settle();
        expect(s.posts()).toHaveLength(2);
        const rows = await postgres.run(
          h.databaseUrl,
          'SELECT callback, failures, delivered_version AS delivered, attempts FROM hub.subscriptions ORDER BY callback',
        );
        expect(rows).toEqual([
          { callback: s.url('/cb'), failures: 0, delivered: 2, attempts: 1 },
          { callback: s.url('/failing'), failures: 1, delivered: 1, attempts: 1 },
        ]);
      });

      test('an update published while the database is down is delivered when it is back', async () => {
        await begin();
        await h.subscribe(s.url('/cb'));
        await postgres.pause();
        await h.publish('one');
        expect(h.logged.at(-1)).toMatchObject({
          event: 'hub.error',
          during: 'publishing',
          message: expect.stringContaining('ECONNREFUSED'),
        });
        await postgres.resume();
        await h.advance(limits.hub.workPollSeconds);
        await s.until(() => s.posts().length === 1);
        await h.settle();
        expect(s.posts().map(({ body }) => String(body))).toEqual(['one']);
      });

      test('several servers that get an update at the same time deliver it once to each callback', async () => {
        await begin();
        const others = await Promise.all([1, 2].map(() => new Harness({ databaseUrl: h.databaseUrl, authority: h.authority }).start()));
        const all = [h, ...others];
        // An idle server may find work that another one left.
        const settle = async () => {
          for (let round = 0; round < all.length; round += 1) for (const one of all) await one.settle();
        };
        const callbacks = Array.from({ length: 20 }, (_, index) => s.url(`/${index}`));
        await Promise.all(callbacks.map((callback, index) => all[index % all.length]?.ask(callback)));
        await settle();
        const updates = Array.from({ length: 5 }, (_, index) => `update ${index}`);
        // Callbacks answer only after all of them have the update, and then with a delay, so every server sees deliveries in progress.
        s.behavior = async ({ body }) => {
          await s.until((received) => received.filter((one) => one.body.equals(body)).length >= callbacks.length);
          for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
          return { status: 204 };
        };
        for (const update of updates) {
          for (const one of all) one.source.publish({ [paths.atomFeed]: update });
          await settle();
        }
        for (const callback of callbacks)
          expect(
            s.posts(new URL(callback).pathname).map(({ body }) => String(body)),
            callback,
          ).toEqual(updates);
        for (const one of others) await one.clear();
      });

      test('replaced content is erased from the files of all tables', async () => {
        await begin();
        const kept = () =>
          execFileSync('grep', ['-rlE', '--text', 'withdrawn-text', path.join(postgres.folder, 'base')], { encoding: 'utf8' });
        await h.publish('withdrawn-text');
        await postgres.run(h.databaseUrl, 'CHECKPOINT');
        expect(kept()).not.toBe('');
        await h.publish('another text');
        await postgres.run(h.databaseUrl, 'CHECKPOINT');
        expect(kept).toThrow();
      });
    });

    test('the hub command and a server work with a restored dump, and backup warns that the database isn’t included', async () => {
      const url = await postgres.database();
      await subscribeAndStop(url, '/dumped');
      const dump = path.join(folder, 'hub.dump');
      postgres.call('pg_dump', ['--format=custom', '--schema=hub', `--file=${dump}`, url]);
      const restored = await postgres.database();
      postgres.call('pg_restore', ['--clean', '--if-exists', `--dbname=${restored}`, dump]);
      expect((await hub(restored, 'list')).stdout).toMatch(lineOf('/dumped'));
      const again = await start(restored);
      expect(await health(again)).toMatchObject({ status: 'ok', hub: { subscriptions: { active: 1 } } });
      await again.close();

      const places = {
        CONTENT_DIR: path.join(root, 'test/fixtures/corner shop'),
        DIST_DIR: inject('dists').corner,
        DATA_DIR: temporaryFolder(),
      };
      const backup = await callScript('backup', { ...places, HUB_DATABASE_URL: url }, [temporaryFolder()]);
      expect(backup).toMatchObject({ code: 0, stdout: expect.stringContaining('warning: the hub’s subscriptions are in PostgreSQL') });
      expect(backup.stdout).not.toContain(PASSWORD);
    });
  });
});

releaseGroup('three servers behind nginx and Varnish that share a PostgreSQL database', () => {
  const missing = postgresMissing ?? nginxMissing ?? varnishMissing;

  test.skipIf(missing !== undefined)(
    `lose no subscription or update and show no errors during kills, a database outage and a rebuild${missing ? `: ${missing}` : ''}`,
    async () => {
      const subscribers = 30;
      const report = await runFleet({
        servers: 3,
        subscribers,
        searchers: 2,
        agents: 2,
        kills: 3,
        secondsBetweenKills: 1,
        rebuilds: 1,
        secondsBetweenRebuilds: 1,
        outageSeconds: 1,
        // Not a deadline: this machine may be busy.
        readingSeconds: WAIT_DEADLINE_MS,
      });
      expect(report).toMatchObject({ kills: 3, editions: 3, upToDate: subscribers, active: subscribers, outOfOrder: 0, faults: [] });
      expect(Math.min(...Object.values(report.answers), report.repeatedRequests)).toBeGreaterThan(0);
    },
  );
});
