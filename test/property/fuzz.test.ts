import { expect, inject, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { fuzz } from '../support/fuzz.ts';
import { serve } from '../support/serve.ts';

test.each(['origin', 'sidecar'] as const)('as %s no request, however odd, gets a 5xx or no answer', { timeout: 180_000 }, async (mode) => {
  const server = await serve({ DIST_DIR: inject('dists').corner }, mode);
  expect(await fuzz(server.url, 3000, 20_261_121)).toEqual([]);
  expect((await ask(server.url, '/healthz')).status).toBe(200);
  await server.close();
});
