import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { openPostgres } from '../../sidecar/hub/store/postgres.ts';
import { type Attempt, workOf } from '../../sidecar/hub/store/records.ts';
import type { Store } from '../../sidecar/hub/store/store.ts';
import { limits } from '../../site/contract/limits.ts';
import { deliveriesDue, requestsDue } from '../hub/store-suite.ts';
import { Databases, postgresMissing, withPostgres } from '../support/postgres.ts';

const NOW = 1_000;
/** When claims have expired. The two stores don't compare their clocks with the database's at the same moment, hence the margin. */
const EXPIRED = NOW + limits.hub.claimSeconds * 1000 + 5_000;
const CAPS = { perHost: 1_000, total: 1_000, perSubscription: 10 };
const POLICY = { retryAt: [2_000, 3_000], holdsNewer: false, reason: 'three in a row' };
const SUCCESS: Attempt = { at: NOW, version: 2, status: 204, error: null, durationMs: 1 };

function topic(text: string) {
  const body = Buffer.from(text);
  return { path: '/feed.xml', body, contentType: 'application/atom+xml', hash: createHash('sha256').update(body).digest() };
}

describe.skipIf(postgresMissing !== undefined)(`two servers that share a hub on ${withPostgres}`, () => {
  const databases = new Databases(inject('postgresPort'));
  let url: string;
  let one: Store;
  let two: Store;
  afterAll(() => databases.drop());
  beforeEach(async () => {
    url = await databases.database();
    [one, two] = [await open(), await open()];
    await one.publish([topic('one')], 0, 1);
  });
  afterEach(async () => {
    await Promise.all([one.close(), two.close()]);
  });

  const open = () => openPostgres({ url });

  let tokens = 0;
  async function accept(
    callback: string,
    secret: Uint8Array | null = null,
    mode: 'subscribe' | 'unsubscribe' = 'subscribe',
  ): Promise<number> {
    tokens += 1;
    const given = { topicGiven: 'https://reviews.example/feed.xml', callback, callbackGiven: callback, host: 'reader.example' };
    await one.accept({ mode, topic: '/feed.xml', ...given, secret, leaseSeconds: 864_000, token: `token ${tokens}`, at: NOW }, CAPS);
    return (await requestsDue(one, 'verification', NOW)).at(-1)?.id ?? 0;
  }
  async function subscribe(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) await one.confirm(await accept(`https://reader.example/${index}`), NOW);
  }

  test('each callback is claimed only once, even if several stores claim it at the same time', async () => {
    await subscribe(30);
    await one.publish([topic('two')], NOW, 2);
    const pages = await Promise.all([one, two, one, two].map((store) => store.claimDeliveries(NOW, 100, false)));
    const claimed = pages.flat();
    expect(claimed).toHaveLength(30);
    expect(new Set(claimed).size).toBe(30);
  });

  test('claimed work is free again only after the store that claimed it releases it', async () => {
    await subscribe(3);
    await one.publish([topic('two')], NOW, 2);
    const [first = ''] = await one.claimDeliveries(NOW, 1, false);
    const rest = await two.claimDeliveries(NOW, 10, false);
    expect(new Set([first, ...rest]).size).toBe(3);
    expect(await one.claimDeliveries(NOW, 10, false)).toEqual([]);
    await two.release(first);
    expect(await one.claimDeliveries(NOW, 10, false)).toEqual([]);
    await one.release(first);
    expect(await two.claimDeliveries(NOW, 10, false)).toEqual([first]);
    const due = await two.nextDelivery(first, NOW);
    await two.recordSuccess(due?.id ?? 0, SUCCESS);
    await two.release(first);
    expect(await one.claimDeliveries(NOW, 10, false)).toEqual([]);
  });

  test('a version published while its callback is claimed is due once the callback is released', async () => {
    await subscribe(1);
    await one.publish([topic('two')], NOW, 2);
    const [callback = ''] = await one.claimDeliveries(NOW, 10, false);
    const due = await one.nextDelivery(callback, NOW);
    await two.publish([topic('three')], NOW, 3);
    expect(await two.claimDeliveries(NOW, 10, false)).toEqual([]);
    await one.recordSuccess(due?.id ?? 0, SUCCESS);
    await one.release(callback);
    expect(await deliveriesDue(two, NOW)).toMatchObject([{ id: due?.id, deliveredVersion: 2, currentVersion: 3 }]);
  });

  test('retries are claimed separately from first attempts, once they are due', async () => {
    await subscribe(2);
    await one.publish([topic('two')], NOW, 2);
    const [first] = await deliveriesDue(one, NOW);
    await one.recordFailure(first?.id ?? 0, { ...SUCCESS, status: 500 }, POLICY);
    expect(await deliveriesDue(two, 1_999, true)).toEqual([]);
    expect(await deliveriesDue(two, 2_000, true)).toMatchObject([{ id: first?.id }]);
    expect(await deliveriesDue(two, 2_000, false)).toHaveLength(1);
  });

  test('verifications and denials are claimed only once, and superseded ones never', async () => {
    const [older, newer] = [await accept('https://reader.example/a'), await accept('https://reader.example/a')];
    const other = await accept('https://reader.example/b');
    const pages = await Promise.all([one, two].map((store) => store.claimRequests('verification', NOW, 10)));
    const ids = pages.flat().map(({ id }) => id);
    expect(ids.toSorted((a, b) => a - b)).toEqual([older, newer, other]);
    await one.confirm(newer, NOW);
    for (const store of [one, two]) expect(await store.claimedRequest(older, NOW)).toBeUndefined();
    for (const store of [one, two]) for (const id of ids) await store.release(workOf(id));
    expect(await requestsDue(two, 'verification', NOW)).toMatchObject([{ id: other }]);

    const [active] = await one.list(['active'], 0, 10);
    await one.remove(active?.id ?? 0, 'by hand', NOW);
    const denials = await Promise.all([one, two].map((store) => store.claimRequests('denial', NOW, 10)));
    expect(denials.flat()).toMatchObject([{ mode: 'denied', reason: 'by hand' }]);
    const id = denials.flat()[0]?.id ?? 0;
    await one.postpone(id, 5_000);
    for (const store of [one, two]) await store.release(workOf(id));
    expect(await requestsDue(one, 'denial', 4_999)).toEqual([]);
    expect(await requestsDue(two, 'denial', 5_000)).toMatchObject([{ id, attempts: 1 }]);
  });

  test('a claimed delivery gets the latest secret, and is skipped if the subscription has ended', async () => {
    await subscribe(2);
    await one.publish([topic('two')], NOW, 2);
    const [first = '', second = ''] = await one.claimDeliveries(NOW, 10, false);
    await two.confirm(await accept(first, new Uint8Array([7])), NOW);
    await two.confirm(await accept(second, null, 'unsubscribe'), NOW);
    expect(await one.nextDelivery(first, NOW)).toMatchObject({ callbackGiven: first, secret: Buffer.from([7]) });
    expect(await one.nextDelivery(second, NOW)).toBeUndefined();
    expect(await two.nextDelivery(first, NOW)).toBeUndefined();
  });

  test('when a server stops, another one gets its work at once', async () => {
    await subscribe(2);
    await one.publish([topic('two')], NOW, 2);
    const claimed = await one.claimDeliveries(NOW, 10, false);
    await one.close();
    one = await open();
    expect(await two.claimDeliveries(NOW, 10, false)).toEqual(claimed);
  });

  test('when a server dies, another one gets its work after the claims expire, and late calls of the first change nothing', async () => {
    await subscribe(2);
    const request = await accept('https://reader.example/new');
    await one.publish([topic('two')], NOW, 2);
    const claimed = await one.claimDeliveries(NOW, 10, false);
    await one.claimRequests('verification', NOW, 10);
    expect(await two.claimDeliveries(NOW + 5_000, 10, false)).toEqual([]);
    expect(await two.claimDeliveries(EXPIRED, 10, false)).toEqual(claimed);
    expect(await two.claimRequests('verification', EXPIRED, 10)).toMatchObject([{ id: request }]);

    await one.renewClaims(claimed, EXPIRED);
    expect(await one.nextDelivery(claimed[0] ?? '', EXPIRED)).toBeUndefined();
    expect(await one.claimedRequest(request, EXPIRED)).toBeUndefined();
    for (const work of [...claimed, workOf(request)]) await one.release(work);
    expect(await one.claimDeliveries(EXPIRED, 10, false)).toEqual([]);
    expect(await two.nextDelivery(claimed[0] ?? '', EXPIRED)).toMatchObject({ callbackGiven: claimed[0] });
  });

  test('a renewed claim lasts, and one that isn’t renewed expires', async () => {
    await subscribe(2);
    await one.publish([topic('two')], NOW, 2);
    const [renewed = '', ended = ''] = await one.claimDeliveries(NOW, 10, false);
    await one.renewClaims([renewed], NOW + 9_000);
    expect(await two.claimDeliveries(EXPIRED, 10, false)).toEqual([ended]);
  });

  test('claims expire by the database’s clock, even if a server’s clock is an hour off', async () => {
    const slow = await openPostgres({ url, clock: { now: () => Date.now() - 3_600_000, setTimer: () => () => {} } });
    try {
      await subscribe(1);
      await one.publish([topic('two')], NOW, 2);
      expect(await slow.claimDeliveries(NOW, 10, false)).toHaveLength(1);
      // The same moment on the other server's clock, and then the end of the claim.
      expect(await two.claimDeliveries(NOW + 3_600_000, 10, false)).toEqual([]);
      expect(await two.claimDeliveries(EXPIRED + 3_600_000, 10, false)).toHaveLength(1);
    } finally {
      await slow.close();
    }
  });

  test('a publication that several servers announce counts once, and older content is refused', async () => {
    const results = await Promise.all([one, two, one, two].map((store) => store.publish([topic('two')], NOW, 5)));
    expect(results.map(({ changed }) => changed.length).toSorted()).toEqual([0, 0, 0, 1]);
    expect(results.map(({ versions }) => versions)).toEqual(Array(4).fill({ '/feed.xml': 2 }));
    expect(await two.publish([topic('one')], NOW, 4)).toEqual({ changed: [], versions: { '/feed.xml': 2 }, isOutdated: true });
    expect(String((await two.topics())[0]?.body)).toBe('two');
  });

  test('simultaneous requests at two servers are stored up to the caps', async () => {
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
