import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSharedPostgres } from '../../sidecar/hub/store/postgres/open.ts';
import type { Attempt, Store, WorkShare } from '../../sidecar/hub/store/store.ts';
import { Postgres, postgresMissing, withPostgres } from '../support/postgres.ts';

const NOW = 1_000;
const CAPS = { perHost: 1_000, total: 1_000, perSubscription: 10 };
const POLICY = { retryAt: [2_000, 3_000], holdsNewer: false, reason: 'three in a row' };
const SUCCESS: Attempt = { at: NOW, version: 2, status: 204, error: null, durationMs: 1 };

function topic(text: string) {
  const body = Buffer.from(text);
  return { path: '/feed.xml', body, contentType: 'application/atom+xml', hash: createHash('sha256').update(body).digest() };
}

describe.skipIf(postgresMissing !== undefined)(withPostgres, () => {
  let server: Postgres;
  let url: string;
  let one: Store;
  let two: Store;
  beforeAll(async () => {
    server = await Postgres.start();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    url = await server.database();
    [one, two] = [await open(), await open()];
    await one.publish([topic('one')], 0, 1);
  });
  afterEach(async () => {
    await Promise.all([one.close(), two.close()]);
  });

  const open = () => openSharedPostgres({ url, claimSeconds: 10, log: () => {} });
  function shareOf({ share }: Store): WorkShare {
    if (share === undefined) throw new Error('the store is not shared');
    return share;
  }

  let tokens = 0;
  async function accept(
    callback: string,
    secret: Uint8Array | null = null,
    mode: 'subscribe' | 'unsubscribe' = 'subscribe',
  ): Promise<number> {
    tokens += 1;
    const given = { topicGiven: 'https://reviews.example/feed.xml', callback, callbackGiven: callback, host: 'reader.example' };
    await one.accept({ mode, topic: '/feed.xml', ...given, secret, leaseSeconds: 3_600, token: `token ${tokens}`, at: NOW }, CAPS);
    return (await one.pending(0, 1_000)).at(-1)?.id ?? 0;
  }
  async function subscribe(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) await one.confirm(await accept(`https://reader.example/${index}`), NOW);
  }
  const callbacks = (rows: readonly { readonly callback: string }[]) => rows.map(({ callback }) => callback);

  test('each delivery is taken by one, however many ask at once', async () => {
    await subscribe(30);
    await one.publish([topic('two')], NOW, 2);
    const stores = [one, two, one, two];
    const pages = await Promise.all(stores.map((store) => shareOf(store).takeDue(NOW, 100, false)));
    const taken = pages.flatMap(callbacks);
    expect(taken).toHaveLength(30);
    expect(new Set(taken).size).toBe(30);
  });

  test('a page is as long as was asked for, and what is taken is not taken again until it is given back', async () => {
    await subscribe(3);
    await one.publish([topic('two')], NOW, 2);
    const [first] = await shareOf(one).takeDue(NOW, 1, false);
    const rest = await shareOf(two).takeDue(NOW, 10, false);
    expect(new Set(callbacks([...(first ? [first] : []), ...rest])).size).toBe(3);
    expect(await shareOf(one).takeDue(NOW, 10, false)).toEqual([]);
    await shareOf(one).giveBack(first?.callback ?? '');
    expect(await shareOf(two).takeDue(NOW, 10, false)).toEqual([first]);
    await two.recordSuccess(first?.id ?? 0, SUCCESS);
    await shareOf(two).giveBack(first?.callback ?? '');
    expect(await shareOf(one).takeDue(NOW, 10, false)).toEqual([]);
  });

  test('a version that comes while its callback is taken is due when the callback is given back', async () => {
    await subscribe(1);
    await one.publish([topic('two')], NOW, 2);
    const [due] = await shareOf(one).takeDue(NOW, 10, false);
    await two.publish([topic('three')], NOW, 3);
    expect(await shareOf(two).takeDue(NOW, 10, false)).toEqual([]);
    await one.recordSuccess(due?.id ?? 0, SUCCESS);
    await shareOf(one).giveBack(due?.callback ?? '');
    expect(await shareOf(two).takeDue(NOW, 10, false)).toMatchObject([{ id: due?.id, deliveredVersion: 2, currentVersion: 3 }]);
  });

  test('retries are taken apart from first attempts, when their time has come', async () => {
    await subscribe(2);
    await one.publish([topic('two')], NOW, 2);
    const [first] = await shareOf(one).takeDue(NOW, 1, false);
    await one.recordFailure(first?.id ?? 0, { ...SUCCESS, status: 500 }, POLICY);
    await shareOf(one).giveBack(first?.callback ?? '');
    expect(await shareOf(two).takeDue(1_999, 10, true)).toEqual([]);
    expect(await shareOf(two).takeDue(2_000, 10, true)).toMatchObject([{ id: first?.id, failures: 1 }]);
    expect(await shareOf(two).takeDue(2_000, 10, false)).toHaveLength(1);
  });

  test('verifications and denials are taken by one, and void ones by nobody', async () => {
    const [older, newer] = [await accept('https://reader.example/a'), await accept('https://reader.example/a')];
    const other = await accept('https://reader.example/b');
    const pages = await Promise.all([one, two].map((store) => shareOf(store).takePending(10)));
    expect(
      pages
        .flat()
        .map(({ id }) => id)
        .toSorted((a, b) => a - b),
    ).toEqual([older, newer, other]);
    await one.confirm(newer, NOW);
    for (const store of [one, two]) for (const id of [older, newer, other]) await shareOf(store).giveBack(id);
    expect((await shareOf(two).takePending(10)).map(({ id }) => id)).toEqual([other]);

    const [active] = await one.list(['active'], 0, 10);
    await one.remove(active?.id ?? 0, 'by hand', NOW);
    const denials = await Promise.all([one, two].map((store) => shareOf(store).takeDenials(NOW, 10)));
    expect(denials.flat()).toMatchObject([{ mode: 'denied', reason: 'by hand' }]);
    const id = denials.flat()[0]?.id ?? 0;
    await one.postpone(id, 5_000);
    for (const store of [one, two]) await shareOf(store).giveBack(id);
    expect(await shareOf(one).takeDenials(4_999, 10)).toEqual([]);
    expect(await shareOf(two).takeDenials(5_000, 10)).toMatchObject([{ id, attempts: 1 }]);
  });

  test('before it is sent a delivery is read again: with a new secret, or not at all where it has ended', async () => {
    await subscribe(2);
    await one.publish([topic('two')], NOW, 2);
    const [first, second] = await shareOf(one).takeDue(NOW, 10, false);
    if (first === undefined || second === undefined) throw new Error('both must be due');
    await two.confirm(await accept(first.callback, new Uint8Array([7])), NOW);
    await two.confirm(await accept(second.callback, null, 'unsubscribe'), NOW);
    const [fresh, ended] = await Promise.all([shareOf(one).recheck(first, NOW), shareOf(one).recheck(second, NOW)]);
    expect(fresh).toMatchObject({ id: first.id, secret: Buffer.from([7]) });
    expect(ended).toBeUndefined();
    expect(await shareOf(two).recheck(first, NOW)).toBeUndefined();
  });

  test('what an instance leaves is taken by another: at once where it ends, and after the lease where it dies', async () => {
    await subscribe(2);
    await one.publish([topic('two')], NOW, 2);
    const [first, second] = await shareOf(one).takeDue(NOW, 10, false);
    if (first === undefined || second === undefined) throw new Error('both must be due');
    shareOf(one).abandon(first.callback);
    await one.close();
    expect(await shareOf(two).takeDue(NOW, 10, false)).toEqual([second]);
    const begin = performance.now();
    let taken: readonly unknown[] = [];
    const forget = await new Promise<() => void>((resolve) => {
      const end = shareOf(two).onWork(async () => {
        taken = await shareOf(two).takeDue(NOW, 10, false);
        if (taken.length > 0) resolve(end);
      });
    });
    forget();
    expect(taken).toEqual([first]);
    expect(performance.now() - begin).toBeGreaterThan(5_000);
    one = await open();
  });

  test('work whose job is gone gets another one when an instance starts, and none twice', async () => {
    await subscribe(2);
    await one.publish([topic('two')], NOW, 2);
    const [first] = await shareOf(one).takeDue(NOW, 1, false);
    // As after a backup of the rows alone: marked as queued, and nothing in the queue.
    await server.run(url, `UPDATE hub.subscriptions SET queued = true`);
    await server.run(url, `DELETE FROM hub_queue.job WHERE state = 'created'`);
    await accept('https://reader.example/new');
    expect(await shareOf(two).takeDue(NOW, 10, false)).toEqual([]);
    await two.close();
    two = await open();
    const rest = await shareOf(two).takeDue(NOW, 10, false);
    expect(rest).toHaveLength(1);
    expect(rest[0]?.id).not.toBe(first?.id);
    expect(await shareOf(two).takePending(10)).toHaveLength(1);
  });

  test('a publication is one, whoever tells of it, and older content is refused', async () => {
    const results = await Promise.all([one, two, one, two].map((store) => store.publish([topic('two')], NOW, 5)));
    expect(results.map(({ changed }) => changed.length).toSorted()).toEqual([0, 0, 0, 1]);
    expect(results.map(({ versions }) => versions)).toEqual(Array(4).fill({ '/feed.xml': 2 }));
    expect(await two.publish([topic('one')], NOW, 4)).toEqual({ changed: [], versions: { '/feed.xml': 2 }, isOutdated: true });
    expect(String((await two.topics())[0]?.body)).toBe('two');
  });

  test('requests at the same moment at two instances are all stored, and caps hold', async () => {
    const caps = { perHost: 5, total: 100, perSubscription: 3 };
    const ask = (store: Store, callback: string) => {
      tokens += 1;
      const given = { topicGiven: 'https://reviews.example/feed.xml', callback, callbackGiven: callback, host: 'reader.example' };
      const request = { mode: 'subscribe' as const, topic: '/feed.xml', ...given, secret: null, leaseSeconds: 3_600 };
      return store.accept({ ...request, token: `token ${tokens}`, at: NOW }, caps);
    };
    const same = await Promise.all([one, two, one, two].map((store) => ask(store, 'https://reader.example/same')));
    expect(same.filter(({ accepted }) => accepted)).toHaveLength(3);
    const others = await Promise.all(
      Array.from({ length: 8 }, (_, index) => ask(index % 2 ? one : two, `https://reader.example/${index}`)),
    );
    expect(others.filter(({ accepted }) => accepted)).toHaveLength(4);
    expect(await two.counts()).toMatchObject({ states: { pending: 5 }, pendingRequests: 7 });
  });
});
