import type { ServerResponse } from 'node:http';
import { cacheControl, commonHeaders, type Headers } from '../../../site/contract/headers.ts';
import { limits } from '../../../site/contract/limits.ts';
import { mediaTypes } from '../../../site/contract/paths.ts';
import { sendBody } from '../../http/send.ts';
import { codes, errorBody, type RequestId, RpcError } from '../message.ts';

/** Every reason to refuse a message before it reaches an SDK: HTTP status, JSON-RPC code and message. */
const refusals = {
  invalid_json: [400, codes.parseError, 'The body is not JSON in UTF-8'],
  batch: [400, codes.invalidRequest, 'Batches were removed in protocol version 2025-06-18; send one message per request'],
  batch_size: [400, codes.invalidRequest, `A batch must have 1 to ${limits.mcp.batchMessages} messages`],
  batch_initialize: [400, codes.invalidRequest, 'initialize must not be part of a batch'],
  invalid_message: [400, codes.invalidRequest, 'Not a JSON-RPC 2.0 message'],
  invalid_initialize: [400, codes.invalidParams, 'initialize needs protocolVersion, capabilities and clientInfo with name and version'],
  session_missing: [400, codes.refused, 'The Mcp-Session-Id header is missing; send the one from the response to initialize'],
  unsupported_version: [400, codes.refused, 'The MCP-Protocol-Version header names an unsupported version'],
  forbidden_host: [403, codes.refused, 'The Host header does not name this server'],
  forbidden_origin: [403, codes.refused, 'Pages of this origin are not allowed to call this endpoint'],
  method_not_found: [404, codes.methodNotFound, 'Method not found'],
  session_not_found: [404, codes.sessionNotFound, 'Session not found; send initialize to open a new one'],
  method_not_allowed: [405, codes.refused, 'Method not allowed; send messages with POST, end a session with DELETE'],
  not_acceptable: [406, codes.refused, 'The Accept header excludes application/json, the only type of our answers'],
  payload_too_large: [413, codes.refused, 'The body is too large'],
  unsupported_media_type: [415, codes.refused, 'The Content-Type must be application/json, in UTF-8 and not compressed'],
  too_many_requests: [429, codes.refused, 'Too many requests; wait for the seconds in the Retry-After header'],
  starting: [503, codes.refused, 'The service is starting; try again in a moment'],
} as const satisfies Record<string, readonly [status: number, code: number, message: string]>;

/** Thrown to refuse a message: an entry of the table with optional details. */
export class Refusal extends RpcError {
  readonly status: number;
  readonly headers: Headers;

  constructor(name: keyof typeof refusals, more: { readonly detail?: string; readonly data?: unknown; readonly headers?: Headers } = {}) {
    const [status, code, message] = refusals[name];
    super(code, more.detail === undefined ? message : `${message}: ${more.detail}`, more.data);
    this.status = status;
    this.headers = more.headers ?? {};
  }
}

/** A response; the body is JSON. */
export interface RpcReply {
  readonly status: number;
  readonly headers?: Headers;
  readonly body?: string | Buffer;
}

export function sendReply(response: ServerResponse, { status, headers, body }: RpcReply, cors: Headers): void {
  const all = { 'Cache-Control': cacheControl.none, ...cors, ...headers };
  if (body !== undefined) return sendBody(response, status, { 'Content-Type': mediaTypes.json, ...all }, body);
  response.writeHead(status, { ...commonHeaders, ...all }).end();
}

/** Sends a refusal as a JSON-RPC error. */
export function sendRefusal(response: ServerResponse, refusal: Refusal, id: RequestId | null, cors: Headers): void {
  const { status, headers } = refusal;
  sendReply(response, { status, headers, body: errorBody(id, refusal) }, cors);
}
