import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { freePort } from '../../scripts/lab/free-port.ts';
import { ask } from '../support/ask.ts';
import { serve, type TestServer } from '../support/serve.ts';

describe.each(['DIST_DIR', 'DATASET_URL'] as const)('a sidecar that reads %s', (variable) => {
  let site: TestServer;
  let sidecar: TestServer;
  beforeAll(async () => {
    site = await serve({ DIST_DIR: inject('dists').corner });
    const from = { DIST_DIR: { DIST_DIR: inject('dists').corner }, DATASET_URL: { DIST_DIR: '/nowhere', DATASET_URL: site.url } };
    sidecar = await serve(from[variable], 'sidecar');
  });
  afterAll(async () => {
    await sidecar.close();
    await site.close();
  });

  test('answers searches with the same status, bytes and headers as the full server', async () => {
    for (const query of ['', '?rating=5', '?query=lamp&limit=1', '?rating=9']) {
      const [own, other] = [await ask(site.url, `/api/reviews/search${query}`), await ask(sidecar.url, `/api/reviews/search${query}`)];
      expect([other.status, other.text, { ...other.headers, date: '' }]).toEqual([own.status, own.text, { ...own.headers, date: '' }]);
    }
  });

  test('reports the generation that it serves in /healthz', async () => {
    const generations = [sidecar, site].map(async ({ url }) => JSON.parse((await ask(url, '/healthz')).text).generation);
    expect(await generations[0]).toBe(await generations[1]);
  });

  test.each(['/reviews.json', '/insights.json', '/api/feed.json', '/feed.xml', '/', '/generation.json', '/api/reviews/since/2024-01-01'])(
    'leaves %s to the static host and returns 404',
    async (path) => {
      const answer = await ask(sidecar.url, path);
      expect([answer.status, JSON.parse(answer.text).error]).toEqual([404, 'not_found']);
    },
  );
});

test('a sidecar only answers valid dates that have no file', async () => {
  const sidecar = await serve({ DIST_DIR: inject('dists').unwritten }, 'sidecar');
  const [without, written, malformed] = [
    await ask(sidecar.url, '/api/reviews/since/2024-03-01'),
    await ask(sidecar.url, '/api/reviews/since/2025-12-31'),
    await ask(sidecar.url, '/api/reviews/since/2024-02-30'),
  ];
  await sidecar.close();
  expect([without.status, JSON.parse(without.text).matched]).toEqual([200, 2]);
  expect([written.status, malformed.status]).toEqual([404, 404]);
});

test('an invalid setting stops the server from starting and leaves no port open', async () => {
  const port = await freePort();
  const start = serve({ DIST_DIR: inject('dists').corner, PORT: String(port), CALLBACK_CA_FILE: '/nowhere/ca.pem' });
  await expect(start).rejects.toThrow('CALLBACK_CA_FILE=/nowhere/ca.pem: cannot be read (ENOENT)');
  await expect(ask(`http://127.0.0.1:${port}`, '/healthz')).rejects.toThrow(/ECONNREFUSED/);
});

describe('a server with nothing to serve yet', () => {
  test.each(['origin', 'sidecar'] as const)('as %s answers 503 with Retry-After and JSON', async (mode) => {
    const server = await serve({ DIST_DIR: '/nowhere' }, mode);
    for (const path of ['/reviews.json', '/api/reviews/search', '/healthz', '/nothing']) {
      const { status, headers, text } = await ask(server.url, path);
      expect([status, headers['retry-after'], headers['content-type']]).toEqual([503, '1', 'application/json']);
      expect(JSON.parse(text)).toEqual({ error: 'starting', message: 'The service is starting; try again in a moment.' });
    }
    await server.close();
  });

  test('starts even if DATASET_URL can’t be reached', async () => {
    const server = await serve({ DIST_DIR: '/nowhere', DATASET_URL: 'http://reviews.localhost:9' }, 'sidecar');
    expect((await ask(server.url, '/healthz')).status).toBe(503);
    await server.close();
  });
});
