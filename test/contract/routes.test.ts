import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { paths } from '../../site/contract/paths.ts';
import { ask } from '../support/ask.ts';
import { serve, type TestServer } from '../support/serve.ts';

// Defaults of Express that would differ from the rest of the server.

let server: TestServer;
beforeAll(async () => {
  server = await serve({ DIST_DIR: inject('dists').minimal });
});
afterAll(() => server.close());

const dynamic = [paths.search, paths.mcp, paths.hub, `${paths.hubStatus}token`, paths.health];

describe('a dynamic endpoint', () => {
  test.each([...dynamic, '/nothing'])('%s has no weak ETag and no X-Powered-By', async (path) => {
    const { headers } = await ask(server.url, path);
    expect([headers.etag?.startsWith('W/') ?? false, headers['x-powered-by']]).toEqual([false, undefined]);
  });

  test.each([paths.search, paths.hub, paths.health])('%s only matches its exact path, with or without escaped letters', async (path) => {
    const others = [path.toUpperCase(), `${path}/`, `/${path}`, `${path}%2f`];
    const statuses = await Promise.all(others.map(async (other) => (await ask(server.url, other)).status));
    expect(statuses).toEqual(others.map(() => 404));
    expect(
      (
        await ask(
          server.url,
          path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
        )
      ).status,
    ).toBe(200);
  });

  test.each([paths.search, paths.health])('%s answers OPTIONS with its methods', async (path) => {
    const { status, headers, text } = await ask(server.url, path, { method: 'OPTIONS' });
    expect([status, headers.allow, text]).toEqual([204, 'GET, HEAD, OPTIONS', '']);
  });

  test('that doesn’t exist answers OPTIONS with 404', async () => {
    const { status, text } = await ask(server.url, '/nothing', { method: 'OPTIONS' });
    expect([status, JSON.parse(text).error]).toEqual([404, 'not_found']);
  });
});

test('a path that can’t be decoded gets 400 below every route', async () => {
  const escapes = fc.array(fc.constantFrom('%', '%z', '%zz', '%2f', '%2F', '%61', '%c3', '%c3%a9', '%ff', '%00', 'a', '/'), {
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('/', paths.since, paths.hubStatus, `${paths.search}/`, `${paths.mcp}/`),
      escapes,
      async (route, rest) => {
        const path = route + rest.join('');
        const isMalformed = (() => {
          try {
            return decodeURIComponent(path) === undefined;
          } catch {
            return true;
          }
        })();
        const { status } = await ask(server.url, path);
        if (isMalformed) expect([path, status]).toEqual([path, 400]);
        else expect([path, status < 500]).toEqual([path, true]);
      },
    ),
    { numRuns: 300 },
  );
});

test('an error in /healthz returns 500, and only the log has its details', async () => {
  const broken = await serve({ DIST_DIR: inject('dists').minimal });
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(broken.hub, 'health').mockRejectedValue(new Error('the disk is on fire'));
  const { status, text } = await ask(broken.url, paths.health);
  expect([status, JSON.parse(text).error, text.includes('fire')]).toEqual([500, 'internal_error', false]);
  expect(String(logged.mock.calls[0])).toContain('the disk is on fire');
  logged.mockRestore();
  await broken.close();
});
