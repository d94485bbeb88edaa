import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { limits } from '../../../site/contract/limits.ts';
import { mediaTypes } from '../../../site/contract/paths.ts';
import { nextTurn } from '../../runtime.ts';
import { type McpFeatures, methodOf, printAnswer } from '../features.ts';
import type { RpcRequest } from '../message.ts';
import type { RpcReply } from './responses.ts';

// The adapter for SDK 2.x, which answers revision 2026-07-28. Its modules load one by one, so the event loop isn't blocked.
const { AjvJsonSchemaValidator } = await import('@modelcontextprotocol/server/validators/ajv');
await nextTurn();
const { createMcpHandler, preloadSchemas, Server } = await import('@modelcontextprotocol/server');
await nextTurn();
preloadSchemas();

const jsonSchemaValidator = new AjvJsonSchemaValidator();

const fresh = (seconds: number) => ({ ttlMs: seconds * 1000, cacheScope: 'public' as const });

/** Lists rarely change; everything else changes with the reviews (2026-07-28, caching). */
const cacheHints = {
  'server/discover': fresh(limits.documentFreshSeconds),
  'tools/list': fresh(limits.mcp.listFreshSeconds),
  'prompts/list': fresh(limits.mcp.listFreshSeconds),
  'resources/list': fresh(limits.mcp.listFreshSeconds),
  'resources/templates/list': fresh(limits.mcp.listFreshSeconds),
  'resources/read': fresh(limits.documentFreshSeconds),
};

/** JSON-RPC 2.0, 5.1: invalid params are -32602; with the SDK's schemas they would be -32603, so the methods validate params themselves. */
const anyParams = { params: z.looseObject({}) };

function toServer({ features, asked, signal }: Asked) {
  const { info, capabilities, instructions } = features;
  const server = new Server(info, { capabilities, instructions, jsonSchemaValidator, cacheHints });
  const method = methodOf(features, asked);
  if (method) server.setRequestHandler(asked, anyParams, async (params) => ({ ...(await method(params, signal)) }));
  return server;
}

interface Asked {
  readonly features: McpFeatures;
  /** The requested method. */
  readonly asked: string;
  /** Aborted when the client stops waiting. Not in the `Request`, since making one with a signal takes as long as everything else. */
  readonly signal: AbortSignal;
}

/** The data of each request. The SDK passes the request to the function that makes its server. */
const askedBy = new WeakMap<Request, Asked>();

const handler = createMcpHandler(
  ({ requestInfo }) => {
    const asked = requestInfo && askedBy.get(requestInfo);
    if (asked === undefined) throw new Error('mcp: the SDK made a request of its own');
    return toServer(asked);
  },
  // By default, an answer is JSON unless a notification precedes it, and we send none.
  { legacy: 'reject' },
);

const LINE_END = Buffer.from('\n');

/** Answers one message. The endpoint has checked its body. */
export async function answerStateless(
  features: McpFeatures,
  headers: IncomingHttpHeaders,
  message: RpcRequest,
  signal: AbortSignal,
): Promise<RpcReply> {
  const named = Object.entries(headers).filter(
    (entry): entry is [string, string] => /^mcp-/.test(entry[0]) && typeof entry[1] === 'string',
  );
  const request = new Request('http://localhost/', { method: 'POST', headers: [['Content-Type', mediaTypes.json], ...named] });
  askedBy.set(request, { features, asked: message.method, signal });
  const response = await handler.fetch(request, { parsedBody: message });
  const body = Buffer.from(await response.arrayBuffer());
  const { status } = response;
  return body.length === 0 ? { status } : { status, body: printAnswer(features, Buffer.concat([body, LINE_END])) };
}
