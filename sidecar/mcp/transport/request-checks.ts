import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Environment } from '../../../site/contract/environment.ts';
import type { Headers } from '../../../site/contract/headers.ts';
import { limits } from '../../../site/contract/limits.ts';
import { mediaTypes } from '../../../site/contract/paths.ts';
import { isObject } from '../../../site/shared/algorithms.ts';
import { isLoopback } from '../../../site/shared/base-path.ts';
import { countRequest, type RateLimiter } from '../../http/rate-limit.ts';
import { isId, type RequestId, type RpcRequest } from '../message.ts';
import { Refusal } from './responses.ts';
import type { Sessions } from './sessions.ts';

/** The value of `Allow`. GET would open a stream, but every answer is the response to its request. */
export const allowedMethods = 'POST, DELETE, OPTIONS';
/** 2026-07-28 has no sessions to end. */
export const statelessMethods = 'POST, OPTIONS';

/** Whether the request comes from a person's browser; MCP clients accept a stream. */
export function wantsPage({ method, headers: { accept = '' } }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(accept) && !/\btext\/event-stream\b/i.test(accept);
}

const essence = (mediaType: string) => mediaType.split(';')[0]?.trim().toLowerCase();

/**
 * Whether an Accept header allows JSON, which is all that we send. MCP asks clients to list a stream, too, but many don't. The most specific
 * range decides, and q=0 excludes it (RFC 9110 12.5.1).
 */
function acceptsJson(accept: string): boolean {
  if (accept.trim() === '') return true;
  const weights = new Map(accept.split(',').map((range) => [essence(range), /;\s*q=0(\.0*)?\s*(;|$)/i.test(range) ? 0 : 1]));
  const decisive = [mediaTypes.json, 'application/*', '*/*'].find((range) => weights.has(range));
  return decisive !== undefined && weights.get(decisive) !== 0;
}

export function checkContent({ headers }: IncomingMessage): void {
  if (!acceptsJson(headers.accept ?? '')) throw new Refusal('not_acceptable');
  // RFC 8259 11: JSON has no parameters, so anything after the type is ignored; RFC 9110 5.6.6 allows empty ones.
  const isPlain = /^(identity)?$/i.test(headers['content-encoding'] ?? '');
  if (!isPlain || essence(headers['content-type'] ?? '') !== mediaTypes.json) throw new Refusal('unsupported_media_type');
}

/** The id of a message, or null if it has no valid one. */
export function idOf(message: unknown): RequestId | null {
  return isObject(message) && isId(message['id']) ? message['id'] : null;
}

/** Whether lists and objects are nested in more levels than this. The schemas of the SDKs would overflow the stack. */
function isDeeperThan(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= levels; depth++)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  return level.length > 0;
}

/**
 * Reads parsed JSON as one message; undefined for one without an answer, which is a notification or an unexpected response. Params that
 * are null count as absent, since some clients send null for the arguments of a tool without any. So does `task`: a server without tasks
 * ignores it (MCP 2025-11-25, tasks), but SDK 1.x would answer with an internal error.
 */
export function readMessage(value: unknown): RpcRequest | undefined {
  const malformed = (detail: string) => new Refusal('invalid_message', { detail });
  if (isDeeperThan(value, limits.mcp.messageDepth)) throw malformed(`nested more than ${limits.mcp.messageDepth} levels deep`);
  if (!isObject(value)) throw malformed('a message must be an object');
  const { jsonrpc, id, method, params } = value;
  if (jsonrpc !== '2.0') throw malformed('jsonrpc must be "2.0"');
  if (method === undefined && isId(id) && ('result' in value || 'error' in value)) return undefined;
  if (typeof method !== 'string') throw malformed(method === undefined ? 'method is missing' : 'method must be a string');
  if (params !== undefined && !isObject(params)) throw malformed('params must be an object');
  if (id === undefined) return undefined;
  if (!isId(id)) throw malformed('id must be a string or an integer');
  if (params === undefined) return { jsonrpc, id, method };
  const given = Object.entries(params).filter(([name, param]) => param !== null && name !== 'task');
  return { jsonrpc, id, method, params: Object.fromEntries(given) };
}

/** Clients of 2025-03-26 and before don't send the header. */
export function checkVersion({ headers }: IncomingMessage, supported: readonly string[]): void {
  const requested = headers['mcp-protocol-version'];
  if (requested !== undefined && !supported.includes(String(requested)))
    throw new Refusal('unsupported_version', { data: { supported, requested } });
}

/** Tool calls and all other messages are counted separately. */
export interface RateLimits {
  readonly calls: RateLimiter;
  readonly others: RateLimiter;
}

/** Counts a message of `client`, an address, and adds the remaining quota to the response's headers. */
export function countMessage({ calls, others }: RateLimits, client: string, response: ServerResponse, method: unknown): void {
  const [limiter, policy] = method === 'tools/call' ? [calls, 'mcp-calls'] : [others, 'mcp-messages'];
  const headers = countRequest(response, policy, limiter, client);
  if (headers) throw new Refusal('too_many_requests', { headers });
}

/** Returns the id of the open session, which every request except `initialize` must name. */
export function checkSession({ headers }: IncomingMessage, sessions: Sessions): string {
  const id = headers['mcp-session-id'];
  if (typeof id !== 'string' || id === '') throw new Refusal('session_missing');
  if (!sessions.isOpen(id)) throw new Refusal('session_not_found');
  return id;
}

/** Prevents DNS rebinding: a listener on a loopback address accepts only loopback names and the public host; others accept any name. */
function hostCheck({ HOST, BASE_URL }: Pick<Environment, 'HOST' | 'BASE_URL'>): (host: string | undefined) => boolean {
  if (!isLoopback(HOST)) return () => true;
  const publicHost = new URL(BASE_URL).hostname;
  return (host = '') => {
    const [, name = ''] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d*)?$/i.exec(host) ?? [];
    return name.toLowerCase() === publicHost || isLoopback(name);
  };
}

/** Whether pages of an origin are allowed to call. Only browsers send the header. `null` is the origin of files and sandboxed frames. */
function isAllowedOrigin(origin: string | undefined, allowed: Environment['MCP_ALLOWED_ORIGINS']): boolean {
  if (origin === undefined || (origin === 'null' && allowed === '*')) return true;
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]+$/i.test(origin) || !URL.canParse(origin)) return false;
  return allowed === '*' || allowed.includes(origin.toLowerCase());
}

/** Makes a function that returns the CORS headers for a caller, and the reason to refuse it, if there is one. */
export function callerCheck(environment: Pick<Environment, 'HOST' | 'BASE_URL' | 'MCP_ALLOWED_ORIGINS'>) {
  const { BASE_URL, MCP_ALLOWED_ORIGINS } = environment;
  const own = new URL(BASE_URL).origin;
  const isAllowedHost = hostCheck(environment);
  return ({ headers: { host, origin } }: IncomingMessage) => {
    const isAllowed = isAllowedOrigin(origin, MCP_ALLOWED_ORIGINS);
    const shared = isAllowed && origin !== undefined ? origin : own;
    const cors: Headers = MCP_ALLOWED_ORIGINS === '*' ? {} : { 'Access-Control-Allow-Origin': shared, Vary: 'Origin' };
    if (!isAllowedHost(host)) return { cors, fault: new Refusal('forbidden_host') };
    return { cors, fault: isAllowed ? undefined : new Refusal('forbidden_origin') };
  };
}
