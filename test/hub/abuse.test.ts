import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readEnvironment } from '../../site/contract/environment.ts';
import { Harness, type HarnessOptions } from './harness.ts';
import type { Subscriber } from './subscriber.ts';

let h: Harness;
let s: Subscriber;

async function begin(options: HarnessOptions = {}): Promise<void> {
  h = await new Harness(options).start();
  s = await h.subscriber();
}
afterEach(() => h.clear());

describe('T60 addresses are checked when connecting', () => {
  test('T60 a host name with a private address is refused', async () => {
    await begin({ allowCidrs: [], resolve: async () => ['127.0.0.1'] });
    await h.subscribe(s.url('/cb', 'reader.test'));
    expect(s.received).toEqual([]);
    expect(h.logged.at(-1)).toMatchObject({ event: 'hub.rejected', reason: 'reader.test has the address 127.0.0.1, which is not public' });
  });
  test('T60 a DNS answer with one private address is refused', async () => {
    await begin({ allowCidrs: ['127.0.0.1/32'], resolve: async () => ['127.0.0.1', '10.0.0.1'] });
    await h.subscribe(s.url('/cb', 'reader.test'));
    expect(s.received).toEqual([]);
    expect(h.logged.at(-1)).toMatchObject({ event: 'hub.rejected', reason: expect.stringContaining('10.0.0.1') });
  });
  test('T60 a host name without an address or unknown to DNS is refused', async () => {
    await begin({
      resolve: async (name) => {
        if (name === 'reader.test') return [];
        throw new Error('queryA ENOTFOUND');
      },
    });
    await h.subscribe('https://reader.test/');
    expect(h.logged.at(-1)).toMatchObject({ reason: 'reader.test has no address' });
    await h.subscribe('https://unknown.test/');
    expect(h.logged.at(-1)).toMatchObject({ reason: 'queryA ENOTFOUND' });
  });
  test('T60 a subscribed IP address gets no deliveries after it stops being allowed', async () => {
    const ranges = ['127.0.0.0/8'];
    await begin({ allowCidrs: ranges });
    await h.subscribe(s.url('/cb'));
    await h.stop();
    ranges.length = 0;
    await h.start();
    await h.publish('one');
    expect(s.posts()).toEqual([]);
    expect(await h.status(s)).toMatchObject({ failures_in_a_row: 1, last_deliveries: [{ error: 'address not allowed' }] });
  });
  test('T60 the status does not reveal the private address of a host name', async () => {
    // Our DNS server may know internal addresses that the subscriber can't look up.
    const inside = '10.20.30.40';
    let address = '127.0.0.1';
    await begin({ allowCidrs: ['127.0.0.1/32'], resolve: async () => [address] });
    await h.subscribe(s.url('/cb', 'reader.test'));
    address = inside;
    // A connection that is kept alive skips DNS.
    await h.restart();
    await h.subscribe(s.url('/cb', 'reader.test'));
    expect(h.logged.at(-1)).toMatchObject({ event: 'hub.rejected', reason: `reader.test has the address ${inside}, which is not public` });
    await h.publish('one');
    await h.advance(60);
    const status = await h.status(s);
    expect(status).toMatchObject({
      failures_in_a_row: 2,
      last_verification: { error: 'address not allowed' },
      last_deliveries: [{ error: 'address not allowed' }, { error: 'address not allowed' }],
    });
    expect(JSON.stringify(status)).not.toContain(inside);
  });
  test('T60 the denial does not reveal the private address, but the log has it', async () => {
    const inside = '10.20.30.40';
    let address = '127.0.0.1';
    await begin({ allowCidrs: ['127.0.0.1/32'], resolve: async () => [address] });
    await h.subscribe(s.url('/cb', 'reader.test'));
    address = inside;
    await h.restart();
    await h.publish('one');
    for (const seconds of [60, 900]) await h.advance(seconds);
    const reason = '3 deliveries in a row failed; the last error: ';
    expect(await h.status(s)).toMatchObject({ state: 'removed', reason: `${reason}address not allowed` });
    expect(h.logged).toContainEqual(
      expect.objectContaining({ event: 'hub.removed', reason: `${reason}reader.test has the address ${inside}, which is not public` }),
    );
    address = '127.0.0.1';
    await h.advance(60);
    expect(s.gets('denied').map(({ query }) => query.get('hub.reason'))).toEqual([`${reason}address not allowed`]);
  });
});

test('T61 a connection uses the DNS answer that was checked, without a second lookup', async () => {
  const answers: (readonly string[])[] = [];
  let asked = 0;
  await begin({
    allowCidrs: ['127.0.0.1/32'],
    resolve: async () => {
      asked += 1;
      return answers.shift() ?? ['169.254.169.254'];
    },
  });
  answers.push(['127.0.0.1']);
  await h.subscribe(s.url('/cb', 'reader.test'));
  expect(await h.status(s)).toMatchObject({ state: 'active' });
  expect(asked).toBe(1);
  await h.restart();
  await h.publish('one');
  expect(asked).toBe(2);
  expect(s.posts()).toEqual([]);
  expect(await h.status(s)).toMatchObject({ last_deliveries: [{ error: 'address not allowed' }] });
});

describe('T62 TLS certificates are verified', () => {
  test('T62 an unknown certificate authority is refused', async () => {
    h = await new Harness({ ca: 'none' }).start();
    s = await h.subscriber();
    await h.subscribe(s.url('/cb'));
    expect(s.received).toEqual([]);
    expect(h.logged.at(-1)).toMatchObject({ event: 'hub.rejected', reason: expect.stringMatching(/certificate/) });
  });
  test('T62 a certificate for another name is refused', async () => {
    await begin({ resolve: async () => ['127.0.0.1'] });
    await h.subscribe(s.url('/cb', 'other.test'));
    expect(s.received).toEqual([]);
    expect(h.logged.at(-1)).toMatchObject({ event: 'hub.rejected', reason: expect.stringContaining('altnames') });
  });
  test('T62 an expired certificate is refused', async () => {
    await begin();
    const { Subscriber: Server } = await import('./subscriber.ts');
    const expired = await new Server(
      h.authority.issue(['127.0.0.1'], { from: new Date('2020-01-01'), to: new Date('2021-01-01') }),
    ).start();
    await h.subscribe(expired.url('/cb'));
    await expired.stop();
    expect(h.logged.at(-1)).toMatchObject({ event: 'hub.rejected', reason: expect.stringContaining('expired') });
  });
  test('T62 NODE_TLS_REJECT_UNAUTHORIZED=0 does not turn off verification', async () => {
    h = await new Harness({ ca: 'none' }).start();
    s = await h.subscriber();
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    await h.subscribe(s.url('/cb'));
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    expect(s.received).toEqual([]);
  });
});

test('T63 no private ranges are allowed by default, and the log warns if some are', async () => {
  const { CALLBACK_ALLOW_CIDRS: allowCidrs } = readEnvironment({});
  expect(allowCidrs).toEqual([]);
  await begin();
  expect(h.logged).toContainEqual({ level: 'warning', event: 'hub.private_callbacks_allowed', ranges: ['127.0.0.0/8'] });
  await h.clear();
  await begin({ allowCidrs });
  expect(h.logged).not.toContainEqual(expect.objectContaining({ event: 'hub.private_callbacks_allowed' }));
});

describe('T64 requests and subscriptions are limited', () => {
  test('T64 requests over the limit of a client get a 429 with Retry-After', async () => {
    let client = '198.51.100.1';
    await begin({ rateLimit: 10, clientOf: () => client });
    const ask = () => h.post({ 'hub.mode': 'publish', 'hub.url': h.topic() });
    for (let i = 0; i < 10; i += 1) expect((await ask()).status).toBe(202);
    const refused = await ask();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '6']);
    client = '198.51.100.2';
    expect((await ask()).status).toBe(202);
    client = '198.51.100.1';
    await h.advance(6);
    expect((await ask()).status).toBe(202);
  });
  test('T64 requests over the limit of a callback host get a 429 with Retry-After', async () => {
    await begin({ rateLimit: 20, resolve: async () => ['127.0.0.1'] });
    for (let i = 0; i < 4; i += 1) expect((await h.ask(s.url(`/${i}`, 'reader.test'))).status).toBe(202);
    const refused = await h.ask(s.url('/5', 'READER.test'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '15']);
    expect((await h.ask(s.url('/5'))).status).toBe(202);
  });
  test('T64 a limit of 0 turns rate limiting off', async () => {
    await begin({ rateLimit: 0 });
    for (let i = 0; i < 100; i += 1) expect((await h.post({ 'hub.mode': 'publish', 'hub.url': h.topic() })).status).toBe(202);
  });
  const capped: readonly (readonly [string, HarnessOptions['caps'], number])[] = [
    ['per host', { perHost: 2, total: 100, perSubscription: 10 }, 429],
    ['in total', { perHost: 100, total: 2, perSubscription: 10 }, 503],
  ];
  for (const [name, caps, status] of capped) {
    test(`T64 subscriptions are capped ${name} (${status} with Retry-After), but can be renewed and ended`, async () => {
      await begin(caps === undefined ? {} : { caps });
      await h.subscribe(s.url('/1'));
      await h.subscribe(s.url('/2'));
      const refused = await h.ask(s.url('/3'));
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([status, '3600']);
      await h.subscribe(s.url('/1'));
      await h.unsubscribe(s.url('/1'));
      expect((await h.ask(s.url('/3'))).status).toBe(202);
    });
  }
  test('T64 pending requests for one callback are limited', async () => {
    await begin({ caps: { perHost: 100, total: 100, perSubscription: 3 } });
    s.behavior = () => 'hang';
    for (let i = 0; i < 3; i += 1) expect((await h.ask(s.url('/cb'))).status).toBe(202);
    expect((await h.ask(s.url('/cb'))).status).toBe(429);
  });
});

describe('T65 responses of callbacks are limited in time and size', () => {
  beforeEach(() => begin());
  test('T65 a response that trickles is cut off after 10 seconds and its connection is closed', async () => {
    const closed = Promise.withResolvers<void>();
    s.behavior = (_, response) => {
      response.on('close', () => closed.resolve());
      response.writeHead(200);
      response.write('x');
      return undefined;
    };
    await h.ask(s.url('/cb'));
    await s.until(({ length }) => length === 1);
    await h.advance(10);
    await closed.promise;
    expect(h.logged.at(-1)).toMatchObject({ reason: 'no answer within 10 s' });
  });
  test('T65 a response one byte longer than the challenge is refused and its connection is closed', async () => {
    const closed = Promise.withResolvers<void>();
    s.behavior = ({ query }, response) => {
      response.on('close', () => closed.resolve());
      response.writeHead(200);
      response.write(`${query.get('hub.challenge')}x`);
      return undefined;
    };
    await h.subscribe(s.url('/cb'));
    await closed.promise;
    expect(h.logged.at(-1)).toMatchObject({ reason: 'the callback did not answer with exactly the challenge' });
  });
  test('T65 a host that hangs gets four verifications at a time and does not delay others', async () => {
    const other = await h.subscriber();
    s.behavior = () => 'hang';
    for (let i = 0; i < 20; i += 1) await h.ask(s.url(`/${i}`, 'localhost'));
    await s.until(({ length }) => length === 4);
    await h.ask(other.url('/cb'));
    await other.until(({ length }) => length === 1);
    expect(s.received).toHaveLength(4);
    for (let i = 0; i < 5; i += 1) {
      await s.until(({ length }) => length === 4 * (i + 1));
      h.clock.advance(10_000);
    }
    await h.settle();
  });
});
