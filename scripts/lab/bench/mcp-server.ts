import type { AddressInfo } from 'node:net';
import express from 'express';
import { loadGeneration } from '../../../sidecar/generation/generation.ts';
import { eachReview } from '../../../sidecar/generation/review-lines.ts';
import { diskOrigin } from '../../../sidecar/generation/source.ts';
import { readReviews } from '../../../sidecar/search/read-reviews.ts';
import { createSearch } from '../../../sidecar/search/search.ts';
import { startServer } from '../../../sidecar/server.ts';
import { readEnvironment } from '../../../site/contract/environment.ts';
import { toolDefinitions } from '../../../site/contract/mcp-tools/tools.ts';
import { plainRecipe } from './mcp-plain-recipe.ts';

// One of the servers that scripts/lab/bench/mcp.ts compares, in a process of its own: ours, constant or plain. Tells the parent its address, and at each message what it has used so far.

const environment = readEnvironment({ ...process.env, PORT: '0', RATE_LIMIT: '0', SESSION_KEYS: 'bench' });
const kind = process.argv[2];

if (kind === 'ours') {
  const { url } = await startServer({ environment, mode: 'origin', log: () => {} });
  process.send?.({ url });
} else {
  const app =
    kind === 'plain'
      ? plainRecipe(
          await readBuilt(),
          toolDefinitions.map(({ name }) => name),
        )
      : constant();
  const server = app.listen(0, '127.0.0.1', () => process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
}

async function readBuilt() {
  const generation = await loadGeneration(await diskOrigin(environment.DIST_DIR).open());
  const { facts, texts } = await readReviews(eachReview(generation.lines));
  const search = await createSearch(facts, texts, generation.insights.entities);
  return { reviews: [...eachReview(generation.lines)], search };
}

/** The same Express without MCP: reads the body as JSON and answers a constant. */
function constant(): express.Express {
  const app = express().disable('x-powered-by').disable('etag');
  app.use(express.json());
  app.all('/mcp', (_, response) => void response.json({ jsonrpc: '2.0', id: 1, result: {} }));
  return app;
}

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuSeconds: (user + system) / 1e6, residentMegabytes: process.memoryUsage().rss / 1024 / 1024 });
});
