import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { malformedHosts } from '../support/malformed-hosts.ts';
import { Harness } from './harness.ts';
import type { Subscriber } from './subscriber.ts';

let h: Harness;
let s: Subscriber;
let count = 0;
beforeAll(async () => {
  h = await new Harness().start();
  s = await h.subscriber();
});
afterAll(() => h.clear());
/** Each test has its own callback. */
let callback = '';
beforeEach(() => {
  count += 1;
  callback = s.url(`/${count}`);
});

const subscription = () => ({ 'hub.mode': 'subscribe', 'hub.topic': h.topic(), 'hub.callback': callback });

async function refusal(form: Readonly<Record<string, string>> | string): Promise<string> {
  const response = await h.post(form);
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  return response.text();
}

/** Subscribes and returns the lease that the verification grants. */
async function grantedLease(asked: Readonly<Record<string, string>>): Promise<string | null | undefined> {
  await h.subscribe(callback, asked);
  return s.received.at(-1)?.query.get('hub.lease_seconds');
}

test('T01 mode, topic and callback alone are accepted with 202', async () => {
  const response = await h.post(subscription());
  expect(response.status).toBe(202);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
});

test('T02 a secret is accepted with 202', async () => {
  expect((await h.post({ ...subscription(), 'hub.secret': 'geheim' })).status).toBe(202);
});

test('T03 unknown parameters are ignored', async () => {
  const unknown = { foo: '1', 'hub.foo': '2', 'hub.verify': 'sync', 'hub.verify_token': 'x' };
  expect((await h.post({ ...subscription(), ...unknown })).status).toBe(202);
  await h.settle();
  expect(s.received.at(-1)?.target).not.toMatch(/foo|verify/);
});

test('T03 repeated unknown parameters are ignored, too: laminas-feed sends hub.verify twice', async () => {
  const twice = `${new URLSearchParams({ ...subscription(), 'hub.verify': 'sync' })}&hub.verify=async&foo=1&foo=2&hub.foo=1&hub.foo=2`;
  expect((await h.post(twice)).status).toBe(202);
  await h.settle();
  expect(await h.status(s)).toMatchObject({ state: 'active', callback });
});

test('T03 hub.url is an unknown parameter except in publish, and can be repeated', async () => {
  expect((await h.post(`${new URLSearchParams(subscription())}&hub.url=x&hub.url=y`)).status).toBe(202);
});

describe('T04 a missing or empty parameter is a 400 that names it', () => {
  for (const name of ['hub.mode', 'hub.topic', 'hub.callback']) {
    test(`T04 ${name}`, async () => {
      const { [name]: _, ...rest } = subscription() as Record<string, string>;
      expect(await refusal(rest)).toContain(name);
      expect(await refusal({ ...rest, [name]: '' })).toContain(name);
    });
  }
});

test('T05 an unknown mode is a 400', async () => {
  for (const mode of ['denied', 'SUBSCRIBE', 'subscribe ', 'list']) {
    expect(await refusal({ ...subscription(), 'hub.mode': mode })).toContain('hub.mode');
  }
});

test('T06 a callback on plain HTTP is a 400 with the reason', async () => {
  expect(await refusal({ ...subscription(), 'hub.callback': 'http://reader.example/cb' })).toMatch(/hub\.callback must be an HTTPS URL/);
});

describe('T07 a callback that no hub should call is a 400', () => {
  const table: readonly (readonly [string, string | (() => string)])[] = [
    ['user info', 'https://user:pass@reader.example/'],
    ['a user name alone', 'https://user@reader.example/'],
    ['empty user info', 'https://@reader.example/'],
    ['a fragment', 'https://reader.example/#top'],
    ['an empty fragment', 'https://reader.example/#'],
    ['not a URL', 'reader.example/cb'],
    ['no host', 'https:///'],
    ['a dot as host', 'https://.'],
    ['dots as host', 'https://../'],
    ['an empty label', 'https://reader..example/'],
    ['an empty first label', 'https://.reader.example/'],
    ['two last dots', 'https://reader.example../'],
    ['a label of 64 characters', `https://${'a'.repeat(64)}.example/`],
    ['a name of 254 characters', `https://${`${'a'.repeat(49)}.`.repeat(5)}abcd/`],
    ['a space', 'https://reader.example/a b'],
    ['a line break', 'https://reader.example/a\r\nX: y'],
    ['a backslash', 'https://reader.example\\@10.0.0.1/'],
    ['another scheme', 'ftp://reader.example/'],
    ['a single slash', 'https:/reader.example/'],
    ['a private address', 'https://10.0.0.1/'],
    ['another private address', 'https://192.168.1.1/'],
    ['a link-local address', 'https://169.254.169.254/latest/meta-data'],
    ['IPv6 loopback', 'https://[::1]/'],
    ['a mapped private address', 'https://[::ffff:10.0.0.1]/'],
    ['a mapped private address in hex', 'https://[::ffff:a00:1]/'],
    ['a compatible address', 'https://[::a00:1]/'],
    ['IPv6 link-local', 'https://[fe80::1]/'],
    ['a unique local address', 'https://[fd00::1]/'],
    ['a hexadecimal address', 'https://0xa.0.0.1/'],
    ['an octal address', 'https://012.0.0.1/'],
    ['an address as one number', 'https://167772161/'],
    ['a shortened address', 'https://10.1/'],
    ['an address with a trailing dot', 'https://10.0.0.1./'],
    ['full-width digits', 'https://%EF%BC%91%EF%BC%90.0.0.1/'],
    ['port 0, which nobody can connect to', 'https://reader.example:0/'],
    ['port 0 with more digits', 'https://reader.example:00/'],
    ['the unspecified address', 'https://0.0.0.0/'],
    ['the broadcast address', 'https://255.255.255.255/'],
    ["the service's own origin", () => h.baseUrl.replace('http:', 'https:')],
    ...Object.entries(malformedHosts).map(([what, host]) => [`a host with ${what}`, `https://${host}`] as const),
    ...Object.entries(malformedHosts).map(([what, host]) => [`a host with ${what}, and a path`, `https://${host}/callback`] as const),
    ['a URL that is too long', `https://reader.example/${'a'.repeat(2_048)}`],
  ];
  for (const [name, url] of table) {
    test(`T07 ${name}`, async () => {
      const text = await refusal({ ...subscription(), 'hub.callback': typeof url === 'string' ? url : url() });
      expect(text).toMatch(/^hub\.callback /);
    });
  }
  test('T07 loopback addresses and names, if they are not allowed', async () => {
    const strict = await new Harness({ allowCidrs: [] }).start();
    const hosts = [
      '127.0.0.1',
      '127.1',
      '0x7f.1',
      '2130706433',
      '0177.0.0.1',
      'localhost',
      'a.localhost',
      'LOCALHOST.',
      '[::ffff:127.0.0.1]',
    ];
    for (const host of hosts) expect((await strict.ask(`https://${host}/`)).status, host).toBe(400);
    await strict.clear();
  });
});

test('T08 an unknown topic is a 400, and escaped unreserved characters are decoded before comparing', async () => {
  for (const topic of [
    `${h.baseUrl}/other.xml`,
    `${h.topic()}?x=1`,
    `${h.topic()}#x`,
    '/feed.xml',
    'https://other.example/feed.xml',
    `${h.topic()}%2F`,
    `${h.topic()}\u0000`,
    `\u0001${h.topic()}`,
  ]) {
    expect(await refusal({ ...subscription(), 'hub.topic': topic })).toContain('hub.topic');
  }
  expect((await h.post({ ...subscription(), 'hub.topic': `${h.baseUrl}/%66eed.xml` })).status).toBe(202);
  expect((await h.post({ ...subscription(), 'hub.topic': `${h.baseUrl}/feed%2Exml` })).status).toBe(202);
});

test('T09 a secret can have up to 199 bytes, not characters', async () => {
  expect((await h.post({ ...subscription(), 'hub.secret': 'x'.repeat(199) })).status).toBe(202);
  expect(await refusal({ ...subscription(), 'hub.secret': 'x'.repeat(200) })).toContain('hub.secret');
  expect((await h.post({ ...subscription(), 'hub.secret': `${'é'.repeat(99)}x` })).status).toBe(202);
  expect(await refusal({ ...subscription(), 'hub.secret': 'é'.repeat(100) })).toContain('hub.secret');
});

describe('T10 the lease', () => {
  const granted: readonly (readonly [string | undefined, string])[] = [
    [undefined, '864000'],
    ['3600', '3600'],
    ['3599', '3600'],
    ['1', '3600'],
    ['86400', '86400'],
    ['2592000', '2592000'],
    ['2592001', '2592000'],
    ['99999999999999999999999', '2592000'],
    ['', '864000'],
  ];
  for (const [asked, lease] of granted) {
    test(`T10 ${asked === undefined ? 'none' : JSON.stringify(asked)} becomes ${lease}`, async () => {
      expect(await grantedLease(asked === undefined ? {} : { 'hub.lease_seconds': asked })).toBe(lease);
    });
  }
  for (const asked of ['0', '-1', '1.5', '1e5', 'ten', ' ', ' 86400', '+86400']) {
    test(`T10 ${JSON.stringify(asked)} is a 400`, async () => {
      expect(await refusal({ ...subscription(), 'hub.lease_seconds': asked })).toContain('hub.lease_seconds');
    });
  }
  test('T10 an empty value renews with the default lease, not the previous one', async () => {
    expect(await grantedLease({ 'hub.lease_seconds': '7200' })).toBe('7200');
    expect(await grantedLease({ 'hub.lease_seconds': '' })).toBe('864000');
    expect(await h.status(s)).toMatchObject({ state: 'active', lease_seconds: 864_000 });
  });
  test('T10 it is ignored when unsubscribing', async () => {
    expect((await h.post({ ...subscription(), 'hub.mode': 'unsubscribe', 'hub.lease_seconds': 'ten' })).status).toBe(202);
  });
});

/** Sends a request that fetch can't send. */
function raw(
  method: string,
  headers: Readonly<Record<string, string>>,
  body?: Buffer,
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(h.hubUrl, { method, headers }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    });
    request.on('error', reject);
    request.end(body);
  });
}

describe('T11 malformed requests', () => {
  test('T11 another media type is a 415', async () => {
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencodedx']) {
      expect((await h.post(subscription(), { 'Content-Type': type })).status, type).toBe(415);
    }
    expect((await raw('POST', {}, Buffer.from('hub.mode=subscribe'))).status).toBe(415);
    expect((await h.post(subscription(), { 'Content-Type': 'Application/X-WWW-Form-Urlencoded; charset=utf-8' })).status).toBe(202);
  });
  test('T11 a body over 16 KiB is a 413, with or without Content-Length', async () => {
    const fits = new URLSearchParams({ ...subscription(), x: '' }).toString();
    expect((await h.post(fits + 'x'.repeat(16_384 - fits.length))).status).toBe(202);
    expect((await h.post(fits + 'x'.repeat(16_385 - fits.length))).status).toBe(413);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Transfer-Encoding': 'chunked' };
    expect((await raw('POST', headers, Buffer.alloc(20_000, 'x'))).status).toBe(413);
  });
  test('T11 a repeated mode, topic, callback, lease_seconds or secret is a 400, even with the same value', async () => {
    const given = { 'hub.secret': 'x', 'hub.lease_seconds': '86400', ...subscription() };
    for (const [name, value] of Object.entries(given)) {
      expect(await refusal(`${new URLSearchParams(given)}&${new URLSearchParams({ [name]: value })}`)).toContain(`${name} is given more`);
      expect(await refusal(`${new URLSearchParams(given)}&${name}=`)).toContain(`${name} is given more`);
    }
  });
  test('T11 repeated parameters are a 400 in unsubscribe and publish, too, except topics in publish', async () => {
    const ending = new URLSearchParams({ ...subscription(), 'hub.mode': 'unsubscribe' });
    expect(await refusal(`${ending}&hub.topic=${encodeURIComponent(h.topic())}`)).toContain('hub.topic');
    const publishing = new URLSearchParams({ 'hub.mode': 'publish', 'hub.topic': h.topic() });
    expect((await h.post(`${publishing}&${new URLSearchParams({ 'hub.topic': h.topic() })}`)).status).toBe(202);
    expect(await refusal(`${publishing}&hub.mode=publish`)).toContain('hub.mode');
  });
  test('T11 an unsupported method is a 405 with Allow', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const answer = await raw(method, {});
      expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    }
  });
  test('T11 invalid UTF-8 is a 400, except in a secret', async () => {
    const form = new URLSearchParams(subscription()).toString();
    expect(await refusal(`hub.mode=subscribe&hub.topic=%FF&hub.callback=https://reader.example/`)).toContain('hub.topic');
    expect((await h.post(`${form}&hub.secret=%FF%00`)).status).toBe(202);
  });
});

test('T12 the response does not wait for DNS or the verification', async () => {
  const never = await new Harness({ resolve: () => new Promise(() => {}) }).start();
  expect((await never.ask('https://reader.test/cb')).status).toBe(202);
  const hanging = await never.subscriber();
  hanging.behavior = () => 'hang';
  expect((await never.ask(hanging.url('/cb'))).status).toBe(202);
  await never.clear();
});

test('T13 unsubscribing a callback that is not subscribed gets the same 202 as any other', async () => {
  const unknown = await h.post({ ...subscription(), 'hub.mode': 'unsubscribe' });
  await h.subscribe(callback);
  const known = await h.post({ ...subscription(), 'hub.mode': 'unsubscribe' });
  expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()]);
  expect(unknown.status).toBe(202);
});
