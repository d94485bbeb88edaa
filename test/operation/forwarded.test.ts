import { request } from 'node:http';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { caddyMissing, startCaddy } from '../support/caddy.ts';
import { nginxMissing, startBalancer, startLocation } from '../support/nginx.ts';
import { withReleaseCases } from '../support/release-test.ts';
import type { RunningProgram } from '../support/running-program.ts';
import { serve } from '../support/serve.ts';
import { startVarnish, varnishMissing } from '../support/varnish.ts';

let searches = 0;
/** Returns the status of an uncached search from `localAddress`, with a forged X-Forwarded-For if given. */
function search(url: string, localAddress: string, forged?: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = forged === undefined ? {} : { 'X-Forwarded-For': forged };
    request(`${url}/api/reviews/search?query=${++searches}`, { localAddress, headers }, (answer) => resolve(answer.resume().statusCode))
      .once('error', reject)
      .end();
  });
}

/** Starts the proxies in front of the server at `origin`. Visitors reach the last one. */
type Proxies = (origin: string) => Promise<readonly RunningProgram[]>;

const varnishAndBalancer: Proxies = async (origin) => {
  const balancer = await startBalancer([new URL(origin).host]);
  return [balancer, await startVarnish(balancer.url)];
};

describe.each<readonly [name: string, missing: string | undefined, base: string, start: Proxies]>(
  withReleaseCases(
    'behind nginx and Varnish, a forged X-Forwarded-For doesn’t get around the rate limit',
    [['Caddy', caddyMissing, '', async (origin) => [await startCaddy(origin)]]],
    [
      ['nginx', nginxMissing, '/customers', async (origin) => [await startLocation(origin)]],
      ['Varnish', varnishMissing, '', async (origin) => [await startVarnish(origin)]],
      ['Varnish and nginx in front of several servers', varnishMissing ?? nginxMissing, '', varnishAndBalancer],
    ],
  ),
)('behind %s', (name, missing, base, start) => {
  test.skipIf(missing !== undefined)(
    `a forged X-Forwarded-For doesn’t get around the rate limit${missing === undefined ? '' : ` (${missing})`}`,
    async () => {
      const server = await serve({
        DIST_DIR: inject('dists').minimal,
        BASE_URL: `https://reviews.example${base}`,
        TRUST_PROXY: 'loopback',
        RATE_LIMIT: '2',
      });
      const programs = await start(server.url);
      onTestFinished(async () => {
        for (const program of [...programs, server]) await ('stop' in program ? program.stop() : program.close());
      });
      const url = `${programs.at(-1)?.url}${base}`;
      const statuses: unknown[] = [];
      for (const forged of ['198.51.100.1', '198.51.100.2', '198.51.100.3, 127.0.0.1'])
        statuses.push(await search(url, '127.0.0.2', forged));
      expect([name, ...statuses]).toEqual([name, 200, 200, 429]);
      expect(await search(url, '127.0.0.3')).toBe(200);
    },
  );
});
