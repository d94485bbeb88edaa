import { spawn } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest';
import { openPostgres } from '../../sidecar/hub/store/postgres.ts';
import { ENDED_STATES, LIVE_STATES, type NewRequest } from '../../sidecar/hub/store/records.ts';
import { DATABASE_FILE, lockDatabase } from '../../sidecar/hub/store/sqlite.ts';
import type { Store } from '../../sidecar/hub/store/store.ts';
import { openSqlite } from '../../sidecar/hub/store/store-thread.ts';
import { limits } from '../../site/contract/limits.ts';
import { paths } from '../../site/contract/paths.ts';
import { Harness } from '../hub/harness.ts';
import { deliveriesDue, requestsDue } from '../hub/store-suite.ts';
import { Databases, postgresMissing, withPostgres } from '../support/postgres.ts';
import { releaseTest } from '../support/release-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const CAPS = { perHost: 1_000_000, total: 1_000_000, perSubscription: 3 };
const ALL = [...LIVE_STATES, ...ENDED_STATES];
const POLICY = { retryAt: [61_000, 900_000], holdsNewer: true, reason: 'three in a row' };

function topic(text: string, at = paths.atomFeed as string) {
  const body = Buffer.from(text);
  return { path: at, body, contentType: 'application/atom+xml', hash: createHash('sha256').update(body).digest() };
}

function request(callback: string, more: Partial<NewRequest> = {}): NewRequest {
  return {
    mode: 'subscribe',
    topic: paths.atomFeed,
    topicGiven: `https://reviews.example${paths.atomFeed}`,
    callback,
    callbackGiven: `${callback}?%63`,
    host: 'reader.example',
    secret: Buffer.from('geheim'),
    leaseSeconds: 864_000,
    token: `token of ${callback}`,
    at: 1_000,
    ...more,
  };
}

/** Subscribes a callback and verifies it; returns the subscription's id. */
async function subscribe(store: Store, callback: string, more: Partial<NewRequest> = {}): Promise<number> {
  await store.accept(request(callback, more), CAPS);
  await store.confirm(
    (await requestsDue(store, 'verification', 2_000)).find((one) => one.callbackGiven === `${callback}?%63`)?.id ?? 0,
    2_000,
  );
  return (await store.list(ALL, 0, 10_000)).find((one) => one.callback === callback)?.id ?? 0;
}

/** Returns everything that a store knows about its subscriptions and pending work, without ids. */
async function describeAll(store: Store) {
  const listed = await store.list(ALL, 0, 10_000);
  const details = await Promise.all(listed.map(({ id }) => store.byId(id)));
  const owed = [...(await requestsDue(store, 'verification', 5_000_000)), ...(await requestsDue(store, 'denial', 5_000_000))];
  const due = [false, true].map(async (failing) =>
    (await deliveriesDue(store, 5_000_000, failing)).map(({ callbackGiven, secret }) => [
      callbackGiven,
      secret && Buffer.from(secret).toString(),
    ]),
  );
  return {
    subscriptions: details.map((one) => ({ ...one, id: 0 })),
    owed: owed.map((one) => ({ ...one, id: 0 })),
    due: await Promise.all(due),
    counts: await store.counts(),
  };
}

describe.skipIf(postgresMissing !== undefined)(`a hub that moves from SQLite to ${withPostgres}`, () => {
  const databases = new Databases(inject('postgresPort'));
  afterAll(() => databases.drop());

  const open = async (url: string, dataDir: string) => openPostgres({ url, dataDir });

  test('keeps every subscription, request, failure and delivery unchanged', async () => {
    const dataDir = temporaryFolder();
    const old = await openSqlite(dataDir);
    await old.publish([topic('one'), topic('x', paths.reviews)], 0, 1);
    await subscribe(old, 'https://reader.example/behind', { secret: null });
    await old.publish([topic('two')], 1, 2);
    const attempt = { at: 3_000, version: 2, status: 204, error: null, durationMs: 5 };
    await old.recordSuccess(await subscribe(old, 'https://reader.example/current'), attempt);
    const failing = await subscribe(old, 'https://reader.example/failing');
    await old.publish([topic('three')], 2, 3);
    await old.recordFailure(failing, { ...attempt, version: 3, status: 500 }, POLICY);
    const gone = await subscribe(old, 'https://reader.example/gone');
    await old.remove(gone, 'too noisy', 4_000);
    await old.accept(request('https://reader.example/asking'), CAPS);
    await old.accept(request('https://reader.example/current', { mode: 'unsubscribe', token: 'another' }), CAPS);
    await old.reject((await requestsDue(old, 'verification', 4_500))[0]?.id ?? 0, 'the callback answered 500', 4_500);
    await old.publish([topic('x', paths.reviews)], 3, 4);
    const before = await describeAll(old);
    await old.close();

    const store = await open(await databases.database(), dataDir);
    expect(await describeAll(store)).toEqual(before);
    expect(readdirSync(dataDir).filter((name) => name.startsWith(DATABASE_FILE))).toEqual([]);
    await store.close();
  });

  test('keeps subscriptions that are already in PostgreSQL, and nobody misses an update', async () => {
    const dataDir = temporaryFolder();
    const old = await openSqlite(dataDir);
    await old.publish([topic('old'), topic('the same', paths.reviews)], 0, 1);
    for (const name of ['renewed', 'asks-again', 'only-there'])
      await subscribe(old, `https://reader.example/${name}`, { secret: Buffer.from('there') });
    await subscribe(old, 'https://reader.example/current', { topic: paths.reviews });
    await old.close();
    const url = await databases.database();
    const here = await openPostgres({ url });
    for (const text of ['first', 'second', 'third']) await here.publish([topic(text), topic('the same', paths.reviews)], 0, 5);
    await subscribe(here, 'https://reader.example/renewed', { secret: Buffer.from('here'), token: 'a newer one' });
    await here.accept(request('https://reader.example/asks-again', { token: 'unverified' }), CAPS);
    await here.close();

    const store = await open(url, dataDir);
    const listed = await store.list(ALL, 0, 100);
    const standing = Object.fromEntries(
      listed.map(({ callback, state, token, deliveredVersion, currentVersion }) => [
        path.basename(callback),
        [state, token, currentVersion - deliveredVersion],
      ]),
    );
    expect(standing).toEqual({
      renewed: ['active', 'a newer one', 0],
      'asks-again': ['pending', 'unverified', 3],
      'only-there': ['active', 'token of https://reader.example/only-there', 3],
      current: ['active', 'token of https://reader.example/current', 1],
    });
    const secrets = (await deliveriesDue(store, 5_000)).map(({ callbackGiven, secret }) => [
      path.basename(callbackGiven, '?%63'),
      String(secret),
    ]);
    expect(secrets).toEqual([
      ['only-there', 'there'],
      ['current', 'geheim'],
    ]);
    expect((await requestsDue(store, 'verification', 5_000)).map(({ callbackGiven }) => path.basename(callbackGiven, '?%63'))).toEqual([
      'asks-again',
    ]);
    await store.close();
  });

  releaseTest('a hub that moves to PostgreSQL moves completely or not at all, despite kill -9 at any moment or a second move', async () => {
    const count = 3_000;
    const dataDir = temporaryFolder();
    const old = await openSqlite(dataDir);
    await old.publish([topic('one')], 0, 1);
    const callbacks = Array.from({ length: count }, (_, index) => `https://reader.example/${index}`);
    await Promise.all(callbacks.map((callback) => old.accept(request(callback), CAPS)));
    await Promise.all((await old.claimRequests('verification', 2_000, count)).map(({ id }) => old.confirm(id, 2_000)));
    await old.accept(request('https://reader.example/7', { mode: 'unsubscribe' }), CAPS);
    await old.close();
    const kept = path.join(temporaryFolder(), DATABASE_FILE);
    cpSync(path.join(dataDir, DATABASE_FILE), kept);
    const url = await databases.database();
    const countsOf = async () => {
      const store = await openPostgres({ url });
      const { states, pendingRequests } = await store.counts();
      await store.close();
      return [states.active, pendingRequests];
    };

    /** Moves in a process of its own, which is killed after some milliseconds. Returns whether it was, and how long it ran. */
    const move = async (to: string, from: string, killAfterMs?: number) => {
      const script = fileURLToPath(new URL('./move-child.ts', import.meta.url));
      const options = JSON.stringify({ url: to, dataDir: from });
      const started = performance.now();
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, options], { stdio: 'ignore' });
      const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
      const [, signal] = await once(child, 'exit');
      clearTimeout(timer);
      return { isKilled: signal === 'SIGKILL', tookMs: performance.now() - started };
    };

    // How long it takes depends on the machine, so the kills are at parts of a move that isn't killed.
    const measured = temporaryFolder();
    cpSync(kept, path.join(measured, DATABASE_FILE));
    const { tookMs } = await move(await databases.database(), measured);
    expect(existsSync(path.join(measured, DATABASE_FILE))).toBe(false);
    let kills = 0;
    for (const part of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
      if (!existsSync(path.join(dataDir, DATABASE_FILE))) break;
      if ((await move(url, dataDir, part * tookMs)).isKilled) kills += 1;
      expect([
        [0, 0],
        [count, 1],
      ]).toContainEqual(await countsOf());
    }
    expect(kills).toBeGreaterThan(0);
    await move(url, dataDir);
    expect(existsSync(path.join(dataDir, DATABASE_FILE))).toBe(false);
    expect(await countsOf()).toEqual([count, 1]);
    // As if it was killed after the move and before the file was deleted.
    cpSync(kept, path.join(dataDir, DATABASE_FILE));
    await (await open(url, dataDir)).close();
    expect(await countsOf()).toEqual([count, 1]);
    expect(existsSync(path.join(dataDir, DATABASE_FILE))).toBe(false);
  });

  describe('with its server', () => {
    let h: Harness;
    afterEach(() => h.clear());

    test('delivers to every subscriber, including an update published meanwhile, signed as before', async () => {
      h = await new Harness().start();
      const s = await h.subscriber();
      await h.subscribe(s.url('/signed'), { 'hub.secret': 'geheim' });
      await h.subscribe(s.url('/plain'));
      const verified = s.gets('subscribe').length;
      // A running server might start this delivery, and repeat it after the move because the stop cut it off.
      await h.stop();
      h.source.publish({ [paths.atomFeed]: 'published meanwhile' });
      await h.start({ databaseUrl: await databases.database() });
      await h.settle();
      expect(s.posts().map(({ body }) => String(body))).toEqual(['published meanwhile', 'published meanwhile']);
      await h.publish('two');
      const [signed] = s.posts('/signed').slice(-1);
      const signature = createHmac('sha256', 'geheim').update('two').digest('hex');
      expect(signed?.headers['x-hub-signature']).toBe(`sha256=${signature}`);
      expect([s.posts('/plain').length, s.gets('subscribe').length]).toEqual([2, verified]);
      expect(h.logged).toContainEqual({
        event: 'hub.moved',
        subscriptions: 2,
        message: `the subscriptions of DATA_DIR=${h.dataDir} are in HUB_DATABASE_URL now`,
      });
    });

    releaseTest(
      'a hub that moves to PostgreSQL reports a damaged database in DATA_DIR, and starts without it once it is deleted',
      async () => {
        h = await new Harness().start();
        const s = await h.subscriber();
        for (let index = 0; index < 40; index += 1) await h.ask(s.url(`/${index}?${'x'.repeat(1_000)}`));
        await h.settle();
        await h.stop();
        const file = path.join(h.dataDir, DATABASE_FILE);
        const damaged = readFileSync(file);
        damaged.fill(0xff, 8_192);
        writeFileSync(file, damaged);
        await h.start({ databaseUrl: await databases.database() });
        expect((await h.ask(s.url('/late'))).status).toBe(503);
        expect(h.logged.find(({ event }) => event === 'hub.unavailable')?.['message']).toMatch(
          /^DATA_DIR=.*: the hub cannot move its subscriptions from there to .* \(.*malformed.*\), so it answers 503\./,
        );
        rmSync(file);
        await h.advance(limits.hub.databaseAgainSeconds);
        expect((await h.ask(s.url('/late'))).status).toBe(202);
      },
    );

    releaseTest('a hub that moves to PostgreSQL waits while another server uses DATA_DIR, and logs the reason', async () => {
      h = await new Harness().start();
      const s = await h.subscriber();
      await h.subscribe(s.url('/cb'));
      await h.stop();
      const unlock = lockDatabase(h.dataDir);
      const url = await databases.database();
      await h.start({ databaseUrl: url });
      expect((await h.ask(s.url('/late'))).status).toBe(503);
      expect(h.logged.find(({ event }) => event === 'hub.unavailable')?.['message']).toBe(
        `DATA_DIR=${h.dataDir}: the hub cannot move its subscriptions from there to HUB_DATABASE_URL=postgres://127.0.0.1:${databases.port}${new URL(url).pathname} (another server uses it), so it answers 503. Stop the server that uses it, let this user write there, or take hub.sqlite away to begin without them; the hub tries again every 5 seconds.`,
      );
      unlock();
      await h.advance(limits.hub.databaseAgainSeconds);
      await h.publish('one');
      expect(s.posts('/cb')).toHaveLength(1);
    });
  });
});
