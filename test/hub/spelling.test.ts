import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../site/contract/paths.ts';
import { Harness, type HarnessOptions } from './harness.ts';
import type { Subscriber } from './subscriber.ts';

let h: Harness;
let s: Subscriber;

async function begin(options: HarnessOptions = {}): Promise<void> {
  h = await new Harness({ resolve: async () => ['127.0.0.1'], ...options }).start();
  s = await h.subscriber();
}
afterEach(() => h.clear());

const targets = () => s.posts().map(({ target }) => target);

describe('T07 callbacks that differ only in spelling are one subscription', () => {
  beforeEach(() => begin());
  const pairs: readonly (readonly [string, string, string])[] = [
    ['the case of scheme and host', 'https://reader.test:PORT/cb', 'HTTPS://Reader.TEST:PORT/cb'],
    ['a trailing dot of the host', 'https://reader.test:PORT/cb', 'https://reader.test.:PORT/cb'],
    ['an escaped host', 'https://reader.test:PORT/cb', 'https://%72eader.test:PORT/cb'],
    ['another spelling of an address', 'https://127.0.0.1:PORT/cb', 'https://0x7f.1:PORT/cb'],
    [
      'escapes of unreserved characters in the path',
      'https://reader.test:PORT/a~b-c_d.e9',
      'https://reader.test:PORT/%61%7eb%2Dc%5Fd%2E%65%39',
    ],
    ['escapes of unreserved characters in the query', 'https://reader.test:PORT/cb?a=b~', 'https://reader.test:PORT/cb?%61=b%7E'],
    ['the case of an escape', 'https://reader.test:PORT/a%2fb?c%c3%a9', 'https://reader.test:PORT/a%2Fb?c%C3%A9'],
    ['a port with leading zeros', 'https://reader.test:PORT/cb', 'https://reader.test:0PORT/cb'],
    ['an empty path', 'https://reader.test:PORT/', 'https://reader.test:PORT'],
  ];
  for (const [name, one, other] of pairs) {
    test(`T07 ${name}: deliveries go to the spelling that was verified last`, async () => {
      const [first, second] = [one, other].map((url) => url.replace('PORT', String(s.port))) as [string, string];
      const targetOf = (url: string) => /^[^:]+:\/\/[^/]+(.*)$/.exec(url)?.[1] || '/';
      await h.subscribe(first);
      await h.subscribe(second);
      await h.publish('one');
      expect(targets()).toEqual([targetOf(second)]);
      expect(await h.status(s)).toMatchObject({ state: 'active', callback: second });
      await h.subscribe(first);
      await h.publish('two');
      expect(targets()).toEqual([targetOf(second), targetOf(first)]);
      await h.unsubscribe(second);
      expect(s.gets('unsubscribe').map(({ target }) => target.startsWith(targetOf(second)))).toEqual([true]);
      await h.publish('three');
      expect(targets()).toHaveLength(2);
    });
  }

  const different: readonly (readonly [string, string, string])[] = [
    ['a path in another case', '/cb', '/CB'],
    ['a trailing slash', '/cb', '/cb/'],
    ['an escaped slash', '/a/b', '/a%2Fb'],
    ['a space instead of a plus in the query', '/cb?a+b', '/cb?a%20b'],
    ['a double-dot segment', '/cb', '/x/../cb'],
    ['an empty query', '/cb', '/cb?'],
    ['an escaped percent sign', '/%61', '/%2561'],
    ['half an escape', '/%%341', '/%4%31'],
  ];
  for (const [name, one, other] of different) {
    test(`T07 ${name} makes a different subscription`, async () => {
      await h.subscribe(s.url(one));
      await h.subscribe(s.url(other));
      await h.publish('one');
      expect(targets().toSorted()).toEqual([one, other].toSorted());
    });
  }
});

describe('T07 the spelling that counts is the one verified last', () => {
  beforeEach(() => begin());
  test('T07 a spelling that is not verified changes nothing', async () => {
    await h.subscribe(s.url('/cb'), { 'hub.secret': 'first' });
    s.behavior = ({ target }) => (target.startsWith('/%63b') ? { status: 404 } : 'echo');
    await h.subscribe(s.url('/%63b'));
    await h.publish('one');
    expect(targets()).toEqual(['/cb']);
    expect(s.posts()[0]?.headers['x-hub-signature']).toMatch(/^sha256=/);
  });
  test('T07 and T27 of two pending requests in different spellings, the newest one that is verified counts', async () => {
    const open = new Map<string, () => void>();
    s.behavior = async ({ method, target }) => {
      if (method === 'POST') return { status: 204 };
      await new Promise<void>((resolve) => open.set(target.split('?')[0] ?? '', resolve));
      return 'echo';
    };
    await h.ask(s.url('/cb'));
    await h.ask(s.url('/%63b'));
    await s.until(({ length }) => length === 2);
    open.get('/%63b')?.();
    await s.until(() => open.size === 2);
    open.get('/cb')?.();
    await h.settle();
    await h.publish('one');
    expect(targets()).toEqual(['/%63b']);
  });
  test('T07 and T51 the denial goes to that spelling, too', async () => {
    await h.subscribe(s.url('/cb'));
    await h.subscribe(s.url('/%63b'));
    s.behavior = ({ method }) => ({ status: method === 'POST' ? 500 : 200 });
    for (const body of ['one', 'two', 'three']) await h.publish(body);
    expect(s.gets('denied').map(({ target }) => target.split('?')[0])).toEqual(['/%63b']);
  });
  test('T07 and T55 a callback gets one delivery at a time, whatever the spelling', async () => {
    let underWay = 0;
    let most = 0;
    s.behavior = async ({ method }) => {
      if (method === 'GET') return 'echo';
      underWay += 1;
      most = Math.max(most, underWay);
      for (let turns = 0; turns < 100; turns += 1) await new Promise(setImmediate);
      underWay -= 1;
      return { status: 204 };
    };
    await h.subscribe(s.url('/cb'));
    await h.subscribe(s.url('/%63b'), { 'hub.topic': h.topic(paths.jsonFeed) });
    h.source.publish({ [paths.atomFeed]: 'a', [paths.jsonFeed]: 'b' });
    await h.settle();
    expect(targets().toSorted()).toEqual(['/%63b', '/cb']);
    expect(most).toBe(1);
  });
});

test('T07 a callback with the default port is the same as one without a port', async () => {
  await begin({ resolve: () => new Promise(() => {}), caps: { perHost: 1, total: 10, perSubscription: 3 } });
  expect((await h.ask('https://reader.test/cb')).status).toBe(202);
  expect((await h.ask('https://reader.test:443/cb')).status).toBe(202);
  expect((await h.ask('https://reader.test:444/cb')).status).toBe(429);
});

test('T07 and T64 caps and rate limits ignore a trailing dot of the host', async () => {
  await begin({ resolve: () => new Promise(() => {}), caps: { perHost: 1, total: 10, perSubscription: 3 }, rateLimit: 15 });
  expect((await h.ask('https://reader.test/1')).status).toBe(202);
  const full = await h.ask('https://Reader.test./2');
  expect([full.status, await full.text()]).toEqual([429, expect.stringContaining('reached its limit of subscriptions')]);
  expect((await h.ask('https://reader.test./1')).status).toBe(202);
  const limited = await h.ask('https://reader.test./1');
  expect([limited.status, await limited.text()]).toEqual([429, expect.stringContaining('Too many requests')]);
});

test("T07 a trailing dot doesn't hide the service's own origin", async () => {
  await begin();
  const { port } = new URL(h.baseUrl);
  for (const host of ['localhost.', 'LOCALHOST.', 'localhost']) {
    const response = await h.ask(`https://${host}:${port}/feed.xml`);
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('own origin')]);
  }
});

test('T07 the TLS server name has no trailing dot (RFC 6066 3)', async () => {
  await begin();
  const names: unknown[] = [];
  s.behavior = (_, response) => {
    names.push((response.socket as TLSSocket & { readonly servername?: string }).servername);
    return 'echo';
  };
  await h.subscribe(s.url('/cb', 'reader.test.'));
  await h.subscribe(s.url('/cb', 'reader.test'));
  expect(names).toEqual(['reader.test', 'reader.test']);
  expect(s.received.map(({ headers }) => headers.host)).toEqual([`reader.test.:${s.port}`, `reader.test:${s.port}`]);
});
