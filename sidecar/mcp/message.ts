import type { z } from 'zod';
import { isObject } from '../../site/shared/algorithms.ts';
import { truncate } from '../../site/shared/text.ts';

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

/** The problem with a call, as a sentence that the agent can act on. */
export class ToolError extends Error {
  override name = 'ToolError';
}

const MOST_SHOWN = 80;

/** The beginning of a given text, as messages show it. */
export const shorten = (text: string) => truncate(text, MOST_SHOWN);

/** A short description of a given value. Lists and objects are only named, since they can be long. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : shorten(JSON.stringify(value));
}

/**
 * Reads the params of a method.
 * @throws RpcError with -32602 and `expected`, or with the string that is too long
 */
export function readParams<T extends z.ZodType>(type: T, params: Params, expected: string): z.output<T> {
  const result = type.safeParse(params);
  if (result.success) return result.data;
  const tooLong = result.error.issues.find(({ code }) => code === 'too_big');
  throw new RpcError(codes.invalidParams, tooLong ? describeTooLong(tooLong, params) : expected);
}

function describeTooLong({ path, message }: z.core.$ZodIssue, params: Params): string {
  const value = path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[String(name)] : undefined), params);
  return `${path.join('.')}: was given ${describeValue(value)}; ${message}`;
}
