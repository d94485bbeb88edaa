import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { RpcError, type RpcRequest } from '../message.ts';
import type { Surface } from '../surface.ts';

// The only module that knows the SDK; it is loaded part by part, so that other requests have their turn in between.
const { SUPPORTED_PROTOCOL_VERSIONS } = await import('@modelcontextprotocol/sdk/types.js');
await nextTurn();
const { AjvJsonSchemaValidator } = await import('@modelcontextprotocol/sdk/validation/ajv');
await nextTurn();
await import('@modelcontextprotocol/sdk/server/index.js');
await nextTurn();
const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');

/** Every protocol version that `MCP-Protocol-Version` may name. */
export const supportedVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

/** One for all servers: each would make its own (M07). */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** The requests of the protocol itself, which are the SDK's to answer; what is asked of the surface's own goes to the surface. */
export const protocolMethods: ReadonlySet<string> = new Set(['initialize', 'ping']);

/**
 * The result of a request of the protocol itself, from a server of its own, which no other request can reach (CVE-2026-25536). Throws an
 * RpcError where there is none.
 */
export async function askProtocol({ info, capabilities, instructions }: Surface, request: RpcRequest): Promise<object> {
  const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>();
  const transport: Transport = { start: async () => {}, close: async () => {}, send: async (message) => resolve(message) };
  const { server } = new McpServer(info, { instructions, jsonSchemaValidator });
  // Given to the constructor, they would bring handlers of its own and promise `listChanged`.
  server.registerCapabilities(capabilities);
  await server.connect(transport);
  transport.onmessage?.(withoutTask(request));
  const answer = await promise;
  if ('result' in answer) return answer.result;
  throw 'error' in answer ? new RpcError(answer.error.code, answer.error.message, answer.error.data) : new Error('the SDK asked back');
}

/** MCP 2025-11-25, tasks: who doesn't offer them answers as if none was asked for; the SDK would call it an internal error. */
function withoutTask(request: RpcRequest): RpcRequest {
  if (request.params?.['task'] === undefined) return request;
  const { task: _, ...params } = request.params;
  return { ...request, params };
}
