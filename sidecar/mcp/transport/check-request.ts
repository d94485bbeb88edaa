import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { mediaTypes } from '../../../site/contract/paths.ts';
import { announceLimit, type RateLimiter } from '../../http/rate-limit.ts';
import type { Message, RpcRequest } from '../message.ts';
import { type Refusal, refuse } from './refusals.ts';
import type { Sessions } from './sessions.ts';

/** What /mcp takes, as `Allow` names it. There is no stream to GET: every answer comes with its request (M04, M07). */
export const allowedMethods = 'POST, DELETE, OPTIONS';

export function methodFault({ method }: IncomingMessage): Refusal | undefined {
  if (method === 'POST' || method === 'DELETE' || method === 'OPTIONS') return undefined;
  return refuse('method_not_allowed', { headers: { Allow: allowedMethods } });
}

/** Whether a person's browser asks, and no client of MCP, which accepts a stream. */
export function wantsPage({ method, headers: { accept = '' } }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(accept) && !/\btext\/event-stream\b/i.test(accept);
}

/** MCP 2025-06-18, transports: a client lists both types; a wildcard doesn't say that it can read both. */
export function acceptFault({ headers }: IncomingMessage): Refusal | undefined {
  const types = (headers.accept ?? '').split(',').map((entry) => entry.split(';')[0]?.trim().toLowerCase());
  return types.includes(mediaTypes.json) && types.includes('text/event-stream') ? undefined : refuse('not_acceptable');
}

const JSON_TYPE = /^application\/json[ \t]*(;[ \t]*charset="?utf-8"?[ \t]*)?$/i;

export function contentFault({ headers }: IncomingMessage): Refusal | undefined {
  const isPlain = /^(identity)?$/i.test(headers['content-encoding'] ?? '');
  return isPlain && JSON_TYPE.test(headers['content-type'] ?? '') ? undefined : refuse('unsupported_media_type');
}

/** No header passes: clients of 2025-03-26 and before send none. */
export function versionFault({ headers }: IncomingMessage, supported: readonly string[]): Refusal | undefined {
  const requested = headers['mcp-protocol-version'];
  if (requested === undefined || supported.includes(String(requested))) return undefined;
  return refuse('unsupported_version', { data: { supported, requested } });
}

/** Tool calls and all other messages are counted apart (M09). */
export interface RateLimits {
  readonly calls: RateLimiter;
  readonly others: RateLimiter;
}

/** Counts a message of `client`, an address, and says in the answer's headers what is left. */
export function rateFault(
  { calls, others }: RateLimits,
  { client, response }: { readonly client: string; readonly response: ServerResponse },
  message: Message,
): Refusal | undefined {
  const isCall = message.kind === 'request' && message.request.method === 'tools/call';
  const [limiter, policy] = isCall ? [calls, 'mcp-calls'] : [others, 'mcp-messages'];
  const taking = limiter.take(client);
  announceLimit(response, policy, limiter.standing(client));
  return taking.ok ? undefined : refuse('too_many_requests', { headers: { 'Retry-After': String(taking.retryAfterSeconds) } });
}

/** Every request but `initialize` names a session that is open (M03). */
export function sessionFault({ headers }: IncomingMessage, sessions: Sessions): Refusal | undefined {
  const id = headers['mcp-session-id'];
  if (typeof id !== 'string' || id === '') return refuse('session_missing');
  return sessions.isOpen(id) ? undefined : refuse('session_not_found');
}

const initializeParams = z.looseObject({
  protocolVersion: z.string(),
  capabilities: z.looseObject({}),
  clientInfo: z.looseObject({ name: z.string(), version: z.string() }),
});

/** The SDK would call a bad `initialize` an internal error. */
export function initializeFault({ params }: RpcRequest): Refusal | undefined {
  return initializeParams.safeParse(params).success ? undefined : refuse('invalid_initialize');
}
