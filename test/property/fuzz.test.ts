import { expect, inject, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { fuzz, fuzzTarget } from '../support/fuzz.ts';
import { type FuzzKind, fuzzRequests } from '../support/fuzz-requests.ts';
import { roundsOf } from '../support/release-test.ts';
import { serve } from '../support/serve.ts';

const SEED = 20_261_121;

test.each(['origin', 'sidecar'] as const)('as %s, the server answers every odd request without a 5xx', async (mode) => {
  const server = await serve({ DIST_DIR: inject('dists').corner }, mode);
  expect(await fuzz(server.url, roundsOf(1000), SEED)).toEqual([]);
  expect((await ask(server.url, '/healthz')).status).toBe(200);
  await server.close();
});

test('requests at and beyond the limits of documents, search, MCP and the hub get an answer without a 5xx', async () => {
  const server = await serve({ DIST_DIR: inject('dists').corner });
  const baseUrl = server.generations.current()?.document.base_url ?? '';
  const target = await fuzzTarget(server.url, baseUrl);
  for (const kind of Object.keys(fuzzRequests) as FuzzKind[]) {
    if (kind !== 'anything') expect([kind, await fuzz(server.url, roundsOf(200), SEED, { kind, target })]).toEqual([kind, []]);
  }
  await server.close();
});
