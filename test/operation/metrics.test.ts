import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { parse } from 'yaml';
import { makeAuthority } from '../../scripts/lab/bench/certificates.ts';
import { Subscriber } from '../hub/subscriber.ts';
import { ask } from '../support/ask.ts';
import { callScript } from '../support/call-command.ts';
import { callTool, openSession } from '../support/rpc.ts';
import { root } from '../support/run-script.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Scrapes the metrics; returns each sample by its name and labels. */
async function scrape({ metricsUrl = '' }: TestServer): Promise<ReadonlyMap<string, number>> {
  const { status, headers, text } = await ask(metricsUrl, '/metrics');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))] as const));
}

describe('metrics', () => {
  const folder = temporaryFolder();
  const authority = makeAuthority();
  const certificate = path.join(folder, 'ca.pem');
  let server: TestServer;
  let subscriber: Subscriber;
  beforeAll(async () => {
    writeFileSync(certificate, authority.certificate);
    server = await serve({
      DIST_DIR: inject('dists').corner,
      METRICS_ADDRESS: '127.0.0.1:0',
      CALLBACK_CA_FILE: certificate,
      CALLBACK_ALLOW_CIDRS: '127.0.0.0/8',
    });
    subscriber = await new Subscriber(authority.issue(['127.0.0.1'])).start();
  });
  afterAll(async () => {
    await Promise.all([server.close(), subscriber.stop()]);
  });

  test('count requests by route pattern and status, with all unknown paths as one route', async () => {
    const { headers } = await ask(server.url, '/reviews.json');
    await ask(server.url, '/reviews.json', { headers: { 'if-none-match': headers.etag } });
    for (const day of ['2024-01-01', '2024-01-02']) await ask(server.url, `/api/reviews/since/${day}`);
    await ask(server.url, '/api/reviews/search?rating=6');
    for (let number = 0; number < 30; number += 1) await ask(server.url, `/no-such-path-${number}?secret=${number}`);
    await ask(server.url, `/api/websub/subscriptions/${'t'.repeat(32)}`);
    const samples = await scrape(server);
    const requests = [...samples].filter(([name]) => name.startsWith('reviews_http_requests_total'));
    expect(Object.fromEntries(requests)).toEqual({
      'reviews_http_requests_total{route="/reviews.json",status="200"}': 1,
      'reviews_http_requests_total{route="/reviews.json",status="304"}': 1,
      'reviews_http_requests_total{route="/api/reviews/since/*",status="200"}': 2,
      'reviews_http_requests_total{route="/api/reviews/search",status="400"}': 1,
      'reviews_http_requests_total{route="other",status="404"}': 30,
      'reviews_http_requests_total{route="/api/websub/subscriptions/*",status="404"}': 1,
    });
    expect(samples.get('reviews_http_request_duration_seconds_count{route="other"}')).toBe(30);
    expect([...samples.keys()].filter((name) => /secret|no-such-path|tttt/.test(name))).toEqual([]);
  });

  test('include the process, the event loop, and the generation and its age', async () => {
    const { generation, modified } = JSON.parse((await ask(server.url, '/generation.json')).text);
    const age = () => Date.now() / 1000 - modified;
    const youngest = age();
    const samples = await scrape(server);
    expect(samples.get(`reviews_generation_info{generation="${generation}"}`)).toBe(1);
    expect(samples.get('reviews_published')).toBe(11);
    expect(samples.get('reviews_generation_age_seconds')).toBeGreaterThan(youngest - 1);
    expect(samples.get('reviews_generation_age_seconds')).toBeLessThan(age() + 1);
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'process_cpu_seconds_total'])
      expect(samples.get(name)).toEqual(expect.any(Number));
  });

  test('count MCP tool calls by name and outcome, and label unknown tools as unknown', async () => {
    const endpoint = `${server.url}/mcp`;
    const session = await openSession(endpoint);
    const call = (name: string, args?: object) => callTool(endpoint, session, name, args);
    await call('get_business');
    await call('get_business');
    await call('search_reviews', { rating: 99 });
    await call('rm -rf');
    const samples = await scrape(server);
    expect(Object.fromEntries([...samples].filter(([name]) => name.startsWith('reviews_mcp_')))).toEqual({
      'reviews_mcp_tool_calls_total{tool="get_business",outcome="ok"}': 2,
      'reviews_mcp_tool_calls_total{tool="search_reviews",outcome="refused"}': 1,
      'reviews_mcp_tool_calls_total{tool="unknown",outcome="failed"}': 1,
    });
  });

  test('include the hub’s subscriptions, queue and failures, and count log events', async () => {
    subscriber.behavior = () => ({ status: 500 });
    const form = {
      'hub.mode': 'subscribe',
      'hub.topic': `http://localhost:${server.port}/feed.xml`,
      'hub.callback': subscriber.url('/cb'),
    };
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const asked = await ask(server.url, '/api/websub/hub', { method: 'POST', headers, body: new URLSearchParams(form).toString() });
    expect(asked.status).toBe(202);
    await server.hub.onIdle();
    const samples = await scrape(server);
    const known = (name: string) => samples.get(name);
    expect(known('reviews_hub_up')).toBe(1);
    expect(known('reviews_hub_subscriptions{state="rejected"}')).toBe(1);
    expect(known('reviews_hub_queue{of="deliveries"}')).toBe(0);
    expect(known('reviews_hub_queue{of="requests"}')).toBe(0);
    expect(known('reviews_hub_under_way{of="deliveries"}')).toBe(0);
    expect(known('reviews_hub_deliveries_total{outcome="failed"}')).toBe(0);
    expect(known('reviews_hub_subscriptions_ended_total{how="rejected"}')).toBe(1);
    expect(known('reviews_hub_events_total{event="accepted"}')).toBe(1);
    expect(known('reviews_log_events_total{event="hub.rejected",level="info"}')).toBe(1);
    // Anyone who knows a whole callback URL could pose as the hub, so the log has only its origin.
    expect(server.logged).toContainEqual(expect.objectContaining({ event: 'hub.rejected', callback: subscriber.url('') }));
  });

  test('include everything that the alert rules use, and each rule links to a section of the runbook', async () => {
    const known = new Set([...(await scrape(server)).keys()].map((sample) => sample.replace(/\{.*/, '')));
    const guide = readFileSync(`${root}/scripts/deploy/README.md`, 'utf8');
    const sections = [...guide.matchAll(/^### (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z ]/g, '')
        .replaceAll(' ', '-'),
    );
    const [{ rules }] = parse(readFileSync(`${root}/scripts/deploy/alerts.yaml`, 'utf8')).groups;
    expect(rules).toHaveLength(9);
    for (const { alert, expr, annotations } of rules) {
      const named = expr.match(/\b(?:reviews|nodejs|process)_\w+/g) ?? ['up'];
      expect([alert, named.filter((name: string) => name !== 'up' && !known.has(name))]).toEqual([alert, []]);
      expect(sections).toContain(annotations.runbook.split('#')[1]);
    }
  });

  test('are served only at their own address', async () => {
    expect((await ask(server.url, '/metrics')).status).toBe(404);
    expect((await ask(server.metricsUrl ?? '', '/metrics', { method: 'HEAD' })).body).toHaveLength(0);
  });
});

test('without METRICS_ADDRESS, the Prometheus client library isn’t loaded', async () => {
  // CommonJS modules are in this cache however they were imported.
  const program = `
    import { createRequire } from 'node:module';
    const { startServer } = await import('${root}sidecar/server.ts');
    const { readEnvironment } = await import('${root}site/contract/environment.ts');
    for (const METRICS_ADDRESS of ['', '127.0.0.1:0']) {
      const environment = readEnvironment({ PORT: '0', ...process.env, METRICS_ADDRESS });
      const server = await startServer({ environment, mode: 'origin', log() {} });
      await fetch(server.url + '/reviews.json');
      await server.close();
      const isLoaded = Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('/prom-client/'));
      console.log(JSON.stringify([typeof server.metricsUrl, isLoaded]));
    }`;
  const env = { PATH: process.env['PATH'], DIST_DIR: inject('dists').minimal, DATA_DIR: temporaryFolder() };
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(stdout).toBe('["undefined",false]\n["string",true]\n');
});

test('an invalid or occupied METRICS_ADDRESS stops the server with an error message', async () => {
  const wrong = await callScript('serve', { METRICS_ADDRESS: '9464' });
  expect(wrong).toMatchObject({
    code: 1,
    stderr: 'environment: METRICS_ADDRESS=9464: write an address and a port such as 127.0.0.1:9464\n',
  });
  const other = await serve({ DIST_DIR: inject('dists').minimal });
  const taken = await callScript('serve', {
    PORT: '0',
    DIST_DIR: inject('dists').minimal,
    METRICS_ADDRESS: `127.0.0.1:${other.port}`,
  });
  await other.close();
  expect(taken).toMatchObject({
    code: 1,
    stderr: `environment: METRICS_ADDRESS=127.0.0.1:${other.port} is in use; set it to a free address of this machine\n`,
  });
});

test('an error while collecting metrics is logged and returns an empty 500', async () => {
  const broken = await serve({ DIST_DIR: inject('dists').minimal, METRICS_ADDRESS: '127.0.0.1:0' });
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(broken.hub, 'health').mockRejectedValue(new Error('the disk is on fire'));
  const { status, text } = await ask(broken.metricsUrl ?? '', '/metrics');
  expect([status, text, logged.mock.calls.length]).toEqual([500, '', 1]);
  logged.mockRestore();
  await broken.close();
});
