import { request } from 'node:http';
import { describe, expect, inject, test } from 'vitest';
import { caddyMissing, startCaddy } from '../support/caddy.ts';
import { serve } from '../support/serve.ts';
import { describeContract } from './suite.ts';

if (caddyMissing === undefined) {
  describeContract('Caddy', {
    ownPreconditionBodies: true,
    passesOn: true,
    isSampled: true,
    start: async (dist) => {
      const server = await serve({ DIST_DIR: dist, TRUST_PROXY: 'loopback' });
      const caddy = await startCaddy(server.url);
      const stop = async () => {
        await caddy.stop();
        await server.close();
      };
      return { url: caddy.url, stop };
    },
  });

  test('each visitor behind Caddy has a separate rate limit', async () => {
    const server = await serve({ DIST_DIR: inject('dists').minimal, TRUST_PROXY: 'loopback', RATE_LIMIT: '2' });
    const caddy = await startCaddy(server.url);
    const search = (localAddress: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const asked = request(`${caddy.url}/api/reviews/search`, { localAddress }, (answer) => resolve(answer.resume().statusCode));
        asked.once('error', reject).end();
      });
    const statuses: unknown[] = [];
    for (const visitor of ['127.0.0.2', '127.0.0.2', '127.0.0.2', '127.0.0.3']) statuses.push(await search(visitor));
    await caddy.stop();
    await server.close();
    expect(statuses).toEqual([200, 200, 429, 200]);
  });
} else {
  describe('Caddy', () => {
    test.skip(`the contract holds through Caddy (${caddyMissing})`, () => {});
  });
}
