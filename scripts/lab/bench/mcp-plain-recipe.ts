import { randomUUID } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import express from 'express';
import type { McpDataset } from '../../../sidecar/mcp/dataset.ts';
import { tools } from '../../../sidecar/mcp/tools/call-tool.ts';
import type { AnyTool } from '../../../sidecar/mcp/tools/tool.ts';
import { describeFor, quotedNotice, type ToolDefinition, toBusinessWords } from '../../../site/contract/mcp-tools/definition.ts';
import { type ToolName, toolDefinitions } from '../../../site/contract/mcp-tools/tools.ts';

/**
 * The SDK's own example of a streamable HTTP server (its README, "With Session Management"), with this project's tools: a new
 * McpServer and transport for each session, kept in memory. It gives the same answers as ours, including nulls, but
 * its text isn't neutralized.
 */
export function plainRecipe(dataset: McpDataset): express.Express {
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
    await toServer(dataset).connect(transport);
    await transport.handleRequest(request, response, request.body);
  });
  return app;
}

const definitions: readonly ToolDefinition<ToolName>[] = toolDefinitions;

function toServer(dataset: McpDataset): McpServer {
  const server = new McpServer({ name: 'plain', version: '1.0.0' });
  const words = toBusinessWords(dataset.insights);
  for (const definition of definitions) {
    const { name, title, input, output } = definition;
    const answer = tools[name] as AnyTool;
    const frame = 'notice' in output.shape ? { notice: quotedNotice } : {};
    const options = { title, description: describeFor(definition, words), inputSchema: input.shape, outputSchema: output.shape };
    server.registerTool(name, options, (args) => {
      const structuredContent = { ...frame, ...answer(dataset, args) };
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
    });
  }
  return server;
}
