import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { serve, type TestServer } from '../support/serve.ts';

describe('with LOG=requests', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await serve({ DIST_DIR: inject('dists').corner, LOG: 'requests' });
  });
  afterAll(() => server.close());
  const lineOf = async (id: unknown) => {
    const found = () => server.logged.find((line) => line['id'] === id);
    await expect.poll(found).toBeDefined();
    return found();
  };

  test.each(['/reviews.json', '/api/reviews/search', '/healthz', '/mcp', '/nothing', '/api/websub/hub'])(
    '%s returns and logs the id that it was sent, or else a new one',
    async (target) => {
      const given = `Root=1-67891233${target}`;
      const { headers } = await ask(server.url, target, { headers: { 'x-request-id': given } });
      expect(headers['x-request-id']).toBe(given);
      expect(await lineOf(given)).toMatchObject({ event: 'request', path: target });
      const made = (await ask(server.url, target)).headers['x-request-id'];
      expect(made).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
      expect(await lineOf(made)).toMatchObject({ path: target });
    },
  );

  test.each(['two words', '"}{"event":"forged"', 'x'.repeat(129), ''])('an invalid id such as %j is replaced', async (given) => {
    const { headers } = await ask(server.url, '/healthz', { headers: { 'x-request-id': given } });
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });

  test('the log contains no search words, IP addresses or secrets', async () => {
    const target = '/api/reviews/search?query=Jane+Roe';
    const last = await ask(server.url, target, {
      headers: { cookie: 'private', authorization: 'Bearer private', 'user-agent': 'Private/1' },
    });
    for (const status of ['/api/websub/subscriptions/private-token', '/api/%77ebsub/subscriptions/private-token?x'])
      await ask(server.url, status);
    await lineOf((await ask(server.url, '/healthz')).headers['x-request-id']);
    await lineOf(last.headers['x-request-id']);
    const text = JSON.stringify(server.logged);
    expect(text).toContain('/api/websub/subscriptions/{token}');
    expect(text).not.toMatch(/Jane|Roe|private|127\.0\.0\.1/i);
  });
});

test('without LOG=requests, responses have no id, and sending one changes nothing', async () => {
  const server = await serve({ DIST_DIR: inject('dists').corner });
  for (const target of ['/reviews.json', '/api/reviews/search', '/healthz']) {
    const [plain, named] = [await ask(server.url, target), await ask(server.url, target, { headers: { 'x-request-id': 'mine' } })];
    expect(named.headers['x-request-id']).toBeUndefined();
    expect({ ...named.headers, date: '' }).toEqual({ ...plain.headers, date: '' });
    expect(named.body).toEqual(plain.body);
  }
  expect(server.logged.filter(({ event }) => event === 'request')).toEqual([]);
  await server.close();
});
