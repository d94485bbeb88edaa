/** JSON-RPC 2.0 as MCP restricts it: ids are strings or integers, and params are objects. */
export type RequestId = string | number;
export type Params = Readonly<Record<string, unknown>>;

export interface RpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params?: Params;
}

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

export function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** The body of an error, ending in a newline. */
export function errorBody(id: RequestId | null, { code, message, data }: Pick<RpcError, 'code' | 'message' | 'data'>): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } })}\n`;
}
