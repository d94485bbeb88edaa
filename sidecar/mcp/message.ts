import { isObject } from '../../site/algorithms.ts';

/** JSON-RPC 2.0 as MCP restricts it: ids are strings or integers, and params are objects. */
export type RequestId = string | number;
export type Params = Readonly<Record<string, unknown>>;

export interface RpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params?: Params;
}

/** A request; or a message without an answer, which is a notification or an unexpected response. */
export type Message = { readonly kind: 'request'; readonly request: RpcRequest } | { readonly kind: 'notice' };

/** The codes of JSON-RPC 2.0 (5.1) and of MCP. */
export const codes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Refused before it reached an SDK; the SDKs use the same code. */
  refused: -32000,
  sessionNotFound: -32001,
  /** Until 2025-11-25; the SDK sends -32602 in later revisions. */
  resourceNotFound: -32002,
} as const;

/** A JSON-RPC error as the answer to a request; both SDKs send `code`, `message` and `data` to the client. */
export class RpcError extends Error {
  override name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** The id to answer with; null if there is none. */
export function idOf(value: unknown): RequestId | null {
  return isObject(value) && isId(value['id']) ? value['id'] : null;
}

/** Reads parsed JSON as one message; returns the problem as a string if it isn't one. */
export function readMessage(value: unknown): Message | string {
  if (!isObject(value)) return 'The body must be one JSON-RPC message, an object';
  const { jsonrpc, id, method, params } = value;
  if (jsonrpc !== '2.0') return 'jsonrpc must be "2.0"';
  if (method === undefined) return isId(id) && ('result' in value || 'error' in value) ? { kind: 'notice' } : 'method is missing';
  if (typeof method !== 'string') return 'method must be a string';
  if (params !== undefined && !isObject(params)) return 'params must be an object';
  if (id === undefined) return { kind: 'notice' };
  if (!isId(id)) return 'id must be a string or an integer';
  return { kind: 'request', request: params === undefined ? { jsonrpc, id, method } : { jsonrpc, id, method, params } };
}

/** The body of an error, ending in a newline. */
export function errorBody(id: RequestId | null, code: number, message: string, data?: unknown): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } })}\n`;
}
