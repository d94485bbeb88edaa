import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../site/contract/limits.ts';
import { Harness } from './harness.ts';
import type { Behavior, Subscriber } from './subscriber.ts';

let h: Harness;
let s: Subscriber;
beforeEach(async () => {
  h = await new Harness().start();
  s = await h.subscriber();
  await h.subscribe(s.url('/cb'));
});
afterEach(() => h.clear());

const DAY_S = 86_400;
const isDenial: (received: Parameters<Behavior>[0]) => boolean = ({ query }) => query.get('hub.mode') === 'denied';
const denials = () => s.gets('denied').length;

/** Makes the callback answer deliveries with 500 and denials with `behavior`. */
function denyWith(behavior: Behavior): void {
  s.behavior = (received, response) => {
    if (isDenial(received)) return behavior(received, response);
    return received.method === 'POST' ? { status: 500 } : 'echo';
  };
}
const breakConnection: Behavior = (_, response) => {
  response.destroy();
  return undefined;
};

/** Ends the subscription with three failures in a row. */
async function end(): Promise<void> {
  for (const body of ['one', 'two', 'three']) await h.publish(body);
}

/** Advances the clock by `seconds` in steps of ten, and calls `look` after each step. */
async function pass(seconds: number, look: () => void = () => {}): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    await h.advance(10);
    look();
  }
}

test('T56 a denial that cannot be sent is tried again after 1, 15 and 60 minutes and then every hour for a day', async () => {
  denyWith(breakConnection);
  await end();
  const endedAt = h.clock.now();
  const seconds = [0];
  await pass(2 * DAY_S, () => {
    if (denials() > seconds.length) seconds.push((h.clock.now() - endedAt) / 1000);
  });
  const hourly = Array.from({ length: 23 }, (_, index) => 4_560 + index * 3_600);
  expect(seconds).toEqual([0, 60, 960, ...hourly]);
  expect(hourly.at(-1)).toBeLessThan(DAY_S);
  expect(h.logged).toContainEqual(expect.objectContaining({ event: 'hub.denial_unsent', callback: s.url('/cb') }));
});

test('T56 retries continue across restarts of the hub and end when the denial is sent', async () => {
  denyWith(breakConnection);
  await end();
  await h.restart();
  expect(denials()).toBe(1);
  await h.advance(60);
  expect(denials()).toBe(2);
  await h.restart();
  await h.settle();
  await h.advance(899);
  expect(denials()).toBe(2);
  denyWith(() => ({ status: 200 }));
  await h.advance(1);
  expect(denials()).toBe(3);
  await h.restart();
  await pass(2 * 3_600);
  expect(denials()).toBe(3);
});

test('T56 a subscriber that was down gets its denial when it is back', async () => {
  await s.stop();
  await h.publish('one');
  await pass(960);
  await s.start();
  expect(denials()).toBe(0);
  await pass(60);
  expect(s.gets('denied').map(({ query }) => query.get('hub.reason'))).toEqual([
    expect.stringMatching(/^3 deliveries in a row failed; the last error: connect ECONNREFUSED/),
  ]);
  await pass(2 * 3_600);
  expect(denials()).toBe(1);
});

test('T56 a denial that becomes due while the hub is down is tried once when it starts', async () => {
  denyWith(breakConnection);
  await end();
  await h.stop();
  h.clock.advance(2 * DAY_S * 1000);
  await h.start();
  await h.settle();
  expect(denials()).toBe(2);
  await pass(7_200);
  expect(denials()).toBe(2);
});

test('T56 a denial is retried after a timeout or a 503 with Retry-After, but not after a 500', async () => {
  denyWith(() => 'hang');
  for (const body of ['one', 'two']) await h.publish(body);
  h.source.publish({ '/feed.xml': 'three' });
  await s.until(() => denials() === 1);
  await h.advance(limits.hub.verificationTimeoutSeconds);
  denyWith(() => ({ status: 503, headers: { 'Retry-After': '1800' } }));
  await h.advance(60);
  expect(denials()).toBe(2);
  denyWith(() => ({ status: 500 }));
  await pass(1_790);
  expect(denials()).toBe(2);
  await pass(10);
  expect(denials()).toBe(3);
  await pass(2 * 3_600);
  expect(denials()).toBe(3);
});

test('T56 and T53 subscribing again ends the retries, but a rejected request does not', async () => {
  denyWith(breakConnection);
  await end();
  s.behavior = (received, response) => (isDenial(received) ? breakConnection(received, response) : { status: 404 });
  await h.subscribe(s.url('/cb'));
  await h.advance(60);
  expect(denials()).toBe(2);
  denyWith(breakConnection);
  await h.subscribe(s.url('/cb'));
  s.behavior = () => ({ status: 204 });
  await pass(7_200);
  expect(denials()).toBe(2);
  expect(await h.status(s)).toMatchObject({ state: 'active', pending_requests: 0 });
});

test('T56 and T27 a denial waits while its subscriber subscribes again, and is sent only if that fails', async () => {
  denyWith(breakConnection);
  await end();
  let answer = (_agrees: boolean) => {};
  s.behavior = async (received, response) => {
    if (isDenial(received)) return breakConnection(received, response);
    return (await new Promise<boolean>((resolve) => {
      answer = resolve;
    }))
      ? 'echo'
      : { status: 404 };
  };
  await h.ask(s.url('/cb'));
  await s.until(() => s.gets('subscribe').length === 2);
  // Stays below the timeout of the verification.
  for (let second = 0; second < 9; second += 1) h.clock.advance(1_000);
  answer(false);
  await h.settle();
  await h.advance(51);
  expect(denials()).toBe(2);
  await h.advance(895);
  await h.ask(s.url('/cb'));
  await s.until(() => s.gets('subscribe').length === 3);
  h.clock.advance(9_000);
  await new Promise(setImmediate);
  expect(denials()).toBe(2);
  answer(true);
  await h.settle();
  await h.advance(3_600);
  expect(denials()).toBe(2);
});

test('T56 the status shows why a subscription ended while its denial is unsent', async () => {
  denyWith(breakConnection);
  await end();
  await pass(3 * 3_600);
  expect(await h.status(s)).toMatchObject({
    state: 'removed',
    pending_requests: 1,
    reason: expect.stringContaining('3 deliveries in a row'),
  });
});

describe('T56 and T65 denials to a host that hangs', () => {
  const paths = Array.from({ length: 8 }, (_, index) => `/${index}`);
  /** Ends eight subscriptions on one host. Four of their denials are being sent and hang. */
  beforeEach(async () => {
    for (const path of paths) await h.subscribe(s.url(path));
    await h.unsubscribe(s.url('/cb'));
    denyWith(() => 'hang');
    for (const body of ['one', 'two']) await h.publish(body);
    h.source.publish({ '/feed.xml': 'three' });
    await s.until(() => denials() === limits.hub.verificationsAtOncePerHost);
  });

  test('do not delay verifications', async () => {
    await h.ask(s.url('/new'));
    await s.until(() => s.gets('subscribe').some(({ target }) => target.startsWith('/new?')));
    expect(denials()).toBe(limits.hub.verificationsAtOncePerHost);
  });

  test('are not sent to callbacks that subscribe again before their turn', async () => {
    const told = () => s.gets('denied').map(({ target }) => target.split('?')[0]);
    const waiting = paths.filter((path) => !told().includes(path));
    for (const path of waiting.slice(1)) {
      const before = s.gets('subscribe').length;
      await h.ask(s.url(path));
      await s.until(() => s.gets('subscribe').length > before);
      while ((await h.hub.health()).verifications_under_way > limits.hub.verificationsAtOncePerHost) await new Promise(setImmediate);
    }
    h.clock.advance(limits.hub.verificationTimeoutSeconds * 1000);
    await s.until(() => denials() > limits.hub.verificationsAtOncePerHost);
    await h.advance(limits.hub.verificationTimeoutSeconds);
    expect(told().slice(limits.hub.verificationsAtOncePerHost)).toEqual(waiting.slice(0, 1));
    expect((await h.hub.health()).subscriptions).toMatchObject({ active: 3 });
  });
});
