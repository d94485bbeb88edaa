import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { apiEndpoints } from '../../site/documents/endpoints.ts';
import { type Answer, type Asking, ask } from '../support/ask.ts';
import type { SharedSite } from '../support/build-sites.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type RunningPrism, startPrism, violationsOf } from '../third-party/prism.ts';
import { describeContract } from './suite.ts';

/** Successful targets that the API description leaves out: pages, and the name of the build. */
const UNDESCRIBED = new Set(['/', '/generation.json']);

/** Fails if Prism reports a violation, or if a successful response that clients may rely on isn't described. */
function inspect(target: string, method: string, answer: Answer): void {
  const { undescribed, violations } = violationsOf(answer);
  expect([method, target, violations]).toEqual([method, target, []]);
  const isSuccess = answer.status < 400 && method !== 'OPTIONS';
  if (undescribed && isSuccess) expect(UNDESCRIBED).toContain(target.split('?')[0]);
}

const running = new Map<string, Promise<RunningPrism>>();

/** Returns Prism in front of its own server, started only once per site because that takes more than a second. */
function startOnce(dist: string): Promise<RunningPrism> {
  const known = running.get(dist);
  if (known) return known;
  const started = serve({ DIST_DIR: dist, RATE_LIMIT: '0' }).then(async (server) => {
    const prism = await startPrism(path.join(dist, 'openapi.json'), server.url);
    const stop = async () => {
      await prism.stop();
      await server.close();
    };
    return { url: prism.url, stop };
  });
  running.set(dist, started);
  return started;
}
afterAll(async () => {
  for (const prism of running.values()) await (await prism).stop();
});

describeContract('Prism', {
  ownPreconditionBodies: true,
  passesOn: true,
  rewrites: 'Prism decodes every coding and parses every JSON body, so it answers 500 if a body is empty or partial',
  inspect,
  start: async (dist) => ({ url: (await startOnce(dist)).url, stop: async () => {} }),
});

describe('Prism: other responses', () => {
  const through = async (site: SharedSite, target: string, asking: Asking = {}) => {
    const { url } = await startOnce(inject('dists')[site]);
    const answer = await ask(url, target, asking);
    inspect(target, asking.method ?? 'GET', answer);
    return answer;
  };

  test.each(['minimal', 'corner', 'demo'] as const)('of every endpoint of %s match the description', async (site) => {
    for (const { example } of apiEndpoints) {
      const answer = await through(site, example);
      expect([example, answer.status, violationsOf(answer).undescribed]).toEqual([example, 200, false]);
    }
  });

  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const call = (body: object | string, headers: Record<string, string> = {}) => ({
    method: 'POST',
    headers: { ...json, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify({ jsonrpc: '2.0', ...body }),
  });
  const initialize = {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };

  test('of MCP match the description, including errors', async () => {
    const opened = await through('corner', '/mcp', call(initialize));
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
      const answer = await through('corner', '/mcp', asking);
      expect(violationsOf(answer).undescribed).toBe(false);
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([200, 202, 200, 200, 200, 400, 404, 400, 406, 415, 204, 400]);
  });

  test('of the hub match the description, including errors', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const statuses: number[] = [];
    for (const [headers, body] of [
      [form, 'hub.mode=subscribe&hub.topic=http%3A%2F%2Freviews.localhost%3A9%2Ffeed.xml'],
      [form, 'hub.mode=dance'],
      [json, '{}'],
    ] as const) {
      const answer = await through('corner', '/api/websub/hub', { method: 'POST', headers, body });
      expect(violationsOf(answer).undescribed).toBe(false);
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([400, 400, 415]);
    for (const [target, status] of [
      ['/api/websub/hub', 200],
      ['/api/websub/subscriptions/unknown', 404],
    ] as const) {
      const answer = await through('corner', target);
      expect([target, answer.status, violationsOf(answer).undescribed]).toEqual([target, status, false]);
    }
  });

  test('to too many requests match the description', async () => {
    const dist = inject('dists').corner;
    const server = await serve({ DIST_DIR: dist, RATE_LIMIT: '1' });
    const prism = await startPrism(path.join(dist, 'openapi.json'), server.url);
    try {
      for (const [target, asking] of [
        ['/api/reviews/search', {}],
        ['/mcp', call(initialize)],
        ['/api/websub/hub', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'hub.mode=x' }],
      ] as const) {
        await ask(prism.url, target, asking);
        const answer = await ask(prism.url, target, asking);
        expect([target, answer.status]).toEqual([target, 429]);
        inspect(target, 'POST', answer);
      }
    } finally {
      await prism.stop();
      await server.close();
    }
  });

  test('that a description doesn’t allow are reported', async () => {
    const dist = inject('dists').corner;
    const folder = temporaryFolder();
    const description = JSON.parse(await readFile(path.join(dist, 'openapi.json'), 'utf8'));
    const { schemas } = description.components;
    schemas.Review.properties.rating = { type: 'string' };
    schemas.Problem.required.push('apology');
    delete description.paths['/insights.json'].get.responses['304'];
    const file = path.join(folder, 'wrong.json');
    await writeFile(file, JSON.stringify(description));
    const server = await serve({ DIST_DIR: dist });
    const prism = await startPrism(file, server.url);
    try {
      for (const [target, headers] of [
        ['/reviews.json', {}],
        ['/api/reviews/search', {}],
        ['/api/reviews/since/2023-01-01', {}],
        ['/api/reviews/search?rating=9', {}],
        ['/insights.json', { 'if-none-match': '*' }],
      ] as const) {
        const { violations } = violationsOf(await ask(prism.url, target, { headers }));
        expect([target, violations.length > 0]).toEqual([target, true]);
      }
      expect(violationsOf(await ask(prism.url, '/insights.json'))).toEqual({ undescribed: false, violations: [] });
    } finally {
      await prism.stop();
      await server.close();
    }
  });
});
