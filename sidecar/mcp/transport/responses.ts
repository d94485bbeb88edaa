import type { IncomingMessage, ServerResponse } from 'node:http';
import { cacheControl, commonHeaders, type Headers } from '../../../site/contract/headers.ts';
import { limits } from '../../../site/contract/limits.ts';
import { mediaTypes } from '../../../site/contract/paths.ts';
import { sendBody } from '../../http/send.ts';
import type { Clock } from '../../runtime.ts';
import { codes, errorBody, type RequestId } from '../message.ts';

/** Every reason to refuse a message before it reaches an SDK, with HTTP status, JSON-RPC code and message. */
const refusals = {
  invalid_json: { status: 400, code: codes.parseError, message: 'The body is not JSON in UTF-8' },
  batch: {
    status: 400,
    code: codes.invalidRequest,
    message: 'Batches were removed in protocol version 2025-06-18; send one message per request',
  },
  batch_size: { status: 400, code: codes.invalidRequest, message: `A batch must have 1 to ${limits.mcp.batchMessages} messages` },
  invalid_message: { status: 400, code: codes.invalidRequest, message: 'The body is not a JSON-RPC 2.0 message' },
  invalid_initialize: {
    status: 400,
    code: codes.invalidParams,
    message: 'initialize needs protocolVersion, capabilities and clientInfo with name and version',
  },
  session_missing: {
    status: 400,
    code: codes.refused,
    message: 'The Mcp-Session-Id header is missing; send the one from the response to initialize',
  },
  unsupported_version: {
    status: 400,
    code: codes.refused,
    message: 'The MCP-Protocol-Version header names an unsupported version',
  },
  method_not_found: { status: 404, code: codes.methodNotFound, message: 'Method not found' },
  forbidden_host: { status: 403, code: codes.refused, message: 'The Host header does not name this server' },
  forbidden_origin: { status: 403, code: codes.refused, message: 'Pages of this origin are not allowed to call this endpoint' },
  session_not_found: { status: 404, code: codes.sessionNotFound, message: 'Session not found; send initialize to open a new one' },
  method_not_allowed: {
    status: 405,
    code: codes.refused,
    message: 'Method not allowed; send messages with POST, end a session with DELETE',
  },
  not_acceptable: { status: 406, code: codes.refused, message: 'The Accept header must name both application/json and text/event-stream' },
  request_timeout: { status: 408, code: codes.refused, message: 'The body took too long to arrive' },
  payload_too_large: { status: 413, code: codes.refused, message: 'The body is too large' },
  unsupported_media_type: {
    status: 415,
    code: codes.refused,
    message: 'The Content-Type must be application/json, in UTF-8 and not compressed',
  },
  too_many_requests: { status: 429, code: codes.refused, message: 'Too many requests; wait for the seconds in the Retry-After header' },
  starting: { status: 503, code: codes.refused, message: 'The service is starting; try again in a moment' },
} as const satisfies Record<string, { status: number; code: number; message: string }>;
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
  const { status, code, message } = refusals[refusal.name];
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
