import type { AddressInfo } from 'node:net';
import express from 'express';
import { loadDocuments } from '../../../sidecar/generation/generation.ts';
import { eachReview } from '../../../sidecar/generation/review-lines.ts';
import { diskOrigin } from '../../../sidecar/generation/source.ts';
import { type McpDataset, toDataset } from '../../../sidecar/mcp/dataset.ts';
import { createSearch, indexAnalysis, indexReviews } from '../../../sidecar/search/search.ts';
import { startServer } from '../../../sidecar/server.ts';
import { readEnvironment } from '../../../site/contract/environment.ts';
import { plainRecipe } from './mcp-plain-recipe.ts';

// One of the servers that scripts/lab/bench/mcp.ts compares, in its own process: ours, constant or plain. Sends the parent its address, and
// after each message the processor time it has used so far and its memory.

const environment = readEnvironment({ ...process.env, PORT: '0', RATE_LIMIT: '0', SESSION_KEYS: 'bench' });
const kind = process.argv[2];

if (kind === 'ours') {
  const { url } = await startServer({ environment, mode: 'origin', log: () => {} });
  process.send?.({ url });
} else {
  const app = kind === 'plain' ? plainRecipe(await readBuilt()) : constant(Number(process.argv[3]));
  const server = app.listen(0, '127.0.0.1', () => process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
}

/** The data for our tools, but with every review kept as an object, as in a server that doesn't expect 100,000 reviews. */
async function readBuilt(): Promise<McpDataset> {
  const documents = await loadDocuments(await diskOrigin(environment.DIST_DIR).open());
  const indexed = await indexReviews(eachReview(documents.lines));
  const { facts } = indexed;
  const search = await createSearch(indexed, documents.insights.entities);
  const analysis = async () => indexAnalysis(facts, await documents.perReview());
  const dataset = await toDataset({ ...documents, facts, search, analysis });
  const reviews = [...eachReview(documents.lines)];
  const byId = new Map(reviews.map((review) => [review.id, review]));
  return {
    ...dataset,
    reviewAt: (index) => {
      const review = reviews[index];
      if (!review) throw new Error(`bench: there is no review ${index}`);
      return review;
    },
    review: (id) => byId.get(id),
  };
}

/** The same Express app without MCP: reads the body as JSON and sends a constant response of a given size. */
function constant(bytes: number): express.Express {
  const app = express().disable('x-powered-by').disable('etag');
  const result = { text: 'x'.repeat(bytes) };
  app.use(express.json());
  app.all('/mcp', (_, response) => void response.json({ jsonrpc: '2.0', id: 1, result }));
  return app;
}

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuSeconds: (user + system) / 1e6, residentMegabytes: process.memoryUsage().rss / 1024 / 1024 });
});
