import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { nextTurn } from '../../runtime.ts';
import { type McpFeatures, methodOf, printAnswer } from '../features.ts';
import { codes, type RpcRequest } from '../message.ts';
import type { RpcReply } from './responses.ts';

// The adapter for SDK 1.x, which answers every revision with sessions. Its modules load one by one, including those that only `Server`
// imports, so the event loop isn't blocked.
const { InitializeRequestSchema, SUPPORTED_PROTOCOL_VERSIONS } = await import('@modelcontextprotocol/sdk/types.js');
await nextTurn();
const { AjvJsonSchemaValidator } = await import('@modelcontextprotocol/sdk/validation/ajv');
await nextTurn();
await import('@modelcontextprotocol/sdk/server/zod-compat.js');
await nextTurn();
await import('@modelcontextprotocol/sdk/shared/protocol.js');
await nextTurn();
const { Server } = await import('@modelcontextprotocol/sdk/server/index.js');

/** Every protocol version that `MCP-Protocol-Version` may name. */
export const supportedVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

/** Whether `initialize` has valid params. Invalid ones are -32602 (JSON-RPC 2.0, 5.1), but the SDK would answer -32603. */
export function isInitialize(request: RpcRequest): boolean {
  return InitializeRequestSchema.safeParse(request).success;
}

/** Shared by all servers, because making one takes longer than a call. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** Passes one request to a server and returns its answer. The endpoint has checked session, headers and body. */
class RequestTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  readonly #answer = Promise.withResolvers<JSONRPCMessage>();

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    this.#answer.resolve(message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  ask(request: RpcRequest): Promise<JSONRPCMessage> {
    this.onmessage?.(request as JSONRPCMessage);
    return this.#answer.promise;
  }
}

/** Answers one request with a server that handles no other (CVE-2026-25536). */
export async function answerWithSession(features: McpFeatures, request: RpcRequest, signal: AbortSignal): Promise<RpcReply> {
  const { info, capabilities, instructions } = features;
  const server = new Server(info, { capabilities, instructions, jsonSchemaValidator });
  const method = methodOf(features, request.method);
  // JSON-RPC 2.0, 5.1: with a handler for the method the SDK would answer invalid params with -32603, so the methods validate them.
  if (method) server.fallbackRequestHandler = async ({ params = {} }, extra) => ({ ...(await method(params, extra.signal)) });
  const transport = new RequestTransport();
  await server.connect(transport);
  signal.addEventListener('abort', () => void transport.close());
  // JSON-RPC 2.0, 5: every request has an answer; the SDK drops one whose `_meta` it can't read.
  server.onerror = () =>
    void transport.send({ jsonrpc: '2.0', id: request.id, error: { code: codes.invalidRequest, message: 'Invalid request' } });
  const answer = await transport.ask(request);
  return { status: 200, body: printAnswer(features, Buffer.from(`${JSON.stringify(answer)}\n`)) };
}
