import { expect, inject, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { serve } from '../support/serve.ts';

test('a client that searches more often than RATE_LIMIT a minute gets 429 with Retry-After, and nothing else is limited by it', async () => {
  const server = await serve({ DIST_DIR: inject('dists').corner, RATE_LIMIT: '2' });
  const search = () => ask(server.url, '/api/reviews/search?rating=5');
  expect([(await search()).status, (await search()).status]).toEqual([200, 200]);
  const refused = await search();
  expect([refused.status, refused.headers['content-type'], refused.text]).toEqual([
    429,
    'application/json',
    '{"error":"too_many_requests","message":"Too many requests; the Retry-After header says when to come back."}\n',
  ]);
  expect(refused.headers['retry-after']).toBe('30');
  expect((await ask(server.url, '/reviews.json')).status).toBe(200);
  expect((await ask(server.url, '/api/websub/hub')).status).toBe(200);
  await server.close();
});

test('behind a trusted proxy each client is counted by its own address', async () => {
  const server = await serve({ DIST_DIR: inject('dists').corner, RATE_LIMIT: '1', TRUST_PROXY: 'loopback' });
  const searchAs = (client: string) => ask(server.url, '/api/reviews/search', { headers: { 'X-Forwarded-For': client } });
  expect((await searchAs('192.0.2.1')).status).toBe(200);
  expect((await searchAs('192.0.2.1')).status).toBe(429);
  expect((await searchAs('192.0.2.2')).status).toBe(200);
  await server.close();
});
