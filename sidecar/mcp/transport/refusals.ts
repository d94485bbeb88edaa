import type { Headers } from '../../../site/contract/headers.ts';
import { limits } from '../../../site/contract/limits.ts';
import { codes } from '../message.ts';

/** Every way in which a message is turned away before a tool sees it: HTTP status, JSON-RPC code and sentence (M03 to M05, M09). */
export const refusals = {
  invalid_json: { status: 400, code: codes.parseError, message: 'The body is not JSON in UTF-8' },
  batch: {
    status: 400,
    code: codes.invalidRequest,
    message: 'Batches were removed in protocol version 2025-06-18; send one message a request',
  },
  batch_size: { status: 400, code: codes.invalidRequest, message: `A batch holds 1 to ${limits.mcp.batchMessages} messages` },
  invalid_message: { status: 400, code: codes.invalidRequest, message: 'The body is not a JSON-RPC 2.0 message' },
  invalid_initialize: {
    status: 400,
    code: codes.invalidParams,
    message: 'initialize needs protocolVersion, capabilities and clientInfo with name and version',
  },
  session_missing: {
    status: 400,
    code: codes.refused,
    message: 'The Mcp-Session-Id header is missing; send the one that initialize answered with',
  },
  unsupported_version: {
    status: 400,
    code: codes.refused,
    message: 'The MCP-Protocol-Version header names a version that is not supported',
  },
  metadata_missing: {
    status: 400,
    code: codes.invalidParams,
    message: 'Requests of this revision need io.modelcontextprotocol/protocolVersion and /clientCapabilities in _meta',
  },
  header_mismatch: { status: 400, code: codes.headerMismatch, message: 'Header mismatch' },
  version_not_stateless: { status: 400, code: codes.unsupportedVersion, message: 'Unsupported protocol version' },
  method_not_found: { status: 404, code: codes.methodNotFound, message: 'Method not found' },
  forbidden_host: { status: 403, code: codes.refused, message: 'This Host header is not one of this server' },
  forbidden_origin: { status: 403, code: codes.refused, message: 'Pages of this origin may not call here' },
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
  too_many_requests: { status: 429, code: codes.refused, message: 'Too many requests; the Retry-After header says when to come back' },
  starting: { status: 503, code: codes.refused, message: 'The service is starting; try again in a moment' },
} as const satisfies Record<string, { status: number; code: number; message: string }>;
export type RefusalName = keyof typeof refusals;

/** One refusal: an entry of the table, and what is said beyond it. */
export interface Refusal {
  readonly name: RefusalName;
  readonly detail?: string;
  readonly data?: unknown;
  readonly headers?: Headers;
}

export function refuse(name: RefusalName, more: Omit<Refusal, 'name'> = {}): Refusal {
  return { name, ...more };
}
