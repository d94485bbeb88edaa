import type { IncomingHttpHeaders } from 'node:http';
import { expect, inject, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { serve } from '../support/serve.ts';

test('more than RATE_LIMIT searches per minute get 429 with Retry-After, while documents and the hub still answer', async () => {
  const server = await serve({ DIST_DIR: inject('dists').corner, RATE_LIMIT: '2' });
  const search = () => ask(server.url, '/api/reviews/search?rating=5');
  expect([(await search()).status, (await search()).status]).toEqual([200, 200]);
  const refused = await search();
  expect([refused.status, refused.headers['content-type'], refused.text]).toEqual([
    429,
    'application/json',
    '{"error":"too_many_requests","message":"Too many requests; wait for the seconds in the Retry-After header."}\n',
  ]);
  expect(refused.headers['retry-after']).toBe('30');
  expect((await ask(server.url, '/reviews.json')).status).toBe(200);
  expect((await ask(server.url, '/api/websub/hub')).status).toBe(200);
  await server.close();
});

test('behind a trusted proxy, each client has its own limit', async () => {
  const server = await serve({ DIST_DIR: inject('dists').corner, RATE_LIMIT: '1', TRUST_PROXY: 'loopback' });
  const searchAs = (client: string) => ask(server.url, '/api/reviews/search', { headers: { 'X-Forwarded-For': client } });
  expect((await searchAs('192.0.2.1')).status).toBe(200);
  expect((await searchAs('192.0.2.1')).status).toBe(429);
  expect((await searchAs('192.0.2.2')).status).toBe(200);
  await server.close();
});

/** Returns the two header fields of draft-ietf-httpapi-ratelimit-headers-11. */
const fieldsOf = ({ headers }: { readonly headers: IncomingHttpHeaders }) => [headers['ratelimit-policy'], headers['ratelimit']];

test('every counted response has a RateLimit with the requests left and the seconds to spread them over', async () => {
  const clock = new ManualClock();
  const server = await serve({ DIST_DIR: inject('dists').corner, RATE_LIMIT: '3' }, 'origin', clock);
  const policy = '"search";q=3;w=60';
  const first = await ask(server.url, '/api/reviews/search');
  expect(fieldsOf(first)).toEqual([policy, '"search";r=2;t=40']);
  const fresh = await ask(server.url, '/api/reviews/search', { headers: { 'if-none-match': first.headers.etag } });
  expect([fresh.status, ...fieldsOf(fresh)]).toEqual([304, policy, '"search";r=1;t=20']);
  const wrong = await ask(server.url, '/api/reviews/search?rating=9');
  expect([wrong.status, ...fieldsOf(wrong)]).toEqual([400, policy, '"search";r=0;t=20']);
  clock.advance(5_000);
  const refused = await ask(server.url, '/api/reviews/search');
  expect([refused.status, refused.headers['retry-after'], ...fieldsOf(refused)]).toEqual([429, '15', policy, '"search";r=0;t=15']);
  clock.advance(15_000);
  expect(fieldsOf(await ask(server.url, '/api/reviews/search'))).toEqual([policy, '"search";r=0;t=20']);
  clock.advance(600_000);
  expect(fieldsOf(await ask(server.url, '/api/reviews/search'))).toEqual([policy, '"search";r=2;t=40']);
  expect(fieldsOf(await ask(server.url, '/reviews.json'))).toEqual([undefined, undefined]);
  await server.close();
});

test('the hub, MCP messages and MCP calls each report their own policy, in headers that CORS exposes', async () => {
  const server = await serve({ DIST_DIR: inject('dists').corner, RATE_LIMIT: '2' }, 'origin', new ManualClock());
  const hub = await ask(server.url, '/api/websub/hub');
  expect([hub.status, ...fieldsOf(hub)]).toEqual([200, '"hub";q=2;w=60', '"hub";r=1;t=30']);
  const message = (method: string, params: object = {}) =>
    ask(server.url, '/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const opened = await message('initialize', initialize);
  expect([opened.status, ...fieldsOf(opened)]).toEqual([200, '"mcp-messages";q=2;w=60', '"mcp-messages";r=1;t=30']);
  await message('initialize', initialize);
  const refused = await message('initialize', initialize);
  expect([refused.status, refused.headers['retry-after'], ...fieldsOf(refused)]).toEqual([
    429,
    '30',
    '"mcp-messages";q=2;w=60',
    '"mcp-messages";r=0;t=30',
  ]);
  const called = await ask(server.url, '/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': opened.headers['mcp-session-id'],
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_summary', arguments: {} } }),
  });
  expect([called.status, ...fieldsOf(called)]).toEqual([200, '"mcp-calls";q=2;w=60', '"mcp-calls";r=1;t=30']);
  for (const { headers } of [hub, opened, refused, called])
    expect(headers['access-control-expose-headers']?.split(', ')).toEqual(
      expect.arrayContaining(['RateLimit', 'RateLimit-Policy', 'Link']),
    );
  await server.close();
});

test('without a limit, responses have no RateLimit headers', async () => {
  const server = await serve({ DIST_DIR: inject('dists').corner, RATE_LIMIT: '0' });
  for (const path of ['/api/reviews/search', '/api/websub/hub'])
    expect(fieldsOf(await ask(server.url, path))).toEqual([undefined, undefined]);
  await server.close();
});

const post = (type: string, body: string, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': type, ...headers },
  body,
});
const form = (body: string) => post('application/x-www-form-urlencoded', body);
const rpc = (method: string, headers: Record<string, string>) => {
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
  return post('application/json', JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta } }), headers);
};

test.each([
  ['/api/reviews/search', 400, '?rating=9&color=red', {}],
  ['/api/reviews/search', 412, '', { headers: { 'if-match': '"other"' } }],
  ['/api/websub/hub', 400, '', form('hub.mode=subscribe')],
  ['/api/websub/hub', 413, '', form('x'.repeat(20_000))],
  ['/api/websub/hub', 415, '', post('application/json', '{}')],
  ['/api/websub/subscriptions/{token}', 404, '', {}],
  ['/mcp', 400, '', rpc('tools/list', {})],
  ['/mcp', 404, '', rpc('no/such', { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'no/such' })],
] as const)('the headers of %s with status %i that clients read are in openapi.json', async (path, status, query, asking) => {
  const server = await serve({ DIST_DIR: inject('dists').corner, RATE_LIMIT: '9' });
  const answer = await ask(server.url, path.replace('{token}', 'none') + query, asking);
  expect([answer.status, fieldsOf(answer).includes(undefined)]).toEqual([status, false]);
  const { paths } = JSON.parse((await ask(server.url, '/openapi.json')).text);
  const operation = paths[path]['method' in asking ? 'post' : 'get'];
  const sent = ['Ignored-Parameters', 'RateLimit', 'RateLimit-Policy'].filter((name) => name.toLowerCase() in answer.headers);
  expect(Object.keys(operation.responses[status].headers ?? {})).toEqual(sent);
  await server.close();
});
