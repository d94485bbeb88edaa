import { expect } from 'vitest';
import { paths } from '../../site/contract/paths.ts';
import type { Harness } from './harness.ts';
import type { Subscriber } from './subscriber.ts';

const LEASE_SECONDS = 864_000;
const REASON = '3 deliveries in a row failed';

type Row = Readonly<Record<string, unknown>>;

/**
 * Returns the rows of a hub that was stopped with pending work: a delivery, one that waits for a minute, a verification and a denial. Rows
 * are in the order of their ids, which start at 1.
 */
export function pendingWork(h: Harness, s: Subscriber): Readonly<Record<'topics' | 'subscriptions' | 'requests', readonly Row[]>> {
  const now = h.clock.now();
  const { body, contentType, hash } = h.source.current()?.topics.get(paths.atomFeed) ?? {};
  const subscription = (path: string, state: string, more: Row = {}) => ({
    token: path,
    topic: paths.atomFeed,
    topic_given: `http://localhost${paths.atomFeed}`,
    callback: s.url(path),
    callback_given: s.url(path),
    host: '127.0.0.1',
    state,
    lease_seconds: LEASE_SECONDS,
    expires_at: state === 'active' ? now + LEASE_SECONDS * 1000 : null,
    delivered_version: 1,
    attempted_version: 1,
    created_at: now,
    changed_at: now,
    ...more,
  });
  const request = (id: number, path: string, mode: string, reason: string | null) => ({
    subscription: id,
    mode,
    topic_given: `http://localhost${paths.atomFeed}`,
    callback_given: s.url(path),
    lease_seconds: LEASE_SECONDS,
    base_version: 2,
    reason,
    created_at: now,
  });
  return {
    topics: [{ path: paths.atomFeed, version: 2, hash, content_type: contentType, body, changed_at: now }],
    subscriptions: [
      subscription('/due', 'active'),
      subscription('/failing', 'active', { attempted_version: 2, failures: 1, next_attempt_at: now + 60_000 }),
      subscription('/asking', 'pending'),
      subscription('/ended', 'removed', { reason: REASON }),
    ],
    requests: [request(3, '/asking', 'subscribe', null), request(4, '/ended', 'denied', REASON)],
  };
}

/** Starts the hub and checks that it does all of this work once. */
export async function expectFinished(h: Harness, s: Subscriber): Promise<void> {
  await h.start();
  await h.settle();
  const targets = (received: readonly { readonly target: string }[]) => received.map(({ target }) => target.split('?')[0]);
  expect(targets(s.posts())).toEqual(['/due']);
  expect(targets(s.gets('subscribe'))).toEqual(['/asking']);
  expect(targets(s.gets('denied'))).toEqual(['/ended']);
  await h.advance(60);
  expect(targets(s.posts())).toEqual(['/due', '/failing']);
  await h.publish('next');
  expect(targets(s.posts().slice(2)).toSorted()).toEqual(['/asking', '/due', '/failing']);
  await h.advance(7_200);
  expect(s.received).toHaveLength(7);
  expect(await h.hub.health()).toMatchObject({ status: 'ok', pending_requests: 0, lagging: 0, subscriptions: { active: 3, removed: 1 } });
}
