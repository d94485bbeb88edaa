import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, Result } from '@modelcontextprotocol/sdk/types.js';
import { limits } from '../../../site/contract/limits.ts';
import type { Clock } from '../../runtime/clock.ts';
import { codes, errorBody, type RpcRequest } from '../message.ts';
import { print, type Surface } from '../surface.ts';

// The only module that knows the SDK; it is loaded at the first MCP request, since that takes longer than the start may,
// and part by part, so that other requests have their turn in between.
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

/**
 * The SDK's low-level server: it answers `initialize` and `ping` itself, all else goes to the surface, whose error codes
 * it passes on as they are (M08).
 */
function toServer({ info, capabilities, instructions, answer }: Surface) {
  const { server } = new McpServer(info, { instructions, jsonSchemaValidator });
  // Given to the constructor, they would bring handlers of its own and promise `listChanged`.
  server.registerCapabilities(capabilities);
  server.fallbackRequestHandler = async ({ method, params }, { signal }) => answer(method, params ?? {}, signal) as Promise<Result>;
  return server;
}

/**
 * Answers one request through a server of its own, which no other request can reach (CVE-2026-25536). Always resolves, at
 * the latest at the deadline (M06), with the bytes of a JSON-RPC response.
 */
export async function answerRequest(surface: Surface, request: RpcRequest, clock: Clock): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const transport: Transport = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    send: async (message) => resolve(printMessage(message)),
  };
  const server = toServer(surface);
  await server.connect(transport);
  // Closing tells the handler to stop; after an answer there is nothing to stop.
  const cancelTimer = clock.setTimer(clock.now() + limits.mcp.answerSeconds * 1000, () => {
    resolve(Buffer.from(errorBody(request.id, codes.internalError, `No answer within ${limits.mcp.answerSeconds} seconds`)));
    void server.close();
  });
  transport.onmessage?.(withoutTask(request));
  const answer = await promise;
  cancelTimer();
  return answer;
}

/** MCP 2025-11-25, tasks: who doesn't offer them answers as if none was asked for; the SDK would call it an internal error. */
function withoutTask(request: RpcRequest): RpcRequest {
  if (request.params?.['task'] === undefined) return request;
  const { task: _, ...params } = request.params;
  return { ...request, params };
}

const END = Buffer.from('}\n');

function printMessage(message: JSONRPCMessage): Buffer {
  if (!('result' in message)) return Buffer.from(`${JSON.stringify(message)}\n`);
  return Buffer.concat([Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":`), print(message.result), END]);
}
