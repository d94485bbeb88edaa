import { randomUUID } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import express from 'express';
import type { Search } from '../../../sidecar/search/search.ts';
import type { Review } from '../../../site/contract/review.ts';
import { reviewList } from '../../../site/contract/review-list.ts';
import { searchQuery } from '../../../site/contract/search-query.ts';

export interface PlainDataset {
  readonly reviews: readonly Review[];
  readonly search: Search;
}

/**
 * The SDK's own example of a streamable HTTP server (its README, "With Session Management"), with this project's
 * tools' names: a new McpServer and transport for each session, kept in memory.
 */
export function plainRecipe(dataset: PlainDataset, toolNames: readonly string[]): express.Express {
  const app = express();
  app.use(express.json());
  const transports: Record<string, StreamableHTTPServerTransport> = {};
  app.post('/mcp', async (request, response) => {
    const sessionId = request.headers['mcp-session-id'];
    const known = typeof sessionId === 'string' ? transports[sessionId] : undefined;
    if (known) return known.handleRequest(request, response, request.body);
    if (!isInitializeRequest(request.body)) return void response.status(400).end();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableJsonResponse: true,
      onsessioninitialized: (id) => {
        transports[id] = transport;
      },
    });
    await toServer(dataset, toolNames).connect(transport);
    await transport.handleRequest(request, response, request.body);
  });
  return app;
}

function toServer({ reviews, search }: PlainDataset, toolNames: readonly string[]): McpServer {
  const server = new McpServer({ name: 'plain', version: '1.0.0' });
  for (const name of toolNames) {
    const options = { description: name, inputSchema: searchQuery.shape, outputSchema: reviewList.shape };
    server.registerTool(name, options, (args) => {
      const { matched, indexes } = search(args);
      const found = indexes.flatMap((index) => reviews[index] ?? []);
      const structuredContent = { matched, returned: found.length, reviews: found };
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
    });
  }
  return server;
}
