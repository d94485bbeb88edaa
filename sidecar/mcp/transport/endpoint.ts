import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Environment } from '../../../site/contract/environment.ts';
import { type Headers, preflightHeaders } from '../../../site/contract/headers.ts';
import type { RateLimiter } from '../../http/rate-limit.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Message } from '../message.ts';
import type { Surface } from '../surface.ts';
import { callerCheck } from './allowed-callers.ts';
import { allowedMethods, initializeFault, methodFault, sessionFault, versionFault } from './check-request.ts';
import { receive } from './receive.ts';
import { type Refusal, refuse } from './refusals.ts';
import { sendEmpty, sendJson, sendRefusal } from './send.ts';
import type { Sessions } from './sessions.ts';

export interface EndpointOptions {
  readonly environment: Pick<Environment, 'HOST' | 'BASE_URL' | 'MCP_ALLOWED_ORIGINS'>;
  readonly sessions: Sessions;
  readonly clock: Clock;
  /** Tool calls and all other messages are counted apart (mcp.md M09). */
  readonly rateLimits: { readonly calls: RateLimiter; readonly others: RateLimiter };
}

/**
 * One request for /mcp: `client` is the address that is counted, `surface` what is offered, which the first request to it
 * waits for; undefined before there is anything.
 */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly client: string;
  readonly surface: Surface | Promise<Surface> | undefined;
}

export type Endpoint = (exchange: Exchange) => Promise<void>;

/** Answers everything that is sent to /mcp (mcp.md M01 to M09), errors as JSON-RPC. Resolves when the answer is on its way. */
export function createEndpoint(options: EndpointOptions): Endpoint {
  const callers = callerCheck(options.environment);
  return async (exchange) => {
    const { request, response } = exchange;
    const headers = callers.corsHeaders(request);
    const fault = callers.fault(request) ?? methodFault(request);
    if (fault) return sendRefusal(response, fault, null, headers, options.clock);
    if (request.method === 'POST') return answerPost(options, exchange, headers);
    if (request.method === 'DELETE') return endSession(options, exchange, headers);
    sendEmpty(response, 204, { ...preflightHeaders(allowedMethods), ...headers, Allow: allowedMethods });
  };
}

async function answerPost(options: EndpointOptions, { request, response, client, surface }: Exchange, headers: Headers): Promise<void> {
  const { sessions, clock, rateLimits } = options;
  const received = await receive(request, clock);
  if (received === 'gone') return;
  if ('refusal' in received) return sendRefusal(response, received.refusal, received.id, headers, clock);
  const { message, id } = received;
  // Loaded at the first message: see there.
  const sdk = await import('./sdk.ts');
  const opens = message.kind === 'request' && message.request.method === 'initialize';
  const fault =
    (opens ? initializeFault(message.request) : (sessionFault(request, sessions) ?? versionFault(request, sdk.supportedVersions))) ??
    rateFault(rateLimits, client, message);
  if (fault || !surface) return sendRefusal(response, fault ?? refuse('starting'), id, headers, clock);
  if (message.kind === 'notice') return sendEmpty(response, 202, headers);
  const answer = await sdk.answerRequest(await surface, message.request, clock);
  sendJson(response, 200, answer, opens ? { ...headers, 'Mcp-Session-Id': sessions.open() } : headers);
}

function rateFault(rateLimits: EndpointOptions['rateLimits'], client: string, message: Message): Refusal | undefined {
  const isCall = message.kind === 'request' && message.request.method === 'tools/call';
  const taking = (isCall ? rateLimits.calls : rateLimits.others).take(client);
  return taking.ok ? undefined : refuse('too_many_requests', { headers: { 'Retry-After': String(taking.retryAfterSeconds) } });
}

function endSession({ sessions, clock }: EndpointOptions, { request, response }: Exchange, headers: Headers): void {
  const fault = sessionFault(request, sessions);
  if (fault) return sendRefusal(response, fault, null, headers, clock);
  sessions.end(String(request.headers['mcp-session-id']));
  sendEmpty(response, 204, headers);
}
