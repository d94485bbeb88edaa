import { chmodSync, cpSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apacheMissing, startApache } from '../support/apache.ts';
import { ask } from '../support/ask.ts';
import { caddyMissing, startCaddyFiles } from '../support/caddy.ts';
import { buildDocuments } from '../support/call-command.ts';
import { workshop } from '../support/copy-content.ts';
import { nginxMissing, startNginxFiles } from '../support/nginx.ts';
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
  sidecar = await serve({ BASE_URL, DIST_DIR: dist }, 'sidecar');
  await buildDocuments(content, dist, { ...variables, SIDECAR_URL: sidecar.url });
  served = temporaryFolder();
  chmodSync(served, 0o755);
  cpSync(dist, served + BASE, { recursive: true, dereference: true });
});
afterAll(() => sidecar.close());

const hosts = [
  ['Apache', apacheMissing, () => startApache(served, () => true), 'redirects'],
  ['nginx', nginxMissing, () => startNginxFiles(served, BASE), 'passes on'],
  ['Caddy', caddyMissing, () => startCaddyFiles(served, BASE), 'passes on'],
] as const;

for (const [name, missing, start, way] of hosts)
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

    test.each([
      ['search', `${BASE}/api/reviews/search?query=pulpo&limit=2`, {}],
      ['MCP', `${BASE}/mcp`, MCP],
      ['a date without a file', `${BASE}/api/reviews/since/1990-01-01`, {}],
    ])(`${way} requests for the sidecar: %s`, async (_, target, asking) => {
      expect(readdirSync(`${served}${BASE}/api/reviews/since`)).not.toContain('1990-01-01');
      const response = await ask(program.url, target, asking);
      if (way === 'redirects') return expect(response).toMatchObject({ status: 307, headers: { location: sidecar.url + target } });
      const { status, text } = await ask(sidecar.url, target, asking);
      expect(status).toBe(200);
      expect(response).toMatchObject({ status, text });
    });
  });
