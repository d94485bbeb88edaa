import { createHmac } from 'node:crypto';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer, type TLSSocket, type Server as TlsServer } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../site/contract/limits.ts';
import { paths } from '../../site/contract/paths.ts';
import { isRelease, releaseTest, withReleaseCases } from '../support/release-test.ts';
import { Harness } from './harness.ts';
import type { Subscriber } from './subscriber.ts';

let h: Harness;
let s: Subscriber;
beforeEach(async () => {
  h = await new Harness().start();
  s = await h.subscriber();
});
afterEach(() => h.clear());

const texts = (path?: string) => s.posts(path).map(({ body }) => body.toString());
const refuse = (status: number, headers: Readonly<Record<string, string>> = {}) => {
  s.behavior = ({ method }) => (method === 'POST' ? { status, headers } : 'echo');
};

test('T40 and T41 a delivery has the same body and Content-Type as a GET of the topic', async () => {
  for (const path of [paths.atomFeed, paths.jsonFeed, paths.reviews]) {
    await h.subscribe(s.url(path), { 'hub.topic': h.topic(path) });
    await h.publish(`{"text":"größer ✓ \u0000 ${'x'.repeat(300_000)}"}`, path);
    const got = await fetch(h.topic(path));
    const post = s.posts(path)[0];
    expect(post?.body.equals(Buffer.from(await got.arrayBuffer()))).toBe(true);
    expect(post?.headers['content-type']).toBe(got.headers.get('content-type'));
  }
  expect(s.posts(paths.atomFeed)[0]?.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
});

test('T42 a delivery has one Link header with the hub, then the topic', async () => {
  await h.subscribe(s.url('/cb'), { 'hub.topic': `${h.baseUrl}/%66eed.xml` });
  await h.publish('one');
  const links = s.posts()[0]?.rawHeaders.filter((_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === 'link');
  expect(links).toEqual([`<${h.hubUrl}>; rel="hub", <${h.topic()}>; rel="self"`]);
});

test('T43 Content-Length is set, and there is no chunking or content coding', async () => {
  await h.subscribe(s.url('/cb'));
  await h.publish('é'.repeat(100_000));
  const headers = s.posts()[0]?.headers ?? {};
  expect(headers['content-length']).toBe('200000');
  expect(headers).not.toHaveProperty('transfer-encoding');
  expect(headers).not.toHaveProperty('content-encoding');
});

test('T44 the POST goes to the exact callback, including its query', async () => {
  await h.subscribe(s.url('/a/../cb?x=%7e&y=1+2&&'));
  await h.publish('one');
  expect(s.posts().map(({ target }) => target)).toEqual(['/a/../cb?x=%7e&y=1+2&&']);
});

test('T45 only subscribers of the topic get its updates', async () => {
  await h.subscribe(s.url('/atom'));
  await h.subscribe(s.url('/json'), { 'hub.topic': h.topic(paths.jsonFeed) });
  await h.publish('one');
  expect(s.posts().map(({ target }) => target)).toEqual(['/atom']);
});

describe('T46 only changed bytes are delivered', () => {
  test('T46 unchanged bytes are not delivered', async () => {
    await h.subscribe(s.url('/cb'));
    await h.publish('one');
    await h.publish('one');
    await h.publish('other', paths.reviews);
    expect(texts()).toEqual(['one']);
  });
  test('T46 three quick changes take fewer than three deliveries and end with the last one', async () => {
    await h.subscribe(s.url('/cb'));
    for (const body of ['one', 'two', 'three']) h.source.publish({ [paths.atomFeed]: body });
    await h.settle();
    expect(texts().at(-1)).toBe('three');
    expect(texts().length).toBeLessThan(3);
  });
  test('T46 changes during a delivery cause one more delivery, of the last one', async () => {
    await h.subscribe(s.url('/cb'));
    let go = () => {};
    s.behavior = async () => {
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      return { status: 204 };
    };
    h.source.publish({ [paths.atomFeed]: 'one' });
    await s.until(() => s.posts().length === 1);
    h.source.publish({ [paths.atomFeed]: 'two' });
    h.source.publish({ [paths.atomFeed]: 'three' });
    s.behavior = () => ({ status: 204 });
    go();
    await h.settle();
    expect(texts()).toEqual(['one', 'three']);
  });
  test('T46 going back to the old bytes is a change, too', async () => {
    await h.subscribe(s.url('/cb'));
    for (const body of ['one', 'two', 'one']) await h.publish(body);
    expect(texts()).toEqual(['one', 'two', 'one']);
  });
});

test('T47 the body is signed with SHA-256 if there is a secret, and not signed otherwise', async () => {
  await h.subscribe(s.url('/signed'), { 'hub.secret': 'geheim é' });
  await h.subscribe(s.url('/plain'));
  await h.post(
    `${new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.topic': h.topic(), 'hub.callback': s.url('/bytes') })}&hub.secret=%FF%00`,
  );
  await h.settle();
  await h.publish('größer');
  const signature = (path: string) => s.posts(path)[0]?.headers['x-hub-signature'];
  const expected = (secret: string | Buffer) => `sha256=${createHmac('sha256', secret).update('größer').digest('hex')}`;
  expect(signature('/signed')).toBe(expected('geheim é'));
  expect(signature('/bytes')).toBe(expected(Buffer.from([0xff, 0])));
  expect(signature('/plain')).toBeUndefined();
});

describe('T48 the status decides whether a delivery succeeds', () => {
  test('T48 any 2xx is a success', async () => {
    for (const status of [200, 201, 202, 204, 226, 299]) {
      refuse(status);
      await h.subscribe(s.url('/cb'));
      await h.publish(`body ${status}`);
      expect(await h.status(s)).toMatchObject({ failures_in_a_row: 0, update_waiting: false });
    }
  });
  test('T48 a 3xx is a failure and is never followed', async () => {
    for (const status of [301, 302, 303, 304, 307, 308]) {
      await h.subscribe(s.url(`/${status}`));
      refuse(status, { Location: s.url('/elsewhere') });
      await h.publish(`body ${status}`);
      expect(await h.status(s)).toMatchObject({ failures_in_a_row: 1 });
      refuse(204);
      await h.advance(3_600);
    }
    expect(s.posts('/elsewhere')).toHaveLength(0);
  });
  describe('T48 a callback that answers before it has read the body', () => {
    const BODY = 'x'.repeat(60_000);
    let server: TlsServer;
    afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const listen = async (one: TlsServer) => {
      server = one;
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `https://127.0.0.1:${(server.address() as AddressInfo).port}/cb`;
    };
    const identity = () => {
      const { certificate, key } = h.authority.issue(['127.0.0.1']);
      return { cert: certificate, key };
    };
    const challengeIn = (target = '') => new URL(target, 'https://callback').searchParams.get('hub.challenge');

    test('keeps its connection if the whole body is on its way', async () => {
      let [connections, posts] = [0, 0];
      const callback = await listen(
        createHttpsServer({ ...identity(), keepAliveTimeout: 0 }, (request, response) => {
          response.end(challengeIn(request.url));
          if (request.method === 'POST') posts += 1;
          request.resume();
        }).on('secureConnection', () => {
          connections += 1;
        }),
      );
      await h.subscribe(callback);
      for (let edition = 0; edition < 8; edition += 1) await h.publish(`${edition} ${BODY}`);
      expect(posts).toBe(8);
      // Idle connections close after two seconds, and a busy machine can take that long between some deliveries.
      expect(connections).toBeLessThan(8);
    });

    test('gets the delivery counted, and loses its connection if it reads nothing more', async () => {
      const closed = Promise.withResolvers<void>();
      let silent: TLSSocket | undefined;
      const callback = await listen(
        createTlsServer(identity(), (socket) => {
          socket.once('data', (head) => {
            const challenge = challengeIn(/^GET (\S+)/.exec(head.toString())?.[1]);
            if (challenge !== null) return socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${challenge}`);
            silent = socket.pause().on('error', () => {});
            silent.on('close', closed.resolve);
            return socket.write('HTTP/1.1 204 No Content\r\n\r\n');
          });
        }),
      );
      await h.subscribe(callback);
      await h.publish(BODY.repeat(200));
      // A paused socket doesn't report that it was closed.
      silent?.resume();
      await closed.promise;
      expect((await h.hub.health()).since_start).toMatchObject({ delivered: 1, failed: 0 });
    });
  });

  test('T48 a 2xx with an endless body is a success', async () => {
    await h.subscribe(s.url('/cb'));
    s.behavior = (_, response) => {
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', pour);
      };
      pour();
      return undefined;
    };
    await h.publish('one');
    expect(await h.status(s)).toMatchObject({ failures_in_a_row: 0, last_deliveries: [{ status: 200 }] });
  });
  test('T48 a 2xx whose body stalls is a success', async () => {
    await h.subscribe(s.url('/cb'));
    const begun = Promise.withResolvers<void>();
    s.behavior = (_, response) => {
      response.writeHead(202, { 'Content-Length': 10 });
      response.write('x', () => begun.resolve());
      return undefined;
    };
    h.source.publish({ [paths.atomFeed]: 'one' });
    await begun.promise;
    await new Promise(setImmediate);
    while ((await h.status(s))['update_waiting'] === true) h.clock.advance(1_000);
    await h.settle();
    expect(await h.status(s)).toMatchObject({ failures_in_a_row: 0, last_deliveries: [{ status: 202 }] });
  });
});

test('T49 a 410 ends the subscription at once, without a denial', async () => {
  await h.subscribe(s.url('/cb'));
  refuse(410);
  await h.publish('one');
  expect(await h.status(s)).toMatchObject({ state: 'removed', reason: 'the callback answered 410 Gone' });
  expect(h.logged.at(-1)).toMatchObject({ event: 'hub.removed', reason: 'the callback answered 410 Gone' });
  await h.publish('two');
  expect(texts()).toEqual(['one']);
  expect(s.gets('denied')).toHaveLength(0);
});

describe('T50 the count of failures', () => {
  test('T50 an error status and a timeout each count as one failure', async () => {
    await h.subscribe(s.url('/cb'));
    refuse(500);
    await h.publish('one');
    expect(await h.status(s)).toMatchObject({ failures_in_a_row: 1, last_deliveries: [{ status: 500, error: null }] });
    s.behavior = () => 'hang';
    h.source.publish({ [paths.atomFeed]: 'two' });
    await s.until(() => s.posts().length === 2);
    await h.advance(30);
    expect(await h.status(s)).toMatchObject({
      failures_in_a_row: 2,
      last_deliveries: [{ status: null, error: 'no answer within 30 s' }, { status: 500 }],
    });
  });
  test('T50 a 2xx resets the count', async () => {
    await h.subscribe(s.url('/cb'));
    for (const status of [500, 500, 200, 500, 500]) {
      refuse(status);
      await h.publish(`body ${Math.random()}`);
    }
    expect(await h.status(s)).toMatchObject({ state: 'active', failures_in_a_row: 2 });
  });
  test('T50 a verified renewal resets the count, but a failed one does not', async () => {
    await h.subscribe(s.url('/cb'));
    refuse(500);
    await h.publish('one');
    await h.publish('two');
    s.behavior = () => ({ status: 500 });
    await h.subscribe(s.url('/cb'));
    expect(await h.status(s)).toMatchObject({ failures_in_a_row: 2 });
    s.behavior = ({ method }) => (method === 'POST' ? { status: 204 } : 'echo');
    await h.subscribe(s.url('/cb'));
    expect(await h.status(s)).toMatchObject({ failures_in_a_row: 0, update_waiting: false });
  });
});

async function failThreeTimes(): Promise<void> {
  refuse(500);
  for (const body of ['one', 'two', 'three']) await h.publish(body);
}

test('T51 the third failure in a row ends the subscription with one denial and no more POSTs, without affecting others', async () => {
  const other = await h.subscriber();
  await h.subscribe(s.url('/cb?x=1'));
  await h.subscribe(other.url('/cb'));
  await failThreeTimes();
  const [denial, ...more] = s.gets('denied');
  expect(denial?.target).toMatch(/^\/cb\?x=1&hub\.mode=denied&/);
  expect(Object.fromEntries(denial?.query ?? [])).toEqual({
    x: '1',
    'hub.mode': 'denied',
    'hub.topic': h.topic(),
    'hub.reason': '3 deliveries in a row failed; the last error: the callback answered 500',
  });
  expect(more).toEqual([]);
  expect(h.logged.at(-1)).toMatchObject({ event: 'hub.removed', reason: denial?.query.get('hub.reason') });
  await h.publish('four');
  await h.advance(7_200);
  expect(texts()).toEqual(['one', 'two', 'three']);
  expect(other.posts().map(({ body }) => body.toString())).toEqual(['one', 'two', 'three', 'four']);
});

describe('T52 a restart loses nothing', () => {
  test('T52 subscriptions, secrets and failure counts are kept', async () => {
    await h.subscribe(s.url('/cb'), { 'hub.secret': 'geheim' });
    refuse(500);
    await h.publish('one');
    await h.publish('two');
    const before = await h.status(s);
    await h.restart();
    expect(await h.status(s)).toEqual(before);
    await h.publish('three');
    expect(await h.status(s)).toMatchObject({ state: 'removed' });
    expect(s.posts().at(-1)?.headers['x-hub-signature']).toMatch(/^sha256=/);
  });
  test('T52 an interrupted delivery is repeated', async () => {
    await h.subscribe(s.url('/cb'));
    s.behavior = () => 'hang';
    h.source.publish({ [paths.atomFeed]: 'one' });
    await s.until(() => s.posts().length === 1);
    await h.stop();
    refuse(204);
    await h.start();
    await h.settle();
    expect(texts()).toEqual(['one', 'one']);
    expect(await h.status(s)).toMatchObject({ failures_in_a_row: 0 });
  });
  test('T52 a waiting delivery keeps its time, and the lease keeps running', async () => {
    await h.subscribe(s.url('/cb'), { 'hub.lease_seconds': '3600' });
    refuse(500);
    await h.publish('one');
    await h.restart();
    await h.advance(59);
    expect(texts()).toEqual(['one']);
    refuse(204);
    await h.advance(1);
    expect(texts()).toEqual(['one', 'one']);
    await h.restart();
    await h.advance(3_600);
    expect(await h.status(s)).toMatchObject({ state: 'lapsed' });
  });
  test('T52 an update published while the hub is down is delivered once when it starts', async () => {
    await h.subscribe(s.url('/cb'));
    await h.stop();
    h.source.publish({ [paths.atomFeed]: 'meanwhile' });
    await h.start();
    await h.settle();
    expect(texts()).toEqual(['meanwhile']);
    await h.restart();
    expect(texts()).toEqual(['meanwhile']);
  });
  test('T52 an interrupted denial is sent again', async () => {
    await h.subscribe(s.url('/cb'));
    refuse(500);
    await h.publish('one');
    await h.publish('two');
    s.behavior = ({ method }) => (method === 'POST' ? { status: 500 } : 'hang');
    h.source.publish({ [paths.atomFeed]: 'three' });
    await s.until(() => s.gets('denied').length === 1);
    await h.restart();
    await s.until(() => s.gets('denied').length === 2);
  });
});

test('T53 a denied subscriber can subscribe again', async () => {
  await h.subscribe(s.url('/cb'));
  await failThreeTimes();
  refuse(204);
  await h.subscribe(s.url('/cb'));
  expect(await h.status(s)).toMatchObject({ state: 'active', failures_in_a_row: 0, reason: null });
  await h.publish('four');
  expect(texts()).toEqual(['one', 'two', 'three', 'four']);
});

describe('T54 a failed delivery is tried again', () => {
  test('T54 after about 1 minute, then after about 15', async () => {
    await h.subscribe(s.url('/cb'));
    refuse(500);
    await h.publish('one');
    await h.advance(59);
    expect(s.posts()).toHaveLength(1);
    await h.advance(1);
    expect(s.posts()).toHaveLength(2);
    await h.advance(899);
    expect(s.posts()).toHaveLength(2);
    await h.advance(1);
    expect(s.posts()).toHaveLength(3);
    expect(await h.status(s)).toMatchObject({ state: 'removed' });
  });
  test('T54 with the current content', async () => {
    await h.subscribe(s.url('/cb'));
    refuse(500);
    await h.publish('one');
    await h.publish('two');
    refuse(204);
    await h.advance(900);
    expect(texts()).toEqual(['one', 'two', 'two']);
  });
  test('T54 a newer update replaces a waiting one and is sent at once', async () => {
    await h.subscribe(s.url('/cb'));
    refuse(500);
    await h.publish('one');
    refuse(204);
    await h.publish('two');
    await h.advance(7_200);
    expect(texts()).toEqual(['one', 'two']);
  });
  test('T54 a subscriber that is down during several quick builds has one failure and then gets only the last one', async () => {
    await h.subscribe(s.url('/cb'));
    await s.stop();
    for (const body of ['one', 'two', 'three']) {
      await h.publish(body);
      await h.advance(7);
    }
    await s.start();
    await h.publish('four');
    expect(await h.status(s)).toMatchObject({ state: 'active', failures_in_a_row: 1, update_waiting: true });
    await h.advance(60 - 21 - 1);
    expect(texts()).toEqual([]);
    await h.advance(1);
    expect(texts()).toEqual(['four']);
    expect(await h.status(s)).toMatchObject({ state: 'active', failures_in_a_row: 0, update_waiting: false });
  });
  const unreached = withReleaseCases<readonly [string, () => void | Promise<void>]>(
    'T54 newer updates wait for the retry after a reset connection or a 429 with Retry-After',
    [
      ['a refused connection', () => s.stop()],
      ['a 503 with Retry-After', () => refuse(503, { 'Retry-After': '30' })],
    ],
    [
      [
        'a reset connection',
        () => {
          s.behavior = (_, response) => {
            response.destroy();
            return undefined;
          };
        },
      ],
      ['a 429 with Retry-After', () => refuse(429, { 'Retry-After': '1' })],
    ],
  );
  for (const [name, fail] of unreached) {
    test(`T54 after ${name}, newer updates wait for the retry, even across a restart of the hub`, async () => {
      await h.subscribe(s.url('/cb'));
      await fail();
      await h.publish('one');
      const attempts = s.posts().length;
      await h.publish('two');
      await h.restart();
      await h.publish('three');
      refuse(204);
      if (attempts === 0) await s.start();
      await h.advance(59);
      expect(await h.status(s)).toMatchObject({ state: 'active', failures_in_a_row: 1 });
      expect(s.posts()).toHaveLength(attempts);
      await h.advance(1);
      expect(texts().slice(attempts)).toEqual(['three']);
    });
  }
  test('T54 after a timeout, newer updates wait for the retry', async () => {
    await h.subscribe(s.url('/cb'));
    s.behavior = () => 'hang';
    h.source.publish({ [paths.atomFeed]: 'one' });
    await s.until(() => s.posts().length === 1);
    await h.advance(30);
    refuse(204);
    await h.publish('two');
    await h.advance(59);
    expect(texts()).toEqual(['one']);
    await h.advance(1);
    expect(texts()).toEqual(['one', 'two']);
  });
  test('T54 if the host name has no address, newer updates wait for the retry', async () => {
    let isKnown = true;
    await h.clear();
    h = await new Harness({ resolve: async () => (isKnown ? ['127.0.0.1'] : []) }).start();
    s = await h.subscriber();
    await h.subscribe(s.url('/cb', 'reader.test'));
    // A connection that is kept alive skips DNS.
    await h.restart();
    isKnown = false;
    for (const body of ['one', 'two']) await h.publish(body);
    expect(await h.status(s)).toMatchObject({ failures_in_a_row: 1, last_deliveries: [{ error: 'reader.test has no address' }] });
  });
  const answered = withReleaseCases<readonly [string, number, string | undefined]>(
    'T54 a callback that answered 404, 302 or 503 with an invalid or past Retry-After gets a newer update at once',
    [
      ['500', 500, undefined],
      ['503 without Retry-After', 503, undefined],
      ['500 with Retry-After', 500, '600'],
    ],
    [
      ['404', 404, undefined],
      ['302', 302, undefined],
      ['503 with an invalid Retry-After', 503, 'soon'],
      ['503 with a Retry-After in the past', 503, 'Thu, 01 Jan 2015 00:00:00 GMT'],
    ],
  );
  for (const [name, status, wait] of answered) {
    test(`T54 a callback that answered ${name} gets a newer update at once`, async () => {
      await h.subscribe(s.url('/cb'));
      refuse(status, wait === undefined ? {} : { 'Retry-After': wait });
      for (const body of ['one', 'two']) await h.publish(body);
      expect(texts()).toEqual(['one', 'two']);
      expect(await h.status(s)).toMatchObject({ failures_in_a_row: 2 });
    });
  }
  test('T54 newer updates wait until Retry-After is over', async () => {
    await h.subscribe(s.url('/cb'));
    refuse(503, { 'Retry-After': '120' });
    await h.publish('one');
    refuse(204);
    await h.advance(119);
    await h.publish('two');
    expect(texts()).toEqual(['one']);
    await h.advance(1);
    expect(texts()).toEqual(['one', 'two']);
  });
  test('T54 a callback that is down is removed after its third scheduled attempt, however many builds come', async () => {
    await h.subscribe(s.url('/cb'));
    await s.stop();
    for (let second = 0; second < 960; second += 30) {
      await h.publish(`at ${second}`);
      await h.advance(29);
      expect(h.logged.at(-1)).not.toMatchObject({ event: 'hub.removed' });
      await h.advance(1);
    }
    expect(h.logged).toContainEqual(expect.objectContaining({ event: 'hub.removed', callback: s.url('/cb') }));
  });
  test('T54 and T50 a verified renewal ends the wait', async () => {
    await h.subscribe(s.url('/cb'));
    refuse(503, { 'Retry-After': '3000' });
    for (const body of ['one', 'two']) await h.publish(body);
    refuse(204);
    await h.subscribe(s.url('/cb'));
    expect(texts()).toEqual(['one', 'two']);
  });
  test('T54 each failure decides again whether newer updates wait', async () => {
    await h.subscribe(s.url('/cb'));
    refuse(503, { 'Retry-After': '1' });
    for (const body of ['one', 'two']) await h.publish(body);
    expect(texts()).toEqual(['one']);
    refuse(500);
    await h.advance(60);
    expect(texts()).toEqual(['one', 'two']);
    refuse(204);
    await h.publish('three');
    expect(texts()).toEqual(['one', 'two', 'three']);
  });
  const waits = withReleaseCases<readonly [string, number]>(
    'T54 the waits for a Retry-After that is short or invalid',
    [
      ['120', 120],
      ['99999', 3_600],
      ['Thu, 01 Jan 2026 00:05:00 GMT', 300],
    ],
    [
      ['5', 60],
      ['soon', 60],
    ],
  );
  for (const [value, seconds] of waits) {
    test(`T54 Retry-After: ${value} means ${seconds} s`, async () => {
      await h.subscribe(s.url('/cb'));
      refuse(503, { 'Retry-After': value });
      await h.publish('one');
      await h.advance(seconds - 1);
      expect(s.posts()).toHaveLength(1);
      await h.advance(1);
      expect(s.posts()).toHaveLength(2);
    });
  }
});

describe('T55 a slow subscriber does not delay others', () => {
  test('T55 each callback gets one delivery at a time', async () => {
    const underWay = new Map<string, number>();
    let most = 0;
    s.behavior = async ({ method, target }) => {
      if (method === 'GET') return 'echo';
      underWay.set(target, (underWay.get(target) ?? 0) + 1);
      most = Math.max(most, underWay.get(target) ?? 0);
      await new Promise(setImmediate);
      underWay.set(target, (underWay.get(target) ?? 0) - 1);
      return { status: 204 };
    };
    for (const path of [paths.atomFeed, paths.jsonFeed, paths.reviews]) await h.subscribe(s.url('/cb'), { 'hub.topic': h.topic(path) });
    h.source.publish({ [paths.atomFeed]: 'a', [paths.jsonFeed]: 'b', [paths.reviews]: 'c' });
    await h.settle();
    expect(texts().toSorted()).toEqual(['a', 'b', 'c']);
    expect(most).toBe(1);
  });
  describe('with many callbacks', () => {
    const hanging = () => s.posts().filter(({ target }) => target.startsWith('/hang')).length;
    const subscribe = async (path: string, count: number) => {
      for (let i = 0; i < count; i += 1) await h.ask(s.url(`${path}/${i}`));
      await h.settle();
    };
    beforeEach(async () => {
      await h.restart({ caps: { perHost: 10_000, total: 10_000, perSubscription: 1 } });
      s.behavior = ({ method, target }) => (method === 'GET' ? 'echo' : target.startsWith('/hang') ? 'hang' : { status: 204 });
    });

    test('T55 many callbacks get deliveries at once, and hanging ones do not delay others', async () => {
      const hangs = isRelease ? 300 : 100;
      await subscribe('/hang', hangs);
      await subscribe('/cb', 20);
      h.source.publish({ [paths.atomFeed]: 'one' });
      await s.until(() => s.posts().length === hangs + 20);
      while ((await h.hub.health()).since_start.delivered !== 20) await new Promise(setImmediate);
      expect(await h.hub.health()).toMatchObject({ deliveries_under_way: hangs, since_start: { failed: 0 } });
      await h.advance(limits.hub.deliveryTimeoutSeconds);
      expect(await h.hub.health()).toMatchObject({ deliveries_under_way: 0, since_start: { failed: hangs } });
    });

    releaseTest('T55 the number of deliveries at once is limited', async () => {
      const { deliveriesAtOnce: atOnce } = limits.hub;
      await subscribe('/hang', atOnce + 20);
      h.source.publish({ [paths.atomFeed]: 'one' });
      await s.until(() => hanging() === atOnce);
      await new Promise(setImmediate);
      expect(await h.hub.health()).toMatchObject({ deliveries_under_way: atOnce, since_start: { failed: 0 } });
    });
  });
});
