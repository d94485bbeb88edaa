import { chmodSync, cpSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apacheMissing, startApache } from '../support/apache.ts';
import { ask } from '../support/ask.ts';
import { caddyMissing, startCaddyFiles } from '../support/caddy.ts';
import { buildDocuments } from '../support/call-command.ts';
import { workshop } from '../support/copy-content.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { nginxMissing, startNginxFiles } from '../support/nginx.ts';
import { withReleaseCases } from '../support/release-test.ts';
import { initialize } from '../support/rpc.ts';
import { NOBODY } from '../support/run-script.ts';
import type { RunningProgram } from '../support/running-program.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const BASE = '/reviews';
const BASE_URL = NOBODY + BASE;
const MCP = {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify(initialize()),
};

let sidecar: TestServer;
/** A folder that has the site in the folder of its path. */
let served: string;

beforeAll(async () => {
  const { content, dist } = await workshop('taberna');
  // Too little space for all dates, so the sidecar answers the others.
  const variables = { BASE_URL, SINCE_BUDGET_MB: '0' };
  await buildDocuments(content, dist, variables);
  sidecar = await serve({ BASE_URL, DIST_DIR: dist, RATE_LIMIT: '600', TRUST_PROXY: 'loopback' }, 'sidecar', new ManualClock());
  await buildDocuments(content, dist, { ...variables, SIDECAR_URL: sidecar.url });
  served = temporaryFolder();
  chmodSync(served, 0o755);
  cpSync(dist, served + BASE, { recursive: true, dereference: true });
});
afterAll(() => sidecar.close());

/** The headers that don't differ from request to request, without those of the connection. */
function lastingHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const passing = ['connection', 'date', 'keep-alive', 'mcp-session-id', 'ratelimit', 'server', 'transfer-encoding'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !passing.includes(name)));
}

const hosts = [
  ['Apache', apacheMissing, () => startApache(served, () => true), 'redirects'],
  ['nginx', nginxMissing, () => startNginxFiles(served, BASE), 'passes on'],
  ['Caddy', caddyMissing, () => startCaddyFiles(served, BASE), 'passes on'],
] as const;

const isSampled = ([name]: (typeof hosts)[number]) => name !== 'Caddy';
const sampledHosts = withReleaseCases(
  'Caddy serves a site under a path',
  hosts.filter(isSampled),
  hosts.filter((host) => !isSampled(host)),
);

for (const [name, missing, start, way] of sampledHosts)
  describe.skipIf(missing)(`${name} with a site under a path`, () => {
    let program: RunningProgram;
    beforeAll(async () => {
      program = await start();
    });
    afterAll(() => program.stop());

    test('serves its documents with their headers', async () => {
      const document = await ask(program.url, `${BASE}/reviews.json`);
      expect(document).toMatchObject({
        status: 200,
        headers: {
          'content-type': 'application/json',
          'access-control-allow-origin': '*',
          link: expect.stringContaining(`<${BASE_URL}/reviews.json>; rel="self"`),
        },
      });
      expect(document.text).toBe(readFileSync(`${served}${BASE}/reviews.json`, 'utf8'));
      expect(await ask(program.url, `${BASE}/api/reviews/since/2023-02-29`)).toMatchObject({
        status: 400,
        headers: { 'content-type': 'application/json' },
        text: expect.stringContaining('"invalid_date"'),
      });
      expect(await ask(program.url, `${BASE}/nowhere`)).toMatchObject({ status: 404 });
      expect(await ask(program.url, `${BASE}/_headers`)).toMatchObject({ status: 404 });
    });

    if (name === 'nginx')
      test('adds the slash of a folder without naming its own scheme and port', async () => {
        const { status, headers } = await ask(program.url, `${BASE}/log`);
        expect([status, headers.location]).toEqual([301, `${BASE}/log/`]);
      });

    test.each([
      ['search', `${BASE}/api/reviews/search?query=pulpo&limit=2`, {}],
      ['MCP', `${BASE}/mcp`, MCP],
      ['a date without a file', `${BASE}/api/reviews/since/1990-01-01`, {}],
    ])(`${way} requests for the sidecar: %s`, async (_, target, asking) => {
      expect(readdirSync(`${served}${BASE}/api/reviews/since`)).not.toContain('1990-01-01');
      const response = await ask(program.url, target, asking);
      if (way === 'redirects') return expect(response).toMatchObject({ status: 307, headers: { location: sidecar.url + target } });
      const direct = await ask(sidecar.url, target, asking);
      expect(direct.status).toBe(200);
      expect(response).toMatchObject({ status: 200, text: direct.text });
      expect(lastingHeaders(response.headers)).toEqual(lastingHeaders(direct.headers));
    });

    // Apache sends clients to the sidecar, so they get its own response.
    if (way === 'redirects') return;

    test.each(['identity', 'gzip'])('passes on search with the encoding and entity tag of %s', async (coding) => {
      const asking = { headers: { 'accept-encoding': coding } };
      const [response, direct] = await Promise.all(
        [program.url, sidecar.url].map((origin) => ask(origin, `${BASE}/api/reviews/search?limit=50`, asking)),
      );
      expect(direct?.headers['content-encoding']).toBe(coding === 'gzip' ? 'gzip' : undefined);
      expect(lastingHeaders(response?.headers ?? {})).toEqual(lastingHeaders(direct?.headers ?? {}));
    });

    test('gives a visitor who forges X-Forwarded-For no new rate limit at the sidecar', async () => {
      const left = async (forged: string) => {
        const { headers } = await ask(program.url, `${BASE}/api/reviews/search`, { headers: { 'x-forwarded-for': forged } });
        return Number(/;r=(\d+);/.exec(String(headers['ratelimit']))?.[1]);
      };
      const first = await left('192.0.2.1');
      expect(first).toBeLessThan(600);
      expect(await left('192.0.2.2')).toBe(first - 1);
    });
  });
