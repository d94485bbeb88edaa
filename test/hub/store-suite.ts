import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Attempt,
  type Caps,
  type Due,
  type NewRequest,
  type PendingRequest,
  type RequestKind,
  workOf,
} from '../../sidecar/hub/store/records.ts';
import type { Store } from '../../sidecar/hub/store/store.ts';

/** Opens stores for the suite. `reopen` opens one with the same data, like a restart of the process. */
export interface StoreFixture {
  open(): Promise<Store>;
  reopen(): Promise<Store>;
  clear(): Promise<void>;
}

const CAPS: Caps = { perHost: 5, total: 8, perSubscription: 3 };
const HOUR_MS = 3_600_000;
const POLICY = { retryAt: [1_060, 1_900], holdsNewer: false, reason: 'three in a row' };
let tokens = 0;

function request(more: Partial<NewRequest> = {}): NewRequest {
  tokens += 1;
  return {
    mode: 'subscribe',
    topic: '/feed.xml',
    topicGiven: 'https://reviews.example/feed.xml',
    callback: 'https://reader.example/cb',
    callbackGiven: 'https://Reader.example:443/%63b',
    host: 'reader.example',
    secret: null,
    leaseSeconds: 3_600,
    token: `token ${tokens}`,
    at: 1_000,
    ...more,
  };
}

function topic(text: string, path = '/feed.xml') {
  const body = new Uint8Array(Buffer.from(text));
  return { path, body, contentType: 'application/atom+xml', hash: createHash('sha256').update(body).digest() };
}

const attempt = (version: number, more: Partial<Attempt> = {}): Attempt => ({
  at: 1_000,
  version,
  status: 500,
  error: null,
  durationMs: 5,
  ...more,
});

/** Returns the requests of one kind that can be claimed, and leaves them unclaimed. */
export async function requestsDue(store: Store, kind: RequestKind, now: number): Promise<readonly PendingRequest[]> {
  const requests = await store.claimRequests(kind, now, 10_000);
  for (const { id } of requests) await store.release(workOf(id));
  return requests;
}

/** Returns the next delivery of each callback that can be claimed, and leaves them unclaimed. */
export async function deliveriesDue(store: Store, now: number, failing = false): Promise<readonly Due[]> {
  const callbacks = await store.claimDeliveries(now, 10_000, failing);
  const deliveries = await Promise.all(callbacks.map((callback) => store.nextDelivery(callback, now)));
  for (const callback of callbacks) await store.release(callback);
  return deliveries.filter((due) => due !== undefined).toSorted((a, b) => a.id - b.id);
}

/** Defines the tests that every implementation of `Store` must pass. */
export function describeStore(name: string, make: () => StoreFixture): void {
  let fixture: StoreFixture;
  let store: Store;
  beforeEach(async () => {
    fixture = make();
    store = await fixture.open();
    await store.publish([topic('one')], 0, 1);
  });
  afterEach(async () => {
    await store.close();
    await fixture.clear();
  });

  const accept = (more: Partial<NewRequest> = {}) => store.accept(request(more), CAPS);
  const pending = () => requestsDue(store, 'verification', 1_000);
  const denials = (now: number) => requestsDue(store, 'denial', now);
  const due = (now: number, failing: boolean) => deliveriesDue(store, now, failing);
  const newest = async () => (await pending()).at(-1)?.id ?? 0;
  async function subscribe(more: Partial<NewRequest> = {}): Promise<number> {
    const { callback } = request(more);
    await accept(more);
    await store.confirm(await newest(), 1_000);
    const all = await store.list(['active'], 0, 100);
    return all.find((one) => one.callback === callback)?.id ?? 0;
  }

  describe(name, () => {
    test('only new bytes make a new version of a topic, and the last ones survive a restart', async () => {
      expect(await store.publish([topic('one')], 1, 1)).toEqual({ changed: [], versions: { '/feed.xml': 1 }, isOutdated: false });
      expect(await store.publish([topic('two'), topic('x', '/reviews.json')], 2, 1)).toEqual({
        changed: ['/feed.xml', '/reviews.json'],
        versions: { '/feed.xml': 2, '/reviews.json': 1 },
        isOutdated: false,
      });
      await store.close();
      store = await fixture.reopen();
      const [feed] = await store.topics();
      expect(Buffer.from(feed?.body ?? []).toString()).toBe('two');
      expect(feed).toMatchObject({ path: '/feed.xml', version: 2, contentType: 'application/atom+xml' });
    });

    test('accepted requests are pending in order, even after a restart', async () => {
      await accept({ secret: new Uint8Array([255, 0]) });
      await accept({ mode: 'unsubscribe', leaseSeconds: 864_000 });
      await store.close();
      store = await fixture.reopen();
      const all = await pending();
      expect(all.map(({ mode, leaseSeconds }) => [mode, leaseSeconds])).toEqual([
        ['subscribe', 3_600],
        ['unsubscribe', 864_000],
      ]);
      expect(await store.claimRequests('verification', 1_000, 1)).toEqual(all.slice(0, 1));
      expect(await store.claimRequests('verification', 1_000, 10)).toEqual(all.slice(1));
    });

    test('a confirmed subscription is active, keeps its token, and its lease counts from the verification request', async () => {
      const { token } = request();
      await store.accept({ ...request(), token }, CAPS);
      expect(await store.byToken(token)).toMatchObject({ state: 'pending', pendingRequests: 1 });
      expect(await store.confirm(await newest(), 5_000)).toBe(true);
      expect(await store.byToken(token)).toMatchObject({
        state: 'active',
        expiresAt: 5_000 + HOUR_MS,
        pendingRequests: 0,
        failures: 0,
        attempts: [],
      });
      expect(await store.byToken('other')).toBeUndefined();
    });

    test('a request uses its own spelling of the callback, and a subscription the one that was confirmed last', async () => {
      const spelled = (path: string) => ({ callbackGiven: `https://reader.example/${path}` });
      const id = await subscribe(spelled('one'));
      await accept(spelled('two'));
      await store.reject(await newest(), 'no', 2_000);
      expect(await store.byId(id)).toMatchObject({ callback: 'https://reader.example/cb', callbackGiven: 'https://reader.example/one' });
      await subscribe(spelled('three'));
      await accept({ mode: 'unsubscribe', ...spelled('four') });
      expect(await pending()).toMatchObject([spelled('four')]);
      await store.publish([topic('two')], 1_000, 1);
      expect(await due(1_000, false)).toMatchObject([{ id, ...spelled('three') }]);
      await store.remove(id, 'by hand', 2_000);
      expect(await denials(2_000)).toMatchObject([{ mode: 'denied', ...spelled('three') }]);
    });

    test('confirming a request cancels older ones of the same subscription and no others', async () => {
      await accept({ leaseSeconds: 4_000 });
      const older = await newest();
      await accept({ leaseSeconds: 5_000 });
      const newer = await newest();
      await accept({ callback: 'https://reader.example/other' });
      expect(await store.confirm(newer, 1_000)).toBe(true);
      expect(await store.confirm(older, 1_000)).toBe(false);
      expect(await store.list(['active'], 0, 10)).toMatchObject([{ leaseSeconds: 5_000 }]);
      expect(await pending()).toHaveLength(1);
    });

    test('confirming an older request keeps a newer one pending', async () => {
      await accept({ leaseSeconds: 4_000 });
      const older = await newest();
      await accept({ mode: 'unsubscribe' });
      await store.confirm(older, 1_000);
      expect(await store.list(['active'], 0, 10)).toMatchObject([{ pendingRequests: 1 }]);
      await store.confirm(await newest(), 1_000);
      expect(await store.counts()).toMatchObject({ states: { active: 0, removed: 1 }, pendingRequests: 0 });
    });

    test('rejecting a request ends a pending subscription and leaves an active one as it was', async () => {
      await accept();
      await store.reject(await newest(), 'no', 2_000);
      expect(await store.list(['rejected'], 0, 10)).toMatchObject([{ reason: 'no', verificationError: 'no', changedAt: 2_000 }]);
      const id = await subscribe({ secret: new Uint8Array([1]) });
      const before = await store.byId(id);
      await accept({ leaseSeconds: 9_999 });
      await store.reject(await newest(), 'no again', 3_000);
      expect(await store.byId(id)).toEqual({ ...before, verificationAt: 3_000, verificationError: 'no again' });
    });

    test('rejecting one of two requests leaves the subscription pending', async () => {
      await accept();
      const first = await newest();
      await accept();
      await store.reject(first, 'no', 2_000);
      expect(await store.list(['pending'], 0, 10)).toHaveLength(1);
    });

    test('caps apply per host, in total and per subscription, but existing subscriptions can renew and removals make room', async () => {
      for (let i = 0; i < 5; i += 1) expect(await accept({ callback: `https://reader.example/${i}` })).toEqual({ accepted: true });
      expect(await accept({ callback: 'https://reader.example/5' })).toEqual({ accepted: false, full: 'host' });
      for (let i = 0; i < 3; i += 1)
        expect(await accept({ callback: `https://h${i}.example/`, host: `h${i}.example` })).toEqual({ accepted: true });
      expect(await accept({ callback: 'https://h4.example/', host: 'h4.example' })).toEqual({ accepted: false, full: 'total' });
      expect(await accept({ callback: 'https://reader.example/0' })).toEqual({ accepted: true });
      expect(await accept({ callback: 'https://reader.example/0' })).toEqual({ accepted: true });
      expect(await accept({ callback: 'https://reader.example/0' })).toEqual({ accepted: false, full: 'subscription' });
      const [first] = (await pending()).slice(0, 1);
      await store.confirm(first?.id ?? 0, 1_000);
      const [active] = await store.list(['active'], 0, 1);
      await store.remove(active?.id ?? 0, 'by hand', 1_000);
      expect(await accept({ callback: 'https://reader.example/5' })).toEqual({ accepted: true });
    });

    test('a delivery is due if a subscription lags and its lease is live, and deliveries are claimed in pages', async () => {
      const ids = [await subscribe({ callback: 'https://reader.example/1' }), await subscribe({ callback: 'https://reader.example/2' })];
      expect(await due(1_000, false)).toEqual([]);
      await store.publish([topic('two')], 1_000, 1);
      expect((await due(1_000, false)).map(({ id }) => id)).toEqual(ids);
      expect(await store.claimDeliveries(1_000, 1, false)).toHaveLength(1);
      expect(await store.claimDeliveries(1_000, 10, false)).toHaveLength(1);
      expect(await store.claimDeliveries(1_000, 10, false)).toEqual([]);
      for (const path of [1, 2]) await store.release(`https://reader.example/${path}`);
      expect(await due(1_000, true)).toEqual([]);
      expect(await due(1_000 + HOUR_MS, false)).toEqual([]);
      expect((await due(1_000, false))[1]).toMatchObject({ id: ids[1], deliveredVersion: 1 });
      expect(await store.counts()).toMatchObject({ lagging: 2 });
    });

    test('a success advances the delivered version, never back, and resets the failures', async () => {
      const id = await subscribe();
      await store.publish([topic('two')], 1_000, 1);
      await store.publish([topic('three')], 1_000, 1);
      await store.recordFailure(id, attempt(2), POLICY);
      await store.recordSuccess(id, attempt(3, { status: 204 }));
      await store.recordSuccess(id, attempt(2, { status: 204 }));
      expect(await store.byId(id)).toMatchObject({ deliveredVersion: 3, currentVersion: 3, failures: 0, nextAttemptAt: 0 });
      expect(await due(9_999, false)).toEqual([]);
    });

    test('a failed delivery waits for its retry, unless there is a newer version', async () => {
      const id = await subscribe();
      await store.publish([topic('two')], 1_000, 1);
      expect(await store.recordFailure(id, attempt(2), POLICY)).toEqual({ failures: 1, ended: false });
      expect(await store.nextEvent(1_000)).toBe(1_060);
      expect(await due(1_059, true)).toEqual([]);
      expect(await due(1_060, true)).toHaveLength(1);
      expect(await store.recordFailure(id, attempt(2), POLICY)).toEqual({ failures: 2, ended: false });
      expect(await store.nextEvent(1_060)).toBe(1_900);
      await store.publish([topic('three')], 1_000, 1);
      expect(await due(1_061, true)).toHaveLength(1);
    });

    test('a failure can hold back newer versions, even after a restart, until the next failure or a renewal', async () => {
      const id = await subscribe();
      await store.publish([topic('two')], 1_000, 1);
      await store.recordFailure(id, attempt(2), { ...POLICY, holdsNewer: true });
      await store.publish([topic('three')], 1_000, 1);
      await store.close();
      store = await fixture.reopen();
      expect(await due(1_059, true)).toEqual([]);
      expect(await due(1_059, false)).toEqual([]);
      expect(await due(1_060, true)).toHaveLength(1);
      await store.recordFailure(id, attempt(3), POLICY);
      await store.publish([topic('four')], 1_000, 1);
      expect(await due(1_061, true)).toHaveLength(1);
      await subscribe();
      await store.recordFailure(id, attempt(4), { ...POLICY, holdsNewer: true });
      await store.publish([topic('five')], 1_000, 1);
      expect(await due(1_001, true)).toEqual([]);
      await subscribe();
      expect(await due(1_001, false)).toHaveLength(1);
    });

    test('the last failure ends the subscription, deletes its secret and stores a denial', async () => {
      const id = await subscribe({ secret: new Uint8Array([1]) });
      for (const failures of [1, 2]) expect(await store.recordFailure(id, attempt(1), POLICY)).toEqual({ failures, ended: false });
      expect(await store.recordFailure(id, attempt(1), POLICY)).toEqual({ failures: 3, ended: true });
      expect(await store.byId(id)).toMatchObject({ state: 'removed', reason: 'three in a row', hasSecret: false });
      const [denial] = await denials(1_000);
      expect(denial).toMatchObject({ mode: 'denied', reason: 'three in a row', topicGiven: 'https://reviews.example/feed.xml' });
      expect(await store.recordFailure(id, attempt(1), POLICY)).toEqual({ failures: 0, ended: true });
      await store.forget(denial?.id ?? 0);
      expect(await denials(1_000)).toEqual([]);
    });

    test('a denial waits for its retry, even after a restart, and while its subscriber asks to subscribe again', async () => {
      const id = await subscribe();
      await store.remove(id, 'by hand', 2_000);
      const [denial] = await denials(2_000);
      expect(denial).toMatchObject({ mode: 'denied', attempts: 0, createdAt: 2_000 });
      await store.postpone(denial?.id ?? 0, 9_000);
      await store.close();
      store = await fixture.reopen();
      expect(await denials(8_999)).toEqual([]);
      expect(await store.nextEvent(2_000)).toBe(9_000);
      expect(await store.nextEvent(9_000)).toBeUndefined();
      expect(await denials(9_000)).toMatchObject([{ id: denial?.id, attempts: 1 }]);
      await accept();
      expect(await denials(9_000)).toEqual([]);
      await store.reject(await newest(), 'no', 9_000);
      expect(await denials(9_000)).toHaveLength(1);
      await accept({ mode: 'unsubscribe' });
      expect(await denials(9_000)).toHaveLength(1);
    });

    test('subscribing again cancels an unsent denial and starts at the current version', async () => {
      const id = await subscribe();
      for (let i = 0; i < 3; i += 1) await store.recordFailure(id, attempt(1), POLICY);
      await store.publish([topic('two')], 1_000, 1);
      await subscribe();
      expect(await denials(1_000)).toEqual([]);
      expect(await store.byId(id)).toMatchObject({ state: 'active', failures: 0, deliveredVersion: 2, reason: null });
    });

    test('a renewal keeps the delivered version and ends a wait', async () => {
      const id = await subscribe();
      await store.publish([topic('two')], 1_000, 1);
      await store.recordFailure(id, attempt(2), POLICY);
      await subscribe({ at: 2_000 });
      expect(await store.byId(id)).toMatchObject({ failures: 0, deliveredVersion: 1 });
      expect(await due(1_001, false)).toHaveLength(1);
    });

    test('an update published between a request and its verification is due', async () => {
      await accept();
      await store.publish([topic('two')], 1_000, 1);
      await store.confirm(await newest(), 1_000);
      expect(await due(1_000, false)).toHaveLength(1);
    });

    test('a 410 ends the subscription without a denial', async () => {
      const id = await subscribe();
      await store.recordGone(id, attempt(1, { status: 410 }), 'gone');
      expect(await store.byId(id)).toMatchObject({ state: 'removed', reason: 'gone', attempts: [{ status: 410 }] });
      expect(await denials(1_000)).toEqual([]);
    });

    test('subscriptions lapse when their leases end, and ended ones are purged, oldest first', async () => {
      const first = await subscribe({ callback: 'https://reader.example/1' });
      const second = await subscribe({ callback: 'https://reader.example/2', leaseSeconds: 7_200 });
      expect(await store.nextEvent(1_000)).toBe(1_000 + HOUR_MS);
      expect(await store.lapse(999 + HOUR_MS, 10)).toEqual([]);
      expect(await store.lapse(1_000 + HOUR_MS, 10)).toMatchObject([{ id: first }]);
      expect(await store.lapse(1_000 + 2 * HOUR_MS, 10)).toMatchObject([{ id: second }]);
      expect(await store.nextEvent(1_000 + 2 * HOUR_MS)).toBeUndefined();
      expect(await store.purge(0, 10)).toBe(0);
      expect(await store.purge(0, 1)).toBe(1);
      expect(await store.byId(first)).toBeUndefined();
      expect(await store.byId(second)).toMatchObject({ state: 'lapsed' });
      expect(await store.purge(1_001 + 2 * HOUR_MS, 10)).toBe(1);
    });

    test('a subscription with an unsent denial is not purged', async () => {
      const id = await subscribe();
      expect(await store.remove(id, 'by hand', 2_000)).toBe(true);
      expect(await store.remove(id, 'by hand', 2_000)).toBe(false);
      expect(await store.purge(9_999, 0)).toBe(0);
      expect(await denials(2_000)).toMatchObject([{ mode: 'denied', reason: 'by hand' }]);
    });

    test('the last ten attempts are kept, newest first', async () => {
      const id = await subscribe();
      for (let i = 0; i < 23; i += 1) await store.recordSuccess(id, attempt(1, { at: i, status: 200 }));
      expect((await store.byId(id))?.attempts.map(({ at }) => at)).toEqual([22, 21, 20, 19, 18, 17, 16, 15, 14, 13]);
    });

    test('errors with any characters can be stored', async () => {
      const id = await subscribe();
      await store.recordFailure(id, attempt(1, { status: null, error: 'a \0 ’ 😀' }), POLICY);
      expect((await store.byId(id))?.attempts[0]?.error).toMatch(/^a .* ’ 😀$/);
      await accept({ callback: 'https://reader.example/other' });
      await store.reject(await newest(), 'no \0', 2_000);
      expect(await store.list(['rejected'], 0, 10)).toMatchObject([{ reason: expect.stringMatching(/^no /) }]);
    });

    test('500 requests at once are all accepted and stored', async () => {
      const many = Array.from({ length: 500 }, (_, index) =>
        store.accept(request({ callback: `https://h${index}.example/`, host: `h${index}.example` }), {
          perHost: 1,
          total: 1_000,
          perSubscription: 1,
        }),
      );
      expect((await Promise.all(many)).every(({ accepted }) => accepted)).toBe(true);
      expect(await store.counts()).toMatchObject({ states: { pending: 500 }, pendingRequests: 500 });
    });

    test('counts are current, and a probe changes nothing', async () => {
      const id = await subscribe();
      await accept({ callback: 'https://reader.example/other' });
      const counts = { states: { pending: 1, active: 1, rejected: 0, removed: 0, lapsed: 0 }, pendingRequests: 1, lagging: 0 };
      expect(await store.counts()).toEqual(counts);
      await store.probe();
      await store.probe();
      expect(await store.counts()).toEqual(counts);
      expect(await store.list(['pending', 'active'], -10, 10)).toHaveLength(2);
      await store.publish([topic('two')], 1_000, 1);
      expect(await store.counts()).toEqual({ ...counts, lagging: 1 });
      await store.recordSuccess(id, attempt(2, { status: 204 }));
      expect(await store.counts()).toEqual(counts);
    });

    test('unsubscribing an unknown callback is accepted like any other, and ends as removed', async () => {
      expect(await accept({ mode: 'unsubscribe' })).toEqual({ accepted: true });
      expect(await store.confirm(await newest(), 1_000)).toBe(true);
      expect(await store.counts()).toMatchObject({ states: { active: 0, pending: 0, removed: 1 } });
    });
  });
}
