import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../site/contract/paths.ts';
import { Harness } from './harness.ts';
import type { Behavior, Subscriber, SubscriberReply } from './subscriber.ts';

let h: Harness;
let s: Subscriber;
beforeEach(async () => {
  h = await new Harness().start();
  s = await h.subscriber();
});
afterEach(() => h.clear());

/** Returns whether a publication reaches the callback. */
async function isSubscribed(path = '/cb'): Promise<boolean> {
  const before = s.posts(path).length;
  s.behavior = () => ({ status: 204 });
  await h.publish(`publication ${Math.random()}`);
  return s.posts(path).length > before;
}

test('T20 the GET has the mode, the topic as given, a fresh challenge and the granted lease, but not the secret', async () => {
  const topic = `${h.baseUrl}/%66eed.xml`;
  await h.subscribe(s.url('/cb'), { 'hub.topic': topic, 'hub.secret': 'geheim', 'hub.lease_seconds': '7200' });
  await h.subscribe(s.url('/cb'), { 'hub.topic': topic, 'hub.secret': 'geheim', 'hub.lease_seconds': '7200' });
  const [first, second] = s.gets('subscribe');
  expect(Object.fromEntries(first?.query ?? [])).toEqual({
    'hub.mode': 'subscribe',
    'hub.topic': topic,
    'hub.challenge': expect.stringMatching(/^[0-9a-f]{64}$/),
    'hub.lease_seconds': '7200',
  });
  expect(first?.query.get('hub.challenge')).not.toBe(second?.query.get('hub.challenge'));
  expect(JSON.stringify([first?.target, first?.rawHeaders])).not.toContain('geheim');
});

describe("T21 the callback's own query stays the same, byte for byte", () => {
  const table: readonly (readonly [string, string])[] = [
    ['/cb?a=%7e&b=c+d&&e', '/cb?a=%7e&b=c+d&&e&hub.mode='],
    ['/cb?', '/cb?hub.mode='],
    ['/cb?a&', '/cb?a&hub.mode='],
    ["/cb/../%2E%2e/x?q='|{}", "/cb/../%2E%2e/x?q='|{}&hub.mode="],
    ['', '/?hub.mode='],
    ['?x', '/?x&hub.mode='],
  ];
  for (const [path, expected] of table) {
    test(`T21 ${JSON.stringify(path)}`, async () => {
      await h.subscribe(s.url(path));
      expect(s.received[0]?.target.startsWith(expected)).toBe(true);
    });
  }
});

test('T22 a 2xx with exactly the challenge confirms the request, whatever its Content-Type', async () => {
  for (const [index, status] of [200, 201, 202, 299].entries()) {
    s.behavior = ({ query }) => ({ status, body: query.get('hub.challenge') ?? '', headers: { 'Content-Type': 'image/png' } });
    await h.subscribe(s.url(`/${index}`));
    expect(await isSubscribed(`/${index}`)).toBe(true);
  }
});

const refusing: readonly (readonly [string, Behavior])[] = [
  ['T23 a different body', () => ({ status: 200, body: 'yes' })],
  ['T23 an added newline', ({ query }) => ({ status: 200, body: `${query.get('hub.challenge')}\n` })],
  ['T23 a challenge cut short', ({ query }) => ({ status: 200, body: query.get('hub.challenge')?.slice(1) ?? '' })],
  ['T23 an empty 204', () => ({ status: 204 })],
  ['T24 a 404', ({ query }) => ({ status: 404, body: query.get('hub.challenge') ?? '' })],
  ['T24 a 500', ({ query }) => ({ status: 500, body: query.get('hub.challenge') ?? '' })],
  ['T24 a 304', () => ({ status: 304 })],
  [
    'T24 an endless body',
    (_, response) => {
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', pour);
      };
      pour();
      return undefined;
    },
  ],
  [
    'T24 a broken connection',
    (_, response) => {
      response.destroy();
      return undefined;
    },
  ],
];
describe('T23 and T24 any other response leaves the callback unsubscribed', () => {
  for (const [name, behavior] of refusing) {
    test(name, async () => {
      s.behavior = behavior;
      await h.subscribe(s.url('/cb'));
      expect(s.gets('subscribe')).toHaveLength(1);
      expect(h.logged.at(-1)).toMatchObject({ event: 'hub.rejected', callback: s.url('/cb'), reason: expect.any(String) });
      expect(await h.status(s)).toMatchObject({ state: 'rejected' });
      expect(await isSubscribed()).toBe(false);
    });
  }
  test('T24 a redirect, which is never followed', async () => {
    s.behavior = ({ target }) => (target.startsWith('/cb') ? { status: 302, headers: { Location: '/else' } } : 'echo');
    await h.subscribe(s.url('/cb'));
    expect(s.received.map(({ target }) => target.split('?')[0])).toEqual(['/cb']);
    expect(await isSubscribed()).toBe(false);
  });
  test('T24 a timeout', async () => {
    s.behavior = () => 'hang';
    await h.ask(s.url('/cb'));
    await s.until(({ length }) => length === 1);
    await h.advance(10);
    expect(h.logged.at(-1)).toMatchObject({ event: 'hub.rejected', reason: 'no answer within 10 s' });
    expect(await isSubscribed()).toBe(false);
  });
  test('T24 a TLS error', async () => {
    const plain = createTcpServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    await h.subscribe(`https://127.0.0.1:${(plain.address() as AddressInfo).port}/`);
    plain.close();
    expect(h.logged.at(-1)).toMatchObject({ event: 'hub.rejected' });
  });
  test('T24 headers that are too large', async () => {
    const { certificate: cert, key } = h.authority.issue(['127.0.0.1']);
    const server = createHttpsServer({ cert, key }, (_, response) => {
      for (let i = 0; i < 15; i += 1) response.setHeader(`X-${i}`, 'x'.repeat(4_000));
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await h.subscribe(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    server.closeAllConnections();
    server.close();
    expect(h.logged.at(-1)).toMatchObject({ event: 'hub.rejected' });
  });
});

test('T25 a failed verification leaves an existing subscription as it is', async () => {
  await h.subscribe(s.url('/cb'), { 'hub.secret': 'first', 'hub.lease_seconds': '7200' });
  const before = await h.status(s);
  s.behavior = () => ({ status: 404 });
  await h.subscribe(s.url('/cb'), { 'hub.secret': 'second', 'hub.lease_seconds': '3600' });
  expect(await h.status(s)).toEqual({ ...before, last_verification: { at: expect.any(String), error: 'the callback answered 404' } });
  expect(await isSubscribed()).toBe(true);
});

test('T26 subscribing again renews the subscription, with the new lease and the new secret or none', async () => {
  await h.subscribe(s.url('/cb'), { 'hub.secret': 'first' });
  await h.subscribe(s.url('/cb'), { 'hub.secret': 'second', 'hub.lease_seconds': '7200' });
  expect(await h.status(s)).toMatchObject({ lease_seconds: 7200, signed: true });
  await h.publish('one');
  const signed = s.posts()[0]?.headers['x-hub-signature'];
  await h.subscribe(s.url('/cb'));
  await h.publish('two');
  expect(s.posts()).toHaveLength(2);
  expect(signed).toMatch(/^sha256=/);
  expect(s.posts()[1]?.headers['x-hub-signature']).toBeUndefined();
  expect(await h.status(s)).toMatchObject({ lease_seconds: 864_000, signed: false });
});

describe('T27 of two pending requests, the newest one that is verified counts', () => {
  /** Makes two requests, answers their verifications in `order` (with a 404 unless `agrees`), and returns the lease that counts. */
  async function race(order: readonly (readonly [lease: string, agrees: boolean])[]): Promise<unknown> {
    const open = new Map<string, (agrees: boolean) => void>();
    s.behavior = async (received) => {
      const agrees = await new Promise<boolean>((resolve) => open.set(received.query.get('hub.lease_seconds') ?? '', resolve));
      return agrees ? 'echo' : { status: 404 };
    };
    await h.ask(s.url('/cb'), { 'hub.lease_seconds': '4000' });
    await h.ask(s.url('/cb'), { 'hub.lease_seconds': '5000' });
    await s.until(({ length }) => length === 2);
    const [first, second] = order;
    for (const [lease, agrees] of [first, second].filter((one) => one !== undefined)) {
      open.get(lease)?.(agrees);
    }
    await h.settle();
    return (await h.status(s))['lease_seconds'];
  }
  test('T27 both agree, the older one first', async () => {
    expect(
      await race([
        ['4000', true],
        ['5000', true],
      ]),
    ).toBe(5000);
  });
  test('T27 both agree, the newer one first', async () => {
    expect(
      await race([
        ['5000', true],
        ['4000', true],
      ]),
    ).toBe(5000);
  });
  test('T27 only the older one agrees', async () => {
    expect(
      await race([
        ['5000', false],
        ['4000', true],
      ]),
    ).toBe(4000);
  });
});

test('T28 unsubscribing is verified in the same way, and a wrong answer keeps the subscription', async () => {
  await h.subscribe(s.url('/cb'), { 'hub.lease_seconds': '7200' });
  s.behavior = () => ({ status: 404 });
  await h.unsubscribe(s.url('/cb'));
  expect(await isSubscribed()).toBe(true);
  s.behavior = () => 'echo';
  await h.unsubscribe(s.url('/cb'));
  const [get] = s.gets('unsubscribe');
  expect(Object.fromEntries(get?.query ?? [])).toEqual({
    'hub.mode': 'unsubscribe',
    'hub.topic': h.topic(),
    'hub.challenge': expect.stringMatching(/^[0-9a-f]{64}$/),
    'hub.lease_seconds': '7200',
  });
  expect(await h.status(s)).toMatchObject({ state: 'removed', reason: 'unsubscribed' });
  expect(h.logged.at(-1)).toMatchObject({ event: 'hub.removed', reason: 'unsubscribed' });
  expect(await isSubscribed()).toBe(false);
});

test('T29 a restart between the 202 and the verification loses nothing', async () => {
  s.behavior = () => 'hang';
  await h.ask(s.url('/cb'));
  await s.until(({ length }) => length === 1);
  await h.stop();
  s.behavior = () => 'echo';
  await h.start();
  await h.settle();
  expect(s.gets('subscribe')).toHaveLength(2);
  expect(await isSubscribed()).toBe(true);
});

test('T29 an update published between the 202 and the verification is delivered afterwards', async () => {
  let agree = () => {};
  s.behavior = async ({ method }) => {
    if (method === 'POST') return { status: 204 };
    await new Promise<void>((resolve) => {
      agree = resolve;
    });
    return 'echo';
  };
  await h.ask(s.url('/cb'));
  await s.until(({ length }) => length === 1);
  h.source.publish({ [paths.atomFeed]: 'in between' });
  agree();
  await h.settle();
  expect(s.posts().map(({ body }) => body.toString())).toEqual(['in between']);
});

test('T30 nothing is delivered after the lease has ended', async () => {
  await h.subscribe(s.url('/cb'), { 'hub.lease_seconds': '3600' });
  await h.advance(3599);
  expect(await isSubscribed()).toBe(true);
  await h.advance(1);
  expect(await isSubscribed()).toBe(false);
  expect(await h.status(s)).toMatchObject({ state: 'lapsed', reason: 'the lease was not renewed' });
  expect(h.logged).toContainEqual(
    expect.objectContaining({ event: 'hub.lapsed', callback: s.url('/cb'), reason: 'the lease was not renewed' }),
  );
});

test('T30 a failed delivery is not tried again after the lease has ended', async () => {
  await h.subscribe(s.url('/cb'), { 'hub.lease_seconds': '3600' });
  await h.advance(3590);
  s.behavior = () => ({ status: 500 });
  await h.publish('one');
  await h.advance(7200);
  expect(s.posts()).toHaveLength(1);
});

test('T31 a lease counts from the verification request, not from the answer to it', async () => {
  let agree = () => {};
  s.behavior = async (): Promise<SubscriberReply> => {
    await new Promise<void>((resolve) => {
      agree = resolve;
    });
    return 'echo';
  };
  await h.ask(s.url('/cb'), { 'hub.lease_seconds': '3600' });
  await s.until(({ length }) => length === 1);
  const sentAt = h.clock.now();
  h.clock.advance(9_000);
  agree();
  await h.settle();
  expect(await h.status(s)).toMatchObject({ state: 'active', lease_expires_at: new Date(sentAt + 3_600_000).toISOString() });
});

test('T32 even the longest lease ends', async () => {
  await h.subscribe(s.url('/cb'), { 'hub.lease_seconds': '999999999999' });
  await h.advance(2_592_000);
  expect(await isSubscribed()).toBe(false);
});

test('T33 lapsed subscriptions are deleted after a day', async () => {
  await h.subscribe(s.url('/cb'), { 'hub.lease_seconds': '3600' });
  await h.advance(3_600);
  expect(await h.status(s)).toMatchObject({ state: 'lapsed' });
  await h.advance(86_000);
  expect(await h.status(s)).toMatchObject({ state: 'lapsed' });
  await h.advance(1_000);
  expect(await h.status(s)).toMatchObject({ error: 'not_found' });
});
