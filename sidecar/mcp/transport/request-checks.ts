import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopback } from '../../../site/contract/base-path.ts';
import type { Environment } from '../../../site/contract/environment.ts';
import type { Headers } from '../../../site/contract/headers.ts';
import { mediaTypes } from '../../../site/contract/paths.ts';
import { announceLimit, type RateLimiter } from '../../http/rate-limit.ts';
import type { Message } from '../message.ts';
import { type Refusal, refuse } from './responses.ts';
import type { Sessions } from './sessions.ts';

/** The value of `Allow`. It lacks GET, which would open a stream, because every answer is sent with its request. */
export const allowedMethods = 'POST, DELETE, OPTIONS';

export function methodFault({ method }: IncomingMessage): Refusal | undefined {
  if (method === 'POST' || method === 'DELETE' || method === 'OPTIONS') return undefined;
  return refuse('method_not_allowed', { headers: { Allow: allowedMethods } });
}

/** Whether the request comes from a person's browser; MCP clients accept a stream. */
export function wantsPage({ method, headers: { accept = '' } }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(accept) && !/\btext\/event-stream\b/i.test(accept);
}

const essence = (mediaType: string) => mediaType.split(';')[0]?.trim().toLowerCase();

export function contentFault({ headers }: IncomingMessage): Refusal | undefined {
  // MCP 2025-06-18, transports: clients must list both types, so a wildcard isn't enough.
  const accepted = (headers.accept ?? '').split(',').map(essence);
  if (!accepted.includes(mediaTypes.json) || !accepted.includes('text/event-stream')) return refuse('not_acceptable');
  // RFC 8259 11: JSON has no parameters, so anything after the type is ignored; RFC 9110 5.6.6 allows empty ones.
  const isPlain = /^(identity)?$/i.test(headers['content-encoding'] ?? '');
  return isPlain && essence(headers['content-type'] ?? '') === mediaTypes.json ? undefined : refuse('unsupported_media_type');
}

/** Clients of 2025-03-26 and before don't send the header. */
export function versionFault({ headers }: IncomingMessage, supported: readonly string[]): Refusal | undefined {
  const requested = headers['mcp-protocol-version'];
  if (requested === undefined || supported.includes(String(requested))) return undefined;
  return refuse('unsupported_version', { data: { supported, requested } });
}

/** Tool calls and all other messages are counted separately. */
export interface RateLimits {
  readonly calls: RateLimiter;
  readonly others: RateLimiter;
}

/** Counts a message of `client`, an address, and adds the remaining quota to the response's headers. */
export function rateFault({ calls, others }: RateLimits, client: string, response: ServerResponse, message: Message): Refusal | undefined {
  const isCall = message.kind === 'request' && message.request.method === 'tools/call';
  const [limiter, policy] = isCall ? [calls, 'mcp-calls'] : [others, 'mcp-messages'];
  const taking = limiter.take(client);
  announceLimit(response, policy, limiter.standing(client));
  return taking.ok ? undefined : refuse('too_many_requests', { headers: { 'Retry-After': String(taking.retryAfterSeconds) } });
}

/** Every request except `initialize` must name an open session. */
export function sessionFault({ headers }: IncomingMessage, sessions: Sessions): Refusal | undefined {
  const id = headers['mcp-session-id'];
  if (typeof id !== 'string' || id === '') return refuse('session_missing');
  return sessions.isOpen(id) ? undefined : refuse('session_not_found');
}

/** The host in a Host header, without its port; undefined if it is invalid. */
function hostnameOf(host: string | undefined): string | undefined {
  if (host === undefined || !/^[^/?#@\\\s]+$/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname;
}

/** Prevents DNS rebinding: a listener on a loopback address accepts only loopback names and the public host; others accept any name. */
function hostCheck({ HOST, BASE_URL }: Pick<Environment, 'HOST' | 'BASE_URL'>): (host: string | undefined) => boolean {
  if (!isLoopback(HOST)) return () => true;
  const publicHost = new URL(BASE_URL).hostname;
  return (host) => {
    const hostname = hostnameOf(host);
    return hostname !== undefined && (hostname === publicHost || isLoopback(hostname));
  };
}

/** Whether pages of an origin are allowed to call. Only browsers send the header. `null` is the origin of files and sandboxed frames. */
function originCheck(allowed: Environment['MCP_ALLOWED_ORIGINS']): (origin: string | undefined) => boolean {
  return (origin) => {
    if (origin === undefined || (origin === 'null' && allowed === '*')) return true;
    if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]+$/i.test(origin) || !URL.canParse(origin)) return false;
    return allowed === '*' || allowed.includes(origin.toLowerCase());
  };
}

/** Which callers are allowed, and the CORS headers for them. */
export interface CallerCheck {
  fault(request: IncomingMessage): Refusal | undefined;
  corsHeaders(request: IncomingMessage): Headers;
}

export function callerCheck(environment: Pick<Environment, 'HOST' | 'BASE_URL' | 'MCP_ALLOWED_ORIGINS'>): CallerCheck {
  const { BASE_URL, MCP_ALLOWED_ORIGINS } = environment;
  const own = new URL(BASE_URL).origin;
  const isAllowedHost = hostCheck(environment);
  const isAllowedOrigin = originCheck(MCP_ALLOWED_ORIGINS);
  return {
    fault: ({ headers: { host, origin } }) => {
      if (!isAllowedHost(host)) return refuse('forbidden_host');
      return isAllowedOrigin(origin) ? undefined : refuse('forbidden_origin');
    },
    corsHeaders: ({ headers: { origin } }): Headers => {
      if (MCP_ALLOWED_ORIGINS === '*') return {};
      return { 'Access-Control-Allow-Origin': origin !== undefined && isAllowedOrigin(origin) ? origin : own, Vary: 'Origin' };
    },
  };
}
