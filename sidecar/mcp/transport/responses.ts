import type { IncomingMessage, ServerResponse } from 'node:http';
import { cacheControl, commonHeaders, type Headers } from '../../../site/contract/headers.ts';
import { limits } from '../../../site/contract/limits.ts';
import { mediaTypes } from '../../../site/contract/paths.ts';
import { sendBody } from '../../http/send.ts';
import type { Clock } from '../../runtime.ts';
import { codes, errorBody, type RequestId } from '../message.ts';

/** Every reason to refuse a message before it reaches an SDK: HTTP status, JSON-RPC code and message. */
const refusals = {
  invalid_json: [400, codes.parseError, 'The body is not JSON in UTF-8'],
  batch: [400, codes.invalidRequest, 'Batches were removed in protocol version 2025-06-18; send one message per request'],
  batch_size: [400, codes.invalidRequest, `A batch must have 1 to ${limits.mcp.batchMessages} messages`],
  invalid_message: [400, codes.invalidRequest, 'The body is not a JSON-RPC 2.0 message'],
  invalid_initialize: [400, codes.invalidParams, 'initialize needs protocolVersion, capabilities and clientInfo with name and version'],
  session_missing: [400, codes.refused, 'The Mcp-Session-Id header is missing; send the one from the response to initialize'],
  unsupported_version: [400, codes.refused, 'The MCP-Protocol-Version header names an unsupported version'],
  forbidden_host: [403, codes.refused, 'The Host header does not name this server'],
  forbidden_origin: [403, codes.refused, 'Pages of this origin are not allowed to call this endpoint'],
  method_not_found: [404, codes.methodNotFound, 'Method not found'],
  session_not_found: [404, codes.sessionNotFound, 'Session not found; send initialize to open a new one'],
  method_not_allowed: [405, codes.refused, 'Method not allowed; send messages with POST, end a session with DELETE'],
  not_acceptable: [406, codes.refused, 'The Accept header must name both application/json and text/event-stream'],
  request_timeout: [408, codes.refused, 'The body took too long to arrive'],
  payload_too_large: [413, codes.refused, 'The body is too large'],
  unsupported_media_type: [415, codes.refused, 'The Content-Type must be application/json, in UTF-8 and not compressed'],
  too_many_requests: [429, codes.refused, 'Too many requests; wait for the seconds in the Retry-After header'],
  starting: [503, codes.refused, 'The service is starting; try again in a moment'],
} as const satisfies Record<string, readonly [status: number, code: number, message: string]>;
type RefusalName = keyof typeof refusals;

/** An entry of the table with optional details. */
export interface Refusal {
  readonly name: RefusalName;
  readonly detail?: string;
  readonly data?: unknown;
  readonly headers?: Headers;
}

export function refuse(name: RefusalName, more: Omit<Refusal, 'name'> = {}): Refusal {
  return { name, ...more };
}

export function sendJson(response: ServerResponse, status: number, body: string | Buffer, headers: Headers): void {
  sendBody(response, status, { 'Content-Type': mediaTypes.json, 'Cache-Control': cacheControl.none, ...headers }, body);
}

export function sendEmpty(response: ServerResponse, status: number, headers: Headers): void {
  response.writeHead(status, { ...commonHeaders, 'Cache-Control': cacheControl.none, ...headers });
  response.end();
}

/** Sends a refusal as a JSON-RPC error, and closes the connection if the rest of the body doesn't arrive in time. */
export function sendRefusal(response: ServerResponse, refusal: Refusal, id: RequestId | null, headers: Headers, clock: Clock): void {
  const [status, code, message] = refusals[refusal.name];
  const detailed = refusal.detail === undefined ? message : `${message}: ${refusal.detail}`;
  sendJson(response, status, errorBody(id, code, detailed, refusal.data), { ...headers, ...refusal.headers });
  closeIfUnread(response.req, clock);
}

/** Reads and drops the rest of the body for a while: closing at once would discard the answer of a client that is still sending. */
function closeIfUnread(request: IncomingMessage, clock: Clock): void {
  if (request.complete) return;
  request.resume();
  const cancelTimer = clock.setTimer(clock.now() + limits.mcp.drainSeconds * 1000, () => request.socket.destroy());
  request.once('end', cancelTimer).once('close', cancelTimer);
}
