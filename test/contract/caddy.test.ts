import { describe, test } from 'vitest';
import { caddyMissing, startCaddy } from '../support/caddy.ts';
import { serve } from '../support/serve.ts';
import { describeContract } from './suite.ts';

if (caddyMissing === undefined) {
  describeContract('Caddy', {
    ownPreconditionBodies: false,
    start: async (dist) => {
      const sidecar = await serve({ DIST_DIR: dist }, 'sidecar');
      const caddy = await startCaddy(dist, sidecar.url);
      const stop = async () => {
        await caddy.stop();
        await sidecar.close();
      };
      return { url: caddy.url, stop };
    },
  });
} else {
  describe('Caddy', () => {
    test.skip(`the contract holds through Caddy (${caddyMissing})`, () => {});
  });
}
