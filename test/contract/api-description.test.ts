import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { apiEndpoints } from '../../site/documents/endpoints.ts';
import { expectDescribed, readApiDescription } from '../support/api-description.ts';
import { type Asking, ask, type TestResponse } from '../support/ask.ts';
import type { SharedSite } from '../support/build-sites.ts';
import { withReleaseCases } from '../support/release-test.ts';
import { serve } from '../support/serve.ts';

const descriptionOf = (site: SharedSite) => readFile(path.join(inject('dists')[site], 'openapi.json'), 'utf8');

/** Starts a server of `site`. Each response is compared with the API description, which must include the operation. */
async function startDescribed(site: SharedSite, variables: Readonly<Record<string, string>> = {}) {
  const compare = readApiDescription(await descriptionOf(site));
  const server = await serve({ DIST_DIR: inject('dists')[site], ...variables });
  const askDescribed = async (target: string, asking: Asking = {}): Promise<TestResponse> => {
    const answer = await ask(server.url, target, asking);
    const method = asking.method ?? 'GET';
    expectDescribed(compare, target, method, answer);
    expect([target, compare(target, method, answer).undescribed]).toEqual([target, false]);
    return answer;
  };
  return { ask: askDescribed, close: server.close };
}

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

const call = (body: object | string, headers: Record<string, string> = {}): Asking => ({
  method: 'POST',
  headers: { ...json, ...headers },
  body: typeof body === 'string' ? body : JSON.stringify({ jsonrpc: '2.0', ...body }),
});

const initialize = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

test.each<SharedSite>(
  withReleaseCases('every endpoint of two more sites answers as openapi.json describes', ['corner'], ['minimal', 'demo']),
)('every endpoint of %s answers as openapi.json describes', async (site) => {
  const server = await startDescribed(site);
  try {
    for (const { example } of apiEndpoints) expect([example, (await server.ask(example)).status]).toEqual([example, 200]);
  } finally {
    await server.close();
  }
});

test('responses of MCP match openapi.json, including errors', async () => {
  const server = await startDescribed('corner');
  try {
    const opened = await server.ask('/mcp', call(initialize));
    const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
    const list = { id: 2, method: 'tools/list' };
    const statuses: number[] = [opened.status];
    for (const asking of [
      call({ method: 'notifications/initialized' }, session),
      call(list, session),
      call({ id: 'three', method: 'tools/call', params: { name: 'search_reviews', arguments: { rating: 9 } } }, session),
      call({ id: 4, method: 'no/such' }, session),
      call(list),
      call(list, { 'mcp-session-id': 'unknown' }),
      call({ ...list, jsonrpc: '1.0' }, session),
      call(list, { ...session, accept: 'text/html' }),
      call('<xml/>', { ...session, 'content-type': 'application/xml' }),
      { method: 'DELETE', headers: session },
      { method: 'DELETE', headers: {} },
    ]) {
      statuses.push((await server.ask('/mcp', asking)).status);
    }
    expect(statuses).toEqual([200, 202, 200, 200, 200, 400, 404, 400, 406, 415, 204, 400]);
  } finally {
    await server.close();
  }
});

test('responses of the hub match openapi.json, including errors', async () => {
  const server = await startDescribed('corner');
  const hub = '/api/websub/hub';
  try {
    const subscribe = 'hub.mode=subscribe&hub.topic=http%3A%2F%2Freviews.localhost%3A9%2Ffeed.xml';
    const statuses: number[] = [];
    for (const [target, asking] of [
      [hub, { method: 'POST', headers: form, body: subscribe }],
      [hub, { method: 'POST', headers: form, body: 'hub.mode=dance' }],
      [hub, { method: 'POST', headers: json, body: '{}' }],
      [hub, {}],
      ['/api/websub/subscriptions/unknown', {}],
    ] as const) {
      statuses.push((await server.ask(target, asking)).status);
    }
    expect(statuses).toEqual([400, 400, 415, 200, 404]);
  } finally {
    await server.close();
  }
});

test('responses to too many requests match openapi.json', async () => {
  const server = await startDescribed('corner', { RATE_LIMIT: '1' });
  try {
    for (const [target, asking] of [
      ['/api/reviews/search', {}],
      ['/mcp', call(initialize)],
      ['/api/websub/hub', { method: 'POST', headers: form, body: 'hub.mode=x' }],
    ] as const) {
      await server.ask(target, asking);
      expect([target, (await server.ask(target, asking)).status]).toEqual([target, 429]);
    }
  } finally {
    await server.close();
  }
});

test('responses that differ from a description are found', async () => {
  const wrong = JSON.parse(await descriptionOf('corner'));
  const { schemas } = wrong.components;
  schemas.Review.properties.rating = { type: 'string' };
  schemas.Problem.required.push('apology');
  const ofFeed = schemas.JsonFeed.properties.items.items.properties['_review'].properties;
  ofFeed.incentive = { type: 'integer' };
  wrong.components.headers['Last-Modified'].schema.pattern = '^never$';
  delete wrong.paths['/insights.json'].get.responses['304'];
  delete wrong.paths['/api/feed.json'].get.responses['200'].headers.ETag;
  delete wrong.paths['/feed.xml'].get.responses['200'].content['application/atom+xml'];
  wrong.paths['/reviews.csv'].get.responses['200'].content = { 'text/plain': { schema: { type: 'string' } } };
  const compare = readApiDescription(JSON.stringify(wrong));
  const server = await serve({ DIST_DIR: inject('dists').corner });
  const found = async (target: string, headers = {}) => compare(target, 'GET', await ask(server.url, target, { headers })).found;
  try {
    const lists = ['/reviews.json', '/api/reviews/search', '/api/reviews/since/2023-01-01'];
    for (const target of lists) expect(await found(target)).toContainEqual(expect.stringContaining('rating must be string'));
    const invalid = await found('/api/reviews/search?rating=9');
    expect(invalid).toContainEqual(expect.stringContaining("must have required property 'apology'"));
    expect(await found('/insights.json', { 'if-none-match': '*' })).toEqual(['#/paths/~1insights.json/get/responses/304 is missing']);
    const header = '#/components/headers/Last-Modified/schema: data must match pattern "^never$"';
    const place = (path: string) => `#/paths/${path}/get/responses/200`;
    expect(await found('/insights.json')).toEqual([header]);
    const feed = await found('/api/feed.json');
    expect(feed.slice(0, 2)).toEqual([`${place('~1api~1feed.json')}: the header ETag isn't described`, header]);
    expect(feed.slice(2)).toEqual([expect.stringContaining('/items/0/_review/incentive must be integer')]);
    expect(await found('/feed.xml')).toEqual([header, `${place('~1feed.xml')}: a body isn't described`]);
    expect(await found('/reviews.csv')).toEqual([header, `${place('~1reviews.csv')}: the type text/csv isn't described`]);
    expect(await found('/sources.json')).toEqual([header]);
    expect(await found('/healthz')).toEqual([]);
  } finally {
    await server.close();
  }
});
