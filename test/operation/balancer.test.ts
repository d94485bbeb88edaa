import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { paths } from '../../site/contract/paths.ts';
import { ask } from '../support/ask.ts';
import { nginxMissing, startBalancer } from '../support/nginx.ts';
import { initialize, rpcHeaders } from '../support/rpc.ts';
import { NOBODY } from '../support/run-script.ts';
import { serve } from '../support/serve.ts';

/** Starts a fake server of the fleet, usually an unhealthy one; returns its address. */
async function startIll(listener: RequestListener): Promise<string> {
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts the balancer in front of one of our servers and an unhealthy one; returns its address. */
async function balance(ill: string): Promise<string> {
  const well = await serve({ DIST_DIR: inject('dists').corner, BASE_URL: NOBODY });
  const balancer = await startBalancer([ill, new URL(well.url).host]);
  onTestFinished(async () => void (await Promise.all([balancer.stop(), well.close()])));
  return balancer.url;
}

const call = { method: 'POST', headers: rpcHeaders, body: JSON.stringify(initialize()) };
const subscribing = {
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.topic': NOBODY + paths.atomFeed,
    'hub.callback': 'https://reader.example/cb',
  }).toString(),
};

describe.skipIf(nginxMissing !== undefined)(
  `nginx in front of several servers${nginxMissing === undefined ? '' : `: ${nginxMissing}`}`,
  () => {
    test.each<readonly [ill: string, listener: RequestListener]>([
      ['breaks connections in the middle of requests', (request) => request.socket.destroy()],
      ['is starting', (_, response) => void response.writeHead(503, { 'Retry-After': '1' }).end()],
    ])('answers every request with 200 while one of them %s', async (_ill, listener) => {
      let asked = 0;
      const origin = await balance(
        await startIll((request, response) => {
          asked += 1;
          listener(request, response);
        }),
      );
      const statuses: number[] = [];
      // nginx tries the unhealthy server again each time its two-second pause is over.
      const look = async () => {
        for (const answer of await Promise.all([ask(origin, paths.reviews), ask(origin, paths.search), ask(origin, paths.mcp, call)]))
          statuses.push(answer.status);
        return asked;
      };
      await expect.poll(look, { interval: 100 }).toBeGreaterThanOrEqual(3);
      expect(new Set(statuses)).toEqual(new Set([200]));
    });

    test('skips a server that is down', async () => {
      const origin = await balance('127.0.0.1:9');
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask(origin, paths.mcp, call)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    });

    test('passes on the hub’s 503 and keeps sending other requests to the server', async () => {
      const start = () =>
        startIll(({ url }, response) => void response.writeHead(url === paths.hub ? 503 : 200, { 'Retry-After': '5' }).end());
      const balancer = await startBalancer([await start(), await start()]);
      onTestFinished(() => balancer.stop());
      const answers = await Promise.all(Array.from({ length: 4 }, () => ask(balancer.url, paths.hub, subscribing)));
      expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(answers.map(() => [503, '5']));
      expect((await ask(balancer.url, paths.reviews)).status).toBe(200);
    });

    test('forwards the visitor’s address and the host, and doesn’t change the response', async () => {
      const seen: unknown[] = [];
      const well = await startIll(({ headers }, response) => {
        seen.push([headers.host, headers['x-forwarded-for']]);
        response.writeHead(200, { ETag: '"tag"', 'Content-Type': 'text/html' }).end('x'.repeat(5_000));
      });
      const balancer = await startBalancer([well]);
      onTestFinished(() => balancer.stop());
      const headers = { host: 'reviews.example.com', 'x-forwarded-for': '203.0.113.7', 'accept-encoding': 'gzip' };
      const answer = await ask(balancer.url, '/', { headers });
      expect([answer.headers.etag, answer.headers['content-encoding'], answer.body.length]).toEqual(['"tag"', undefined, 5_000]);
      expect(seen).toEqual([['reviews.example.com', '203.0.113.7, 127.0.0.1']]);
    });
  },
);
