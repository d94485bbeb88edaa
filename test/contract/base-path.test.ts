import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readEnvironment } from '../../site/contract/environment.ts';
import type { GenerationDocument } from '../../site/contract/generation.ts';
import { ask } from '../support/ask.ts';
import { buildSite } from '../support/build-site.ts';
import { SOURCE_DATE_EPOCH } from '../support/build-sites.ts';
import { buildDocuments } from '../support/call-command.ts';
import { isRelease } from '../support/release-test.ts';
import { callTool, openSession } from '../support/rpc.ts';
import { NOBODY, root, runFile } from '../support/run-script.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// The path of BASE_URL, `/reviews`, is also the folder of the review pages. Nothing may confuse the two.

const BASE_URL = `${NOBODY}/reviews`;
const content = path.join(root, 'test/fixtures/corner shop');
let dist: string;
let report: string;
let site: TestServer;

beforeAll(async () => {
  dist = path.join(temporaryFolder(), 'dist');
  report = await buildDocuments(content, dist, { BASE_URL });
  site = await serve({ DIST_DIR: dist, BASE_URL });
});
afterAll(() => site.close());

const published = (name: string) => readFile(path.join(dist, name), 'utf8');

describe('BASE_URL', () => {
  const baseUrl = (value: string) => readEnvironment({ BASE_URL: value }).BASE_URL;

  test.each([
    ['https://example.com', 'https://example.com'],
    ['https://example.com/', 'https://example.com'],
    ['https://example.com/reviews', 'https://example.com/reviews'],
    ['https://example.com/reviews/', 'https://example.com/reviews'],
    ['https://example.com/a/b.c_d~e-f/', 'https://example.com/a/b.c_d~e-f'],
    ['https://EXAMPLE.com:443/Reviews', 'https://example.com/Reviews'],
    ['https://example.com/a/../b', 'https://example.com/b'],
  ])('%s is normalized to %s', (given, meant) => {
    expect(baseUrl(given)).toBe(meant);
  });

  test.each([
    'https://example.com/reviews?a=1',
    'https://example.com/reviews#a',
    'https://example.com/a//b',
    'https://example.com/a b',
    'https://example.com/a%20b',
    'https://example.com/*',
    'https://user@example.com/reviews',
    'ftp://example.com/reviews',
    'example.com/reviews',
  ])('%s is refused', (given) => {
    expect(() => baseUrl(given)).toThrow(
      `BASE_URL=${given}: write an address such as https://reviews.example.com or https://example.com/customers, whose path has letters, digits, "-", "." and "_"`,
    );
  });

  test('sets the default HUB_URL', () => {
    expect(readEnvironment({ BASE_URL: 'https://example.com/reviews/' }).HUB_URL).toBe('https://example.com/reviews/api/websub/hub');
  });
});

describe('the server under a path', () => {
  test.each([
    ['/reviews/reviews.json', 'application/json'],
    ['/reviews/insights.json', 'application/json'],
    ['/reviews/feed.xml', 'application/atom+xml; charset=utf-8'],
    ['/reviews/openapi.json', 'application/json'],
    ['/reviews/llms.txt', 'text/plain; charset=utf-8'],
    ['/reviews/robots.txt', 'text/plain; charset=utf-8'],
    ['/reviews/.well-known/security.txt', 'text/plain; charset=utf-8'],
    ['/reviews/.well-known/api-catalog', 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'],
    ['/reviews/api/reviews/since/2024-03-01', 'application/json'],
    ['/reviews/api/reviews/search?query=lamp', 'application/json'],
    ['/reviews/%61pi/reviews/search?query=lamp', 'application/json'],
    ['/%72eviews/reviews.json', 'application/json'],
    ['http://elsewhere.example/reviews/reviews.json', 'application/json'],
    ['/reviews/log/checkpoint', 'text/plain; charset=utf-8'],
    ['/reviews/api/changes/latest', 'application/json'],
    ['/reviews/verify.mjs', 'text/javascript; charset=utf-8'],
    ['/reviews/healthz', 'application/json'],
    ['/reviews/generation.json', 'application/json'],
    ['/reviews/api/websub/hub', 'text/plain; charset=utf-8'],
  ])('answers %s', async (target, type) => {
    const { status, headers } = await ask(site.url, target);
    expect([status, headers['content-type']]).toEqual([200, type]);
  });

  test.each(['/reviews.json', '/mcp', '/api/reviews/search?query=lamp', '/healthz', '/reviewsjson', '/review', '/reviews%2Freviews.json'])(
    'answers %s, which is outside the path, with 404 and the right address',
    async (target) => {
      for (const method of ['GET', 'POST']) {
        const { status, headers, text } = await ask(site.url, target, { method, headers: { Accept: 'text/html' } });
        expect([status, headers['content-type'], headers['access-control-allow-origin']]).toEqual([404, 'application/json', '*']);
        expect(JSON.parse(text)).toEqual({
          error: 'not_found',
          message: `There is nothing at this path; this service is at ${BASE_URL}/.`,
        });
      }
    },
  );

  test('answers unknown URLs under the path with the usual 404', async () => {
    const { status, text } = await ask(site.url, '/reviews/nothing.json');
    expect([status, JSON.parse(text)]).toEqual([404, { error: 'not_found', message: 'There is nothing at this path.' }]);
  });

  test.each([
    ['/', 302, '/reviews/'],
    ['/reviews', 301, '/reviews/'],
    ['/reviews?query=a%20b', 301, '/reviews/?query=a%20b'],
  ])('redirects %s with %d to %s', async (target, status, location) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(site.url, target, { method });
      expect([answer.status, answer.headers.location, answer.headers['cache-control']]).toEqual([status, location, 'no-store']);
    }
    expect((await ask(site.url, target, { method: 'POST' })).status).toBe(405);
  });

  test('sends the full URLs of the hub and the topic in the Link header', async () => {
    expect((await ask(site.url, '/reviews/reviews.json')).headers.link).toBe(
      `<${BASE_URL}/api/websub/hub>; rel="hub", <${BASE_URL}/reviews.json>; rel="self"`,
    );
  });

  test('opens MCP sessions whose results link to URLs under the path', async () => {
    const endpoint = `${site.url}/reviews/mcp`;
    const session = await openSession(endpoint);
    const { json } = await callTool(endpoint, session, 'search', { query: 'lamp' });
    const { results = [] } = (json?.result?.structuredContent ?? {}) as { readonly results?: readonly { readonly url: string }[] };
    expect(results.length).toBeGreaterThan(0);
    expect(results.filter(({ url }) => !url.startsWith(`${BASE_URL}/`))).toEqual([]);
    const fetched = await callTool(endpoint, session, 'fetch', { id: results[0]?.url });
    expect(fetched.json?.result?.structuredContent).toMatchObject({ url: results[0]?.url });
    const page = await ask(site.url, '/reviews/mcp', { headers: { Accept: 'text/html' } });
    expect([page.status, page.headers.location]).toEqual([303, `${BASE_URL}/developers/mcp/`]);
  });

  test('sends its origin, without the path, as the allowed origin of /mcp', async () => {
    const closed = await serve({ DIST_DIR: dist, BASE_URL, MCP_ALLOWED_ORIGINS: 'https://chat.example' });
    const { headers } = await ask(closed.url, '/reviews/mcp', { method: 'OPTIONS' });
    await closed.close();
    expect(headers['access-control-allow-origin']).toBe(NOBODY);
  });

  test('accepts subscriptions only to topics under the path', async () => {
    const subscribe = (topic: string) =>
      ask(site.url, '/reviews/api/websub/hub', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.topic': topic, 'hub.callback': 'https://nobody.example/' }).toString(),
      });
    const inside = await subscribe(`${BASE_URL}/feed.xml`);
    expect([inside.status, inside.headers.location?.startsWith(`${BASE_URL}/api/websub/subscriptions/`) ?? true]).toEqual([202, true]);
    expect((await subscribe(`${NOBODY}/feed.xml`)).status).toBe(400);
  });

  test('logs neither subscription tokens nor queries', async () => {
    const logging = await serve({ DIST_DIR: dist, BASE_URL, LOG: 'requests' });
    await ask(logging.url, '/reviews/api/websub/subscriptions/secret');
    await ask(logging.url, '/reviews/api/reviews/search?query=private');
    await logging.close();
    expect(logging.logged.filter(({ event }) => event === 'request').map(({ path: logged }) => logged)).toEqual([
      '/reviews/api/websub/subscriptions/{token}',
      '/reviews/api/reviews/search',
    ]);
  });

  test('counts requests by route, and those outside the path as other', async () => {
    const measured = await serve({ DIST_DIR: dist, BASE_URL, METRICS_ADDRESS: '127.0.0.1:0' });
    await ask(measured.url, '/reviews/reviews.json');
    await ask(measured.url, '/insights.json');
    const { text } = await ask(measured.metricsUrl ?? '', '/metrics');
    await measured.close();
    expect(text).toContain('route="/reviews.json",status="200"} 1');
    expect(text).toContain('route="other",status="404"} 1');
  });

  test('passes the container’s health check', async () => {
    const check = (baseUrl: string) => runFile('scripts/deploy/health-check.ts', { BASE_URL: baseUrl, PORT: String(site.port) });
    expect((await check(BASE_URL)).code).toBe(0);
    expect((await check(NOBODY)).code).toBe(1);
  });

  test('passes the verifier’s checks', async () => {
    const result = await runFile('site/log/verify.ts', {}, [`${site.url}/reviews/`]);
    expect([result.code, result.stderr]).toEqual([0, '']);
    expect(result.stdout).toContain('every review is in the log');
  });

  test('works as the DATASET_URL of a sidecar, which answers under the same path', async () => {
    const sidecar = await serve({ DIST_DIR: '/nowhere', BASE_URL, DATASET_URL: `${site.url}/reviews` }, 'sidecar');
    const answers = await Promise.all([
      ask(sidecar.url, '/reviews/api/reviews/search?query=lamp'),
      ask(site.url, '/reviews/api/reviews/search?query=lamp'),
      ask(sidecar.url, '/api/reviews/search?query=lamp'),
    ]);
    await sidecar.close();
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });
});

/** Decodes the links in a text that install an MCP server. They contain the address in Base64 and percent-encoding. */
function plain(text: string): string {
  const decoded = text.replace(/(?<=config=)[\w+%]+/g, (config) => Buffer.from(decodeURIComponent(config), 'base64').toString('latin1'));
  return decoded.replaceAll('%2F', '/');
}

describe('a build for a path', () => {
  test('has its files in the usual places, with BASE_URL in them', async () => {
    expect(JSON.parse(await published('reviews.json')).aggregate_rating.review_count).toBeGreaterThan(0);
    expect(JSON.parse(await published('openapi.json')).servers).toEqual([{ url: BASE_URL }]);
    expect(await published('robots.txt')).toContain(`Sitemap: ${BASE_URL}/sitemap.xml\n`);
  });

  test('lists the files that only work at the root of the host, and where to find them', () => {
    expect(report).toContain(
      [
        `BASE_URL has the path /reviews. These files only work at the root of ${NOBODY}, so copy them from ${dist} to the site there:`,
        `  .well-known/ai-catalog.json`,
        `  .well-known/api-catalog`,
        `  .well-known/mcp/server-card.json`,
        `  .well-known/security.txt`,
        `  robots.txt: add its line "Sitemap: ${BASE_URL}/sitemap.xml" to the one there`,
        '',
      ].join('\n'),
    );
  });

  test('differs only by the prefix', async () => {
    const beneath = path.join(temporaryFolder(), 'dist');
    // This path occurs nowhere else, so removing it is unambiguous.
    // Pages for another path need another bundle, which takes seconds.
    await (isRelease ? buildSite : buildDocuments)(content, beneath, { BASE_URL: `${NOBODY}/shop-7f3a/voices`, SOURCE_DATE_EPOCH });
    const folders = [inject('dists').corner, beneath];
    const [names = [], others] = await Promise.all(folders.map(async (folder) => Object.keys((await generationOf(folder)).files)));
    const isPage = (name: string) => /\/$|\.html$|^\/_astro\/.*\.(?:css|js)$/.test(name);
    expect(others).toEqual(names.filter((name) => isRelease || !isPage(name)));
    // The log's key, signature and proofs contain the name of the site.
    const compared = (others ?? [])
      .filter((name) => name !== '/log/checkpoint' && name !== '/log/key' && !name.endsWith('.tlog-proof'))
      .map((name) => name.replace(/\/$/, '/index.html'));
    expect(compared.length).toBeGreaterThan(isRelease ? 70 : 40);
    for (const name of compared) {
      const [root, nested] = await Promise.all(folders.map(async (folder) => plain(await readFile(path.join(folder, name), 'latin1'))));
      expect([name, nested?.replaceAll('/shop-7f3a/voices', '')]).toEqual([name, root]);
    }
  });
});

async function generationOf(folder: string): Promise<GenerationDocument> {
  return JSON.parse(await readFile(path.join(folder, 'generation.json'), 'utf8')) as GenerationDocument;
}
