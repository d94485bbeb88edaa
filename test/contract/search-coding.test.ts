import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ask, decoded, type TestResponse } from '../support/ask.ts';
import { serve, type TestServer } from '../support/serve.ts';

let server: TestServer;
beforeAll(async () => {
  server = await serve({ DIST_DIR: inject('dists').demo });
});
afterAll(() => server.close());

const search = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(server.url, `/api/reviews/search?${query}`, { headers, method });

/** Returns the headers except the date and `names`. */
const without = ({ headers }: TestResponse, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'date' && !names.includes(name)));

const LARGE = 'limit=100';
/** Matches no review, so the body is smaller than 1,024 bytes. */
const SMALL = 'query=no+review+says+so';

describe('a search response', () => {
  test.each<readonly [accept: string, coding: string | undefined]>([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['zstd', undefined],
  ])('to Accept-Encoding %j has the content coding %s', async (accept, coding) => {
    const plain = await search(LARGE);
    const answer = await search(LARGE, { 'accept-encoding': accept });
    expect([answer.status, answer.headers['content-encoding'], answer.headers['content-length']]).toEqual([
      200,
      coding,
      String(answer.body.length),
    ]);
    expect(decoded(answer).equals(plain.body)).toBe(true);
    const same = without(answer, 'etag', 'content-length', 'content-encoding');
    expect(same).toEqual(without(plain, 'etag', 'content-length'));
    if (coding === undefined) expect(answer.headers.etag).toBe(plain.headers.etag);
    else expect(answer.body.length).toBeLessThan(plain.body.length * 0.4);
  });

  test('always has Vary: Accept-Encoding, even if it’s uncompressed, small or a 304', async () => {
    for (const query of [LARGE, SMALL]) {
      for (const accept of ['identity', 'br']) {
        const answer = await search(query, { 'accept-encoding': accept });
        expect(answer.headers.vary).toBe('Accept-Encoding');
        const fresh = await search(query, { 'accept-encoding': accept, 'if-none-match': answer.headers.etag ?? '' });
        expect([fresh.status, fresh.headers.vary]).toEqual([304, 'Accept-Encoding']);
      }
    }
  });

  test('has a stable, strong ETag for each coding that only matches that coding', async () => {
    const tags = new Map<string, string>();
    for (const accept of ['identity', 'gzip', 'br']) {
      const [one, two] = [await search(LARGE, { 'accept-encoding': accept }), await search(LARGE, { 'accept-encoding': accept })];
      expect(one.headers.etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
      expect(two.headers.etag).toBe(one.headers.etag);
      expect(two.body.equals(one.body)).toBe(true);
      tags.set(accept, one.headers.etag ?? '');
    }
    expect(new Set(tags.values()).size).toBe(3);
    for (const accept of tags.keys()) {
      for (const [form, etag] of tags) {
        const fresh = await search(LARGE, { 'accept-encoding': accept, 'if-none-match': etag });
        expect([accept, form, fresh.status]).toEqual([accept, form, accept === form ? 304 : 200]);
        if (accept === form) expect([fresh.headers.etag, fresh.text, fresh.headers['content-encoding']]).toEqual([etag, '', undefined]);
        const match = await search(LARGE, { 'accept-encoding': accept, 'if-match': etag });
        expect(match.status).toBe(accept === form ? 200 : 412);
      }
    }
  });

  test('below 1,024 bytes is sent uncompressed', async () => {
    const answer = await search(SMALL, { 'accept-encoding': 'br, gzip' });
    expect([answer.status, answer.headers['content-encoding'], answer.text]).toEqual([
      200,
      undefined,
      '{"matched":0,"returned":0,"reviews":[\n\n]}\n',
    ]);
  });

  test('to HEAD has the headers of GET, except the length of the compressed body', async () => {
    const headers = { 'accept-encoding': 'br' };
    const [got, head] = [await search(LARGE, headers), await search(LARGE, headers, 'HEAD')];
    expect([head.status, head.body.length, without(head)]).toEqual([200, 0, without(got, 'content-length')]);
  });

  test('with 100 reviews is compressed to less than a third', async () => {
    const [plain, coded] = [await search(LARGE), await search(LARGE, { 'accept-encoding': 'br' })];
    expect(plain.body.length).toBeGreaterThan(50_000);
    expect(coded.body.length).toBeLessThan(plain.body.length / 3);
  });

  test('that a client aborts doesn’t block later ones', async () => {
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const abort = AbortSignal.timeout(1);
        await fetch(`${server.url}/api/reviews/search?${LARGE}`, { signal: abort, headers: { 'accept-encoding': 'br' } }).catch(() => {});
      }),
    );
    expect((await search(LARGE, { 'accept-encoding': 'br' })).status).toBe(200);
  });
});

test.each(['If-Unmodified-Since', 'If-Modified-Since'])(
  'a search response has no Last-Modified, so %s is ignored (RFC 9110 13.1.3, 13.1.4)',
  async (name) => {
    for (const date of ['Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT', 'yesterday']) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await search('rating=5', { [name]: date }, method);
        expect([date, answer.status, answer.headers['last-modified']]).toEqual([date, 200, undefined]);
      }
    }
    const tag = (await search('rating=5')).headers.etag ?? '';
    expect((await search('rating=5', { [name]: 'Thu, 01 Jan 1970 00:00:00 GMT', 'if-none-match': tag })).status).toBe(304);
  },
);

test.each([
  ['query=panel&stars=5&order=new&stars=4', 'stars, order'],
  ['constructor=1&na%20me%0D%0A=1&%C3%A9=1', 'constructor, na%20me%0D%0A, %C3%A9'],
  ['query=panel', undefined],
])('unknown parameters are ignored and listed in a header: %s', async (query, names) => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await search(query, {}, method);
    expect([answer.status, answer.headers['ignored-parameters']]).toEqual([200, names]);
    expect(answer.headers['access-control-expose-headers']).toContain('Ignored-Parameters');
  }
});
