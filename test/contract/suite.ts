import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { aspectIds, type InsightsDocument } from '../../site/contract/insights.ts';
import { type Review, review } from '../../site/contract/review.ts';
import { reviewList } from '../../site/contract/reviews-document.ts';
import { type Asking, ask as askOnce, decoded, mapWide, type TestResponse } from '../support/ask.ts';
import type { SharedSite } from '../support/build-sites.ts';
import { isRelease, releaseTest, withReleaseCases } from '../support/release-test.ts';

/** A server of a built site that must keep the contract (C20 to C39). */
export interface Host {
  readonly url: string;
  stop(): Promise<void>;
  /** Gets every response, and throws if it finds an error that this suite doesn't look for. */
  readonly inspect?: (target: string, method: string, answer: TestResponse) => void;
}

export interface HostTraits {
  readonly start: (dist: string) => Promise<Host>;
  /** Whether 412 and 416 have a JSON body like other errors; third-party file servers send their own. */
  readonly ownPreconditionBodies: boolean;
  /** Whether it only forwards to our server. Fewer dates are requested then, since our server's own test requests all of them. */
  readonly passesOn?: boolean;
  /**
   * Whether it is a file server with the configuration that the build writes for it: without searches and dates beyond the budget, with its
   * own answers to missing paths, preflights and other methods, and its own choice of what to compress.
   */
  readonly filesOnly?: boolean;
  /** Whether only a release checks every case of each table, and other runs a few of them. Our own server is always checked in full. */
  readonly isSampled?: boolean;
  /** The promises that it breaks whatever its configuration says. */
  readonly breaks?: readonly BrokenPromise[];
}

/**
 * `unnamed`: no response names the software. `tag-first`: dates don't count next to If-None-Match and If-Match (RFC 9110 13.2.2).
 * `size-in-416`: a 416 has the size of the document. `open-after-412`: the connection of a 412 takes
 * the next request, if its response has no `Connection: close`.
 */
export type BrokenPromise = 'unnamed' | 'tag-first' | 'size-in-416' | 'open-after-412';

const BASE = 'http://reviews.localhost:9';
const HUB = `${BASE}/api/websub/hub`;

/** The build time of the shared sites, set in test/support/build-sites.ts. */
const LAST_MODIFIED = 'Mon, 04 Mar 2024 00:00:00 GMT';
const BEFORE = 'Sun, 03 Mar 2024 23:59:59 GMT';
const AFTER = 'Mon, 04 Mar 2024 00:00:01 GMT';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Ignored-Parameters, Last-Modified, Link, Mcp-Session-Id, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const linkOf = (path: string) => `<${HUB}>; rel="hub", <${BASE}${path}>; rel="self"`;
const json = { 'content-type': 'application/json', 'content-security-policy': DATA_POLICY };

/** Each kind of URL that answers a plain GET with 200, and the headers that depend on its path. */
const resources: readonly (readonly [path: string, headers: Readonly<Record<string, string>>])[] = [
  ['/reviews.json', { ...json, link: linkOf('/reviews.json') }],
  ['/insights.json', json],
  ['/api/feed.json', { ...json, link: linkOf('/api/feed.json') }],
  ['/feed.xml', { ...json, 'content-type': 'application/atom+xml; charset=utf-8', link: linkOf('/feed.xml') }],
  ['/generation.json', json],
  ['/', { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': PAGE_POLICY }],
  ['/api/reviews/since/2023-07-04', json],
  ['/api/reviews/since/2022-02-28', json],
  ['/api/reviews/since/1999-12-31', json],
  ['/api/reviews/since/2031-01-01', json],
];

const documents = resources.map(([path]) => path);
/** The documents that are requested from a sampled host: a file, a page and a date for which the host needs a rule. */
const SAMPLED_DOCUMENTS: readonly string[] = ['/reviews.json', '/', '/api/reviews/since/1999-12-31'];
/** One in this many of the other cases is sampled. */
const SAMPLED_STEP = 7;

const READING = ['GET', 'HEAD'] as const;
const READ_METHODS = 'GET, HEAD, OPTIONS';

const IMPOSSIBLE_DATE = {
  error: 'invalid_date',
  message: 'The date in the path is invalid.',
  issues: [{ path: ['date'], code: 'custom', message: 'must be a valid date (YYYY-MM-DD)' }],
};

const missingPaths = [
  '/nothing',
  '/reviews.json/',
  '/reviews.json.br',
  '/reviews.json.gz',
  '/Reviews.json',
  '/api/reviews/since/',
  '/api/reviews/since',
  '/api/reviews/since/2024-01-01/x',
  '/api/reviews/search/',
  '/API/reviews/search',
  '/api/reviews/',
  '/_headers',
  '/_redirects',
  '/Caddyfile',
  '/index.html.br',
  '/..%2f..%2fetc%2fpasswd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/../../etc/passwd',
  '/constructor',
  '/__proto__',
  '/%00',
  '/api/%00',
  `/${'a'.repeat(300)}`,
  `/${'%C3%A9'.repeat(200)}`,
  `/api/reviews/since/${'9'.repeat(300)}/`,
];

const wrongDates = [
  '2025-02-30',
  '2025-02-29',
  '1900-02-29',
  '2100-02-29',
  '2024-04-31',
  '2025-13-01',
  '2025-00-10',
  '2025-01-00',
  '2025-01-32',
  '2025-1-1',
  '20250101',
  '10000-01-01',
  '-2025-01-01',
  '2025-01-01T00:00:00Z',
  '2025-01-01%20',
  '%EF%BC%92025-01-01',
  'tomorrow',
  '2025-01-01.json',
  '2024-01-15.br',
  'null',
  '%27--',
];

const codings: readonly (readonly [acceptEncoding: string, coding: string | undefined])[] = [
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0, br;q=0', undefined],
  ['identity', undefined],
  ['zstd', undefined],
  ['', undefined],
];

/** Returns the headers in `names`. */
function pick(answer: TestResponse, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, answer.headers[name]]));
}

const issue = (path: string, code: string, message: string) => ({ path: [path], code, message });
const range = (path: string, code: 'too_small' | 'too_big', max: number) => issue(path, code, `must be from 1 to ${max}`);
const empty = (path: string) => issue(path, 'too_small', 'must not be empty');
const whole = (path: string) => issue(path, 'invalid_type', 'must be a whole number');
const noDate = (path: string) => issue(path, 'custom', 'must be a valid date (YYYY-MM-DD)');
const twice = (path: string) => issue(path, 'repeated', 'must not be repeated');

const ORDERS = 'must be one of newest, oldest, highest, lowest';
const ASPECTS = `must be one of ${aspectIds.join(', ')}, or one with a polarity, such as ${aspectIds[0]}:negative`;

const wrongSearches: readonly (readonly [query: string, issues: readonly object[]])[] = [
  ['rating=0', [range('rating', 'too_small', 5)]],
  ['rating=6', [range('rating', 'too_big', 5)]],
  ['rating=-1', [range('rating', 'too_small', 5)]],
  ['rating=4.5', [whole('rating')]],
  ['rating=five', [whole('rating')]],
  ['rating=', [whole('rating')]],
  ['rating=%205', [whole('rating')]],
  ['rating=+5', [whole('rating')]],
  ['rating=5e0', [whole('rating')]],
  ['rating=0x5', [whole('rating')]],
  ['rating=NaN', [whole('rating')]],
  ['min_rating=0.99', [range('min_rating', 'too_small', 5)]],
  ['min_rating=5.01', [range('min_rating', 'too_big', 5)]],
  ['min_rating=four', [issue('min_rating', 'invalid_type', 'must be a number')]],
  ['min_rating=Infinity', [issue('min_rating', 'invalid_type', 'must be a number')]],
  ['limit=0', [range('limit', 'too_small', 100)]],
  ['limit=101', [range('limit', 'too_big', 100)]],
  ['limit=1.0', [whole('limit')]],
  ['limit=', [whole('limit')]],
  ['since=2025-02-30', [noDate('since')]],
  ['since=2025-2-3', [noDate('since')]],
  ['since=', [noDate('since')]],
  ['until=yesterday', [noDate('until')]],
  ['until=2023-02-29', [noDate('until')]],
  ['query=', [empty('query')]],
  ['mentions_technician=', [empty('mentions_technician')]],
  ['mentions_service=', [empty('mentions_service')]],
  ['max_rating=0', [range('max_rating', 'too_small', 5)]],
  ['max_rating=all', [issue('max_rating', 'invalid_type', 'must be a number')]],
  ['offset=-1', [issue('offset', 'too_small', 'must be 0 or more')]],
  ['offset=1.5', [whole('offset')]],
  ['offset=99999999999999999999', [issue('offset', 'too_big', 'must be a whole number')]],
  ['in=title', [issue('in', 'invalid_value', 'must be one of text, reply, author, all')]],
  ['in=', [issue('in', 'invalid_value', 'must be one of text, reply, author, all')]],
  ['incentive=gift', [issue('incentive', 'invalid_value', 'must be one of none, offered, unknown')]],
  ['relation=', [issue('relation', 'invalid_value', 'must be one of none, staff, relative, unknown')]],
  ['verification=none', [issue('verification', 'invalid_value', 'must be one of platform_account, invoice, invitation, vouched')]],
  ['sort=best', [issue('sort', 'invalid_value', ORDERS)]],
  ['sort=', [issue('sort', 'invalid_value', ORDERS)]],
  ['words=', [empty('words')]],
  ['source=', [empty('source')]],
  ['area=', [empty('area')]],
  ['language=', [empty('language')]],
  ['has_reply=', [issue('has_reply', 'invalid_type', 'must be true or false')]],
  ['has_reply=yes', [issue('has_reply', 'invalid_type', 'must be true or false')]],
  ['has_reply=true&has_reply=false', [twice('has_reply')]],
  ['aspect=costs', [issue('aspect', 'invalid_value', ASPECTS)]],
  ['aspect=pricing:bad', [issue('aspect', 'invalid_value', ASPECTS)]],
  ['aspect=pricing:', [issue('aspect', 'invalid_value', ASPECTS)]],
  ['sort=newest&sort=oldest', [twice('sort')]],
  [
    'offset=x&sort=x&words=&max_rating=6&source=&area=&aspect=x',
    [
      range('max_rating', 'too_big', 5),
      empty('words'),
      empty('area'),
      empty('source'),
      issue('aspect', 'invalid_value', ASPECTS),
      issue('sort', 'invalid_value', ORDERS),
      whole('offset'),
    ],
  ],
  ['rating=5&rating=5', [twice('rating')]],
  ['query=a&query=b', [twice('query')]],
  ['limit=1&limit=', [twice('limit')]],
  [
    'rating=9&min_rating=0&since=x&until=y&query=&mentions_technician=&mentions_service=&limit=1000',
    [
      range('rating', 'too_big', 5),
      range('min_rating', 'too_small', 5),
      noDate('since'),
      noDate('until'),
      empty('query'),
      empty('mentions_technician'),
      empty('mentions_service'),
      range('limit', 'too_big', 100),
    ],
  ],
];

/** Searches with the number of matches and the expected authors, newest first by default; equal dates are sorted by id. */
const searches: readonly (readonly [query: string, matched: number, authors: readonly string[]])[] = [
  ['rating=3', 1, ["Robert'); DROP TABLE reviews;--"]],
  ['min_rating=5&limit=2', 4, ['Same Day A', 'José']],
  ['min_rating=4.01', 4, ['Same Day A', 'José', 'José', '🎃 Jack 🎃']],
  ['since=2024-01-15&until=2024-02-29', 2, ['Leap <b>Day</b>', "Robert'); DROP TABLE reviews;--"]],
  ['since=2024-02-29&until=2024-02-28', 0, []],
  ['query=%3Cscript%3E', 1, ["Robert'); DROP TABLE reviews;--"]],
  ['query=caf%C3%A9', 2, ['José', 'José']],
  ['query=cafe%CC%81', 2, ['José', 'José']],
  ['query=CAF%C3%89.', 2, ['José', 'José']],
  ['query=STRASSE%20STRASSE', 1, ['🎃 Jack 🎃']],
  ['query=stra%C3%9Fe%20Stra%C3%9Fe', 1, ['🎃 Jack 🎃']],
  ['query=%C4%B0stanbul', 1, ['🎃 Jack 🎃']],
  ['query=%CF%83%CE%AF%CF%83%CF%85%CF%86%CE%BF%CF%83+%CF%83%CE%AF%CF%83%CF%85%CF%86%CE%BF%CF%83', 1, ['🎃 Jack 🎃']],
  ['query=%F0%9F%91%A9%E2%80%8D%F0%9F%94%A7', 2, ['Half', '🎃 Jack 🎃']],
  ['query=aaaaaaaaaaaa!', 1, ['n'.repeat(300)]],
  ['query=Do+not+publish', 0, []],
  ['mentions_technician=pepe', 3, ['Same Day A', 'José', 'José']],
  ['mentions_technician=JOS%C3%89%20N%C3%9A%C3%91EZ&limit=1', 3, ['Same Day A']],
  ['mentions_technician=Jos', 0, []],
  ['mentions_technician=nobody', 0, []],
  ['mentions_service=panel-upgrade', 1, ['Same Day A']],
  ['mentions_service=Panel%20Upgrade', 1, ['Same Day A']],
  ['mentions_service=FUSE+BOX', 1, ['Same Day A']],
  ['mentions_service=never-asked-for', 0, []],
  ['mentions_service=constructor', 0, []],
  ['rating=1&mentions_service=lamp&since=2024-01-01', 1, ['Same Day B']],
  ['words=cafe', 2, ['José', 'José']],
  ['words=Panels+village', 1, ['Same Day A']],
  ['words=panel+lamp', 0, []],
  ['words=%21', 0, []],
  ['source=GOOGLE&limit=2', 4, ['Same Day B', 'Same Day A']],
  ['source=pigeon', 0, []],
  ['has_reply=true', 2, ['Same Day B', 'Leap <b>Day</b>']],
  ['has_reply=false&rating=1', 1, ['n'.repeat(300)]],
  ['query=jos%C3%A9&in=author', 2, ['José', 'José']],
  ['query=THANK+YOU&in=reply', 1, ['Leap <b>Day</b>']],
  ['words=sorry+lamp&in=all', 1, ['Same Day B']],
  ['words=sorry+lamp&in=reply', 0, []],
  ['query=leap&in=text', 0, []],
  ['query=leap&in=all', 1, ['Leap <b>Day</b>']],
  ['incentive=unknown&relation=unknown&limit=1', 11, ['SAME DAY']],
  ['relation=staff', 0, []],
  ['verification=invoice', 0, []],
  ['language=EN&mentions_service=lamp', 1, ['Same Day B']],
  ['language=xx', 0, []],
  ['area=the+village', 1, ['Same Day A']],
  ['area=Atlantis', 0, []],
  ['max_rating=3&min_rating=2&limit=1', 2, ["Robert'); DROP TABLE reviews;--"]],
  ['sort=oldest&limit=2', 11, ['n'.repeat(300), '🎃 Jack 🎃']],
  ['sort=lowest&limit=2', 11, ['Same Day B', 'n'.repeat(300)]],
  ['sort=highest&min_rating=4&limit=3', 7, ['Same Day A', 'José', 'José']],
  ['sort=highest&offset=4&limit=2&min_rating=4', 7, ['Leap <b>Day</b>', 'דנה']],
  ['offset=10', 11, ['n'.repeat(300)]],
  ['offset=11', 11, []],
  ['offset=9007199254740991', 11, []],
  ['limit=1&unknown=&__proto__=x&Rating=9&rating%5B%5D=9', 11, ['SAME DAY']],
];

/** Registers the contract tests of one host. */
export function describeContract(name: string, traits: HostTraits): void {
  const { start, ownPreconditionBodies, passesOn = false, filesOnly = false, isSampled = false, breaks = [] } = traits;
  const ask = async ({ url, inspect }: Host, target: string, asking: Asking = {}) => {
    const answer = await askOnce(url, target, asking);
    inspect?.(target, asking.method ?? 'GET', answer);
    return answer;
  };
  const some = <Case>(what: string, cases: readonly Case[], isInSample = (_: Case, index: number) => index % SAMPLED_STEP === 0) => {
    if (!isSampled) return cases;
    const sample = cases.filter(isInSample);
    return withReleaseCases(
      `${name}: all ${what}`,
      sample,
      cases.filter((one) => !sample.includes(one)),
    );
  };
  const testOfAll = isSampled ? releaseTest : test;
  const startSite = (site: SharedSite) => start(inject('dists')[site]);

  const someResources = some('documents', resources, ([path]) => SAMPLED_DOCUMENTS.includes(path));
  const someDocuments = someResources.map(([path]) => path);

  describe(`${name}: documents`, () => {
    let host: Host;
    beforeAll(async () => {
      host = await startSite('corner');
    });
    afterAll(() => host.stop());
    const get = (path: string, headers: Record<string, string> = {}, method = 'GET') => ask(host, path, { method, headers });

    test.each(someResources)('GET %s answers 200 with its type, CORS, policy, caching and validators', async (path, headers) => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      const expected = {
        ...CORS,
        ...headers,
        'cache-control': 'public, max-age=30, stale-while-revalidate=30, stale-if-error=86400',
        vary: 'Accept-Encoding',
        link: headers['link'],
        'content-encoding': undefined,
        'content-length': String(answer.body.length),
        'accept-ranges': 'bytes',
      };
      expect(pick(answer, Object.keys(expected))).toEqual(expected);
      expect(answer.headers.etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    });

    test.each(someResources)('%s has the time of its first build as Last-Modified', async (path) => {
      expect((await get(path)).headers['last-modified']).toBe(LAST_MODIFIED);
    });

    if (!breaks.includes('unnamed')) {
      test('no response names the server software', async () => {
        for (const path of ['/reviews.json', '/nothing', '/api/reviews/search', '/api/reviews/since/x']) {
          expect(pick(await get(path), ['server', 'x-powered-by', 'via'])).toEqual({});
        }
      });
    }

    test.each(someDocuments)('HEAD %s has the headers of GET and no body', async (path) => {
      for (const coding of ['identity', 'br']) {
        const [got, head] = [await get(path, { 'accept-encoding': coding }), await get(path, { 'accept-encoding': coding }, 'HEAD')];
        expect(head.status).toBe(200);
        expect(head.body).toHaveLength(0);
        // RFC 9110 9.3.2: HEAD may omit headers known only after generating the body. The uncompressed length is known.
        const framing = coding === 'br' ? { 'content-length': head.headers['content-length'], 'transfer-encoding': undefined } : {};
        // Apache counts the requests of a connection in Keep-Alive.
        const changing = { date: '', 'keep-alive': '' };
        expect({ ...head.headers, ...changing }).toEqual({ ...got.headers, ...changing, ...framing });
      }
    });

    test.each(someResources)('%s ignores Authorization and the query string', async (path) => {
      const [plain, odd] = [await get(path), await get(`${path}?x=%&y=1`, { authorization: 'Bearer nonsense' })];
      expect([odd.status, odd.text, odd.headers.etag]).toEqual([200, plain.text, plain.headers.etag]);
    });

    test.each(someDocuments)('%s has the same bytes in every content coding, and an ETag for each', async (path) => {
      const identity = await get(path);
      const tags = new Map<string, string | undefined>();
      for (const [accept, coding] of codings) {
        const answer = await get(path, { 'accept-encoding': accept });
        expect(answer.status).toBe(200);
        expect(answer.headers.vary).toBe('Accept-Encoding');
        expect(decoded(answer).equals(identity.body)).toBe(true);
        // A body that doesn't shrink has no variants.
        const choices = filesOnly && /gzip(?!;)/.test(accept) ? ['gzip', coding, undefined] : [coding, undefined];
        expect(choices).toContain(answer.headers['content-encoding']);
        const actual = answer.headers['content-encoding'] ?? 'identity';
        expect(tags.get(actual) ?? answer.headers.etag).toBe(answer.headers.etag);
        tags.set(actual, answer.headers.etag);
      }
      expect(new Set(tags.values()).size).toBe(tags.size);
      if (identity.body.length > 1000 && !filesOnly && path !== '/generation.json')
        expect([...tags.keys()].sort()).toEqual(['br', 'gzip', 'identity']);
    });

    test.each(someResources)('%s answers conditional requests as defined in RFC 9110 13.2.2', async (path) => {
      for (const coding of filesOnly ? ['identity'] : ['identity', 'gzip', 'br']) {
        const accept = { 'accept-encoding': coding };
        const { headers, body } = await get(path, accept);
        const etag = headers.etag as string;
        const table: readonly (readonly [headers: Record<string, string>, status: number])[] = [
          [{ 'if-none-match': etag }, 304],
          [{ 'if-none-match': `W/${etag}` }, 304],
          [{ 'if-none-match': `"one", W/"two" ,${etag}` }, 304],
          [{ 'if-none-match': '*' }, 304],
          [{ 'if-none-match': '"another"' }, 200],
          [{ 'if-none-match': '"another, one"' }, 200],
          [{ 'if-none-match': etag.slice(1, -1) }, 200],
          [{ 'if-modified-since': LAST_MODIFIED }, 304],
          [{ 'if-modified-since': AFTER }, 304],
          [{ 'if-modified-since': BEFORE }, 200],
          [{ 'if-modified-since': 'yesterday' }, 200],
          [{ 'if-modified-since': 'Monday, 04-Mar-24 00:00:00 GMT' }, 304],
          [{ 'if-modified-since': 'Mon Mar  4 00:00:00 2024' }, 304],
          [{ 'if-none-match': '"another"', 'if-modified-since': AFTER }, 200],
          [{ 'if-none-match': etag, 'if-modified-since': BEFORE }, breaks.includes('tag-first') ? 200 : 304],
          [{ 'if-match': etag }, 200],
          [{ 'if-match': '*' }, 200],
          [{ 'if-match': `"another", ${etag}` }, 200],
          [{ 'if-match': `W/${etag}` }, 412],
          [{ 'if-match': '"another"' }, 412],
          [{ 'if-unmodified-since': LAST_MODIFIED }, 200],
          [{ 'if-unmodified-since': BEFORE }, 412],
          [{ 'if-match': etag, 'if-unmodified-since': BEFORE }, breaks.includes('tag-first') ? 412 : 200],
          [{ 'if-match': etag, 'if-none-match': etag }, 304],
          [{ 'if-match': '"another"', 'if-none-match': etag }, 412],
        ];
        const connection: Record<string, string> = breaks.includes('open-after-412') ? { connection: 'close' } : {};
        for (const [asked, status] of table) {
          for (const method of READING) {
            const answer = await get(path, { ...accept, ...asked, ...connection }, method);
            expect([asked, method, answer.status]).toEqual([asked, method, status]);
            expect(answer.headers['access-control-allow-origin']).toBe('*');
            if (status !== 200 || method === 'HEAD') {
              if (status !== 412 || method === 'HEAD') expect(answer.body).toHaveLength(0);
            } else expect(answer.body.equals(body)).toBe(true);
            if (status === 412 && method === 'GET' && ownPreconditionBodies) {
              expect(JSON.parse(answer.text)).toEqual({
                error: 'precondition_failed',
                message: "The document doesn't match If-Match or If-Unmodified-Since.",
              });
            }
          }
        }
      }
    });

    test.each(someResources)('a 304 for %s repeats the headers of the 200 that caches and subscribers need', async (path, { link }) => {
      for (const method of READING) {
        const { headers } = await get(path, {}, method);
        const answer = await get(path, { 'if-none-match': headers.etag as string }, method);
        expect(answer.status).toBe(304);
        const names = ['etag', 'cache-control', 'vary', 'link', 'access-control-allow-origin', 'access-control-expose-headers'];
        expect(pick(answer, names)).toEqual({ ...pick({ ...answer, headers }, names), link, vary: 'Accept-Encoding' });
        expect(pick(answer, ['content-encoding', 'content-length', 'content-type'])).toEqual({});
      }
    });

    test.each(someDocuments)('%s supports single byte ranges in each coding, and If-Range', async (path) => {
      for (const coding of ['identity', 'br']) {
        const accept = { 'accept-encoding': coding };
        const { headers, body } = await get(path, accept);
        const etag = headers.etag as string;
        const size = body.length;
        const part = (first: number, last: number) => [
          206,
          `bytes ${first}-${last}/${size}`,
          body.subarray(first, last + 1).toString('hex'),
        ];
        const all = [200, undefined, body.toString('hex')];
        const table: readonly (readonly [headers: Record<string, string>, expected: readonly unknown[]])[] = [
          [{ range: 'bytes=0-0' }, part(0, 0)],
          [{ range: 'bytes=3-9' }, part(3, 9)],
          [{ range: 'bytes=5-' }, part(5, size - 1)],
          [{ range: 'bytes=-7' }, part(size - 7, size - 1)],
          [{ range: 'bytes=2-99999999' }, part(2, size - 1)],
          [{ range: 'bytes=-99999999' }, part(0, size - 1)],
          [{ range: 'bytes=0-1', 'if-range': etag }, part(0, 1)],
          [{ range: 'bytes=0-1', 'if-range': LAST_MODIFIED }, part(0, 1)],
          [{ range: 'bytes=0-1', 'if-range': '"another"' }, all],
          [{ range: 'bytes=0-1', 'if-range': `W/${etag}` }, all],
          [{ range: 'bytes=0-1', 'if-range': BEFORE }, all],
        ];
        for (const [asked, expected] of table) {
          const answer = await get(path, { ...accept, ...asked });
          expect([asked, answer.status, answer.headers['content-range'], answer.body.toString('hex')]).toEqual([asked, ...expected]);
        }
        const beyond = await get(path, { ...accept, range: `bytes=${size}-` });
        const length = breaks.includes('size-in-416') ? undefined : `bytes */${size}`;
        expect([beyond.status, beyond.headers['content-range']]).toEqual([416, length]);
        if (ownPreconditionBodies) expect(JSON.parse(beyond.text).error).toBe('range_not_satisfiable');
        const fresh = await get(path, { ...accept, range: 'bytes=0-1', 'if-none-match': etag });
        expect(fresh.status).toBe(304);
      }
    });

    if (!filesOnly) {
      test.each([...someDocuments, '/api/reviews/search', '/healthz'])(
        'OPTIONS %s answers a preflight, and other methods get 405 with Allow',
        async (path) => {
          const preflight = await get(
            path,
            { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-any' },
            'OPTIONS',
          );
          expect(preflight.status).toBe(204);
          expect(pick(preflight, Object.keys(preflight.headers))).toMatchObject({
            'access-control-allow-origin': '*',
            'access-control-allow-methods': READ_METHODS,
            'access-control-allow-headers': '*, Authorization',
            'access-control-max-age': '86400',
            allow: READ_METHODS,
          });
          for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE']) {
            const answer = await get(path, {}, method);
            expect([method, answer.status, answer.headers.allow, answer.headers['content-type']]).toEqual([
              method,
              405,
              READ_METHODS,
              'application/json',
            ]);
            expect(JSON.parse(answer.text)).toEqual({
              error: 'method_not_allowed',
              message: 'This method is not allowed here; see the Allow header.',
            });
            expect(pick(answer, Object.keys(CORS))).toEqual(CORS);
          }
        },
      );
    }

    test.each(some('missing paths', missingPaths))(`%s returns ${filesOnly ? 'an error' : '404 with JSON'}`, async (path) => {
      const answer = await get(path);
      if (filesOnly) {
        // A folder's path without its slash redirects to a 404, and Caddy answers 500 to names that no file can have.
        expect([301, 400, 403, 404, 500]).toContain(answer.status);
        if (answer.status === 404 && !path.includes('%')) expect(pick(answer, Object.keys(CORS))).toEqual(CORS);
        return;
      }
      expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        404,
        'application/json',
        'no-store',
      ]);
      expect(JSON.parse(answer.text)).toEqual({ error: 'not_found', message: 'There is nothing at this path.' });
      expect(pick(answer, Object.keys(CORS))).toEqual(CORS);
    });

    test.each(some('wrong dates', wrongDates))('since/%s returns 400 with an issue', async (date) => {
      const answer = await get(`/api/reviews/since/${date}`);
      expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        400,
        'application/json',
        'no-store',
      ]);
      expect(JSON.parse(answer.text)).toEqual(IMPOSSIBLE_DATE);
      expect(pick(answer, Object.keys(CORS))).toEqual(CORS);
      expect((await get(`/api/reviews/since/${date}`, {}, 'HEAD')).status).toBe(400);
    });
  });

  describe(`${name}: since`, () => {
    const DAY_MS = 86_400_000;
    const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const stepDays = isSampled && !isRelease ? 397 : passesOn ? 97 : 13;
    const someDays: string[] = [];
    for (let day = Date.UTC(2012, 1, 28); day <= Date.UTC(2035, 11, 31); day += stepDays * DAY_MS) someDays.push(dayOf(day));
    /** The only days on which the response changes, and those before and after. */
    const daysAround = ({ date }: Review) => [-1, 0, 1].map((days) => dayOf(Date.parse(date) + days * DAY_MS));
    const farDays = ['0000-01-01', '0001-01-01', '0400-02-29', '1000-10-10', '1999-12-31', '2000-02-29', '3000-01-01', '9999-12-31'];

    const sites = filesOnly ? (['corner', 'minimal'] as const) : (['corner', 'unwritten', 'minimal'] as const);
    test.each(some('sites', sites, (site) => site === 'corner'))(
      '%s: dates from 2012 to 2035, distant ones and those of reviews return what a plain filter finds',
      async (site) => {
        const host = await startSite(site);
        try {
          const { reviews } = JSON.parse((await ask(host, '/reviews.json')).text) as { reviews: Review[] };
          await mapWide([...farDays, ...someDays, ...reviews.flatMap(daysAround)], 8, async (day) => {
            const answer = await ask(host, `/api/reviews/since/${day}`);
            const wanted = reviews.filter(({ date }) => date >= day);
            const lines = wanted.map((one) => JSON.stringify(one)).join(',\n');
            const body = `{"matched":${wanted.length},"returned":${wanted.length},"reviews":[\n${lines}\n]}\n`;
            if (answer.status !== 200 || answer.text !== body) expect([day, answer.status, answer.text]).toEqual([day, 200, body]);
          });
        } finally {
          await host.stop();
        }
      },
    );

    if (filesOnly) return;

    testOfAll('dates without a file have the same bytes and headers as those with one, and answer 304, 400 and 405', async () => {
      const [written, unwritten] = [await startSite('corner'), await startSite('unwritten')];
      try {
        for (const day of ['1999-01-01', '2022-02-28', '2023-07-04', '2024-02-29', '2024-03-01', '2024-03-02', '2031-01-01']) {
          const path = `/api/reviews/since/${day}`;
          const [a, b] = [await ask(written, path), await ask(unwritten, path)];
          const names = ['content-type', 'cache-control', 'vary', 'last-modified', 'accept-ranges', 'content-length', ...Object.keys(CORS)];
          expect([day, b.status, pick(b, names), b.text]).toEqual([day, 200, pick(a, names), a.text]);
          const tag = { 'if-none-match': b.headers.etag as string };
          expect((await ask(unwritten, path, { headers: tag })).status).toBe(304);
          expect((await ask(unwritten, path, { headers: { 'if-modified-since': LAST_MODIFIED } })).status).toBe(304);
          expect((await ask(unwritten, path, { method: 'POST' })).status).toBe(405);
        }
        expect((await ask(unwritten, '/api/reviews/since/2023-02-29')).status).toBe(400);
      } finally {
        await written.stop();
        await unwritten.stop();
      }
    });
  });

  testOfAll(`${name}: a site without reviews answers like any other`, async () => {
    const host = await startSite('minimal');
    try {
      for (const path of documents) {
        const answer = await ask(host, path);
        expect([path, answer.status]).toEqual([path, 200]);
        const fresh = await ask(host, path, { headers: { 'if-none-match': answer.headers.etag ?? 'none' } });
        expect([path, fresh.status]).toEqual([path, 304]);
      }
      const list = '{"matched":0,"returned":0,"reviews":[\n\n]}\n';
      for (const path of ['/api/reviews/since/2024-02-29', ...(filesOnly ? [] : ['/api/reviews/search?rating=5'])]) {
        const { text } = await ask(host, path);
        expect(text).toBe(list);
      }
      expect(JSON.parse((await ask(host, '/api/reviews/since/2023-02-29')).text)).toEqual(IMPOSSIBLE_DATE);
    } finally {
      await host.stop();
    }
  });

  if (filesOnly) return;

  describe(`${name}: search`, () => {
    let host: Host;
    beforeAll(async () => {
      host = await startSite('corner');
    });
    afterAll(() => host.stop());
    const search = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
      ask(host, `/api/reviews/search${query === '' ? '' : `?${query}`}`, { headers, method });

    test('without parameters, it returns the reviews of /reviews.json with all their fields', async () => {
      const answer = await search('');
      expect(answer.status).toBe(200);
      const expected = {
        ...CORS,
        'content-type': 'application/json',
        'content-length': String(answer.body.length),
        'last-modified': undefined,
      };
      expect(pick(answer, Object.keys(expected))).toEqual(expected);
      expect(answer.headers['cache-control']).toBe('public, max-age=30, stale-while-revalidate=30, stale-if-error=86400');
      const list = reviewList.parse(JSON.parse(answer.text));
      expect([list.matched, list.returned]).toEqual([11, 11]);
      const all = JSON.parse((await ask(host, '/reviews.json')).text) as { reviews: Review[] };
      expect(list.reviews).toEqual(all.reviews);
      expect(Object.keys(list.reviews[0] ?? {})).toEqual(Object.keys(review.shape));
    });

    test.each(some('searches', searches))('?%s matches %i', async (query, matched, authors) => {
      const answer = await search(query);
      expect(answer.status).toBe(200);
      const list = reviewList.parse(JSON.parse(answer.text));
      const found = list.reviews.map(({ author }) => author);
      expect([list.matched, list.returned]).toEqual([matched, authors.length]);
      expect(authors[0] === 'SAME DAY' ? found.map((author) => author.slice(0, 8).toUpperCase()) : found).toEqual(authors);
    });

    test.each(some('wrong searches', wrongSearches))('?%s returns 400 with every issue', async (query, issues) => {
      const answer = await search(query);
      expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        400,
        'application/json',
        'no-store',
      ]);
      expect(JSON.parse(answer.text)).toEqual({ error: 'invalid_parameters', message: 'One or more parameters are invalid.', issues });
      expect(pick(answer, Object.keys(CORS))).toEqual(CORS);
    });

    test('a search by aspect finds the reviews that have it in /insights.json', async () => {
      const { per_review } = JSON.parse((await ask(host, '/insights.json')).text) as InsightsDocument;
      const verdicts = Object.entries(per_review).flatMap(([id, { aspects }]) => aspects.map((verdict) => ({ ...verdict, review: id })));
      expect(verdicts.length).toBeGreaterThan(0);
      for (const { id, polarity } of verdicts) {
        for (const [aspect, test] of [
          [id, () => true],
          [`${id}:${polarity}`, (one: (typeof verdicts)[number]) => one.polarity === polarity],
        ] as const) {
          const wanted = verdicts.filter((one) => one.id === id && test(one)).map(({ review: of }) => of);
          const list = reviewList.parse(JSON.parse((await search(`aspect=${aspect}&limit=100`)).text));
          expect([aspect, list.reviews.map((one) => one.id).sort()]).toEqual([aspect, wanted.sort()]);
        }
      }
    });

    test('following Link rel="next" returns every review once, in order, and the last page has no such link', async () => {
      for (const query of [
        'limit=4',
        'limit=3&sort=oldest',
        'sort=lowest&limit=1&offset=2',
        'words=caf%C3%A9%26%22%3E&limit=1',
        'words=cafe&limit=1',
      ]) {
        const whole = reviewList.parse(JSON.parse((await search(query.replace(/limit=\d+/, 'limit=100'))).text));
        const found: string[] = [];
        for (let next: string | undefined = query; next !== undefined; ) {
          const answer: TestResponse = await search(next);
          const list = reviewList.parse(JSON.parse(answer.text));
          found.push(...list.reviews.map(({ id }) => id));
          expect(list.matched).toBe(whole.matched);
          const fresh = await search(next, { 'if-none-match': answer.headers.etag as string });
          expect([fresh.status, fresh.headers.link]).toEqual([304, answer.headers.link]);
          const link = answer.headers.link as string | undefined;
          next = link && /^<https?:\/\/[^/>]+\/api\/reviews\/search\?([\w=&.%+*-]+)>; rel="next"$/.exec(link)?.[1];
          expect(next === undefined).toBe(link === undefined);
        }
        expect([query, found]).toEqual([query, whole.reviews.map(({ id }) => id)]);
      }
    });

    test('the link to the next page keeps every filter and drops unknown parameters', async () => {
      const { headers } = await search('unknown=1&rating=5&limit=1&query=caf%C3%A9&since=2023-01-01');
      expect(headers.link?.slice(headers.link.indexOf('?'))).toBe(
        '?rating=5&since=2023-01-01&query=caf%C3%A9&limit=1&offset=1>; rel="next"',
      );
    });

    test.each(['rating=5', 'rating=9'])('HEAD search?%s has the headers of GET and no body', async (query) => {
      const [got, head] = [await search(query), await search(query, {}, 'HEAD')];
      expect([head.status, head.body.length]).toEqual([got.status, 0]);
      expect({ ...head.headers, date: '' }).toEqual({ ...got.headers, date: '' });
    });

    test('the ETag changes exactly when the body does, and conditional requests use it', async () => {
      const [five, alike, other] = [await search('rating=5'), await search('rating=5&x=1'), await search('rating=4')];
      expect(alike.headers.etag).toBe(five.headers.etag);
      expect(other.headers.etag).not.toBe(five.headers.etag);
      const fresh = await search('rating=5', { 'if-none-match': `"x", ${five.headers.etag}` });
      expect([fresh.status, fresh.text, fresh.headers.etag]).toEqual([304, '', five.headers.etag]);
      expect((await search('rating=5', { 'if-match': '"x"' })).status).toBe(412);
      expect((await search('rating=5', { 'if-modified-since': AFTER })).status).toBe(200);
      const answers = await Promise.all(
        ['limit=1', 'limit=1&min_rating=1', 'limit=1&min_rating=2', 'limit=2', 'sort=oldest'].map((query) => search(query)),
      );
      for (const a of answers) for (const b of answers) expect(a.headers.etag === b.headers.etag).toBe(a.text === b.text);
    });

    test('healthz reports the generation being served', async () => {
      const answer = await ask(host, '/healthz');
      const { generation } = JSON.parse((await ask(host, '/generation.json')).text);
      expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        200,
        'application/json',
        'no-store',
      ]);
      expect(JSON.parse(answer.text)).toMatchObject({ status: 'ok', generation, reviews: 11 });
    });
  });
}
