import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Environment } from '../../site/contract/environment.ts';
import { type Headers, preflightHeaders } from '../../site/contract/headers.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import type { Clock } from '../runtime/clock.ts';
import { hostCheck, originCheck } from './allowed-callers.ts';
import { acceptFault, allowedMethods, contentFault, initializeFault, methodFault, versionFault } from './check-request.ts';
import { idOf, type Message, readMessage } from './message.ts';
import { readBody } from './read-body.ts';
import { type Refusal, refuse } from './refusals.ts';
import { sendEmpty, sendJson, sendRefusal } from './send.ts';
import type { Sessions } from './sessions.ts';
import type { Surface } from './surface.ts';

export interface EndpointOptions {
  readonly environment: Pick<Environment, 'HOST' | 'BASE_URL' | 'MCP_ALLOWED_ORIGINS'>;
  readonly sessions: Sessions;
  readonly clock: Clock;
  /** Tool calls and all other messages are counted apart (M09). */
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

/** Answers everything that is sent to /mcp (M01 to M09), errors as JSON-RPC. Resolves when the answer is on its way. */
export function createEndpoint({ environment, sessions, clock, rateLimits }: EndpointOptions): Endpoint {
  const isAllowedHost = hostCheck(environment);
  const isAllowedOrigin = originCheck(environment.MCP_ALLOWED_ORIGINS);
  let sdkLoading: Promise<typeof import('./sdk.ts')> | undefined;
  const reflectsOrigin = environment.MCP_ALLOWED_ORIGINS !== '*';

  const corsHeaders = (origin: string | undefined): Headers => {
    if (!reflectsOrigin) return {};
    return origin !== undefined && isAllowedOrigin(origin)
      ? { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' }
      : { 'Access-Control-Allow-Origin': environment.BASE_URL, Vary: 'Origin' };
  };

  const callerFault = ({ headers }: IncomingMessage): Refusal | undefined => {
    if (!isAllowedHost(headers.host)) return refuse('forbidden_host');
    return isAllowedOrigin(headers.origin) ? undefined : refuse('forbidden_origin');
  };

  const sessionFault = ({ headers }: IncomingMessage): Refusal | undefined => {
    const id = headers['mcp-session-id'];
    if (typeof id !== 'string' || id === '') return refuse('session_missing');
    return sessions.isOpen(id) ? undefined : refuse('session_not_found');
  };

  const rateFault = (client: string, message: Message): Refusal | undefined => {
    const isCall = message.kind === 'request' && message.request.method === 'tools/call';
    const taking = (isCall ? rateLimits.calls : rateLimits.others).take(client);
    return taking.ok ? undefined : refuse('too_many_requests', { headers: { 'Retry-After': String(taking.retryAfterSeconds) } });
  };

  const answerPost = async ({ request, response, client, surface }: Exchange, headers: Headers) => {
    const received = await receive(request, clock);
    if (received === 'gone') return;
    if ('refusal' in received) return sendRefusal(response, received.refusal, received.id, headers, clock);
    const { message, id } = received;
    sdkLoading ??= import('./sdk.ts');
    const sdk = await sdkLoading;
    const opens = message.kind === 'request' && message.request.method === 'initialize';
    const fault =
      (opens ? initializeFault(message) : (sessionFault(request) ?? versionFault(request, sdk.supportedVersions))) ??
      rateFault(client, message);
    if (fault || !surface) return sendRefusal(response, fault ?? refuse('starting'), id, headers, clock);
    if (message.kind === 'notice') return sendEmpty(response, 202, headers);
    const answer = await sdk.answerRequest(await surface, message.request, clock);
    sendJson(response, 200, answer, opens ? { ...headers, 'Mcp-Session-Id': sessions.open() } : headers);
  };

  const answerDelete = ({ request, response }: Exchange, headers: Headers) => {
    const fault = sessionFault(request);
    if (fault) return sendRefusal(response, fault, null, headers, clock);
    sessions.end(String(request.headers['mcp-session-id']));
    sendEmpty(response, 204, headers);
  };

  return async (exchange) => {
    const { request, response } = exchange;
    const headers = corsHeaders(request.headers.origin);
    const fault = callerFault(request) ?? methodFault(request);
    if (fault) return sendRefusal(response, fault, null, headers, clock);
    if (request.method === 'POST') return answerPost(exchange, headers);
    if (request.method === 'DELETE') return answerDelete(exchange, headers);
    sendEmpty(response, 204, { ...preflightHeaders(allowedMethods), ...headers, Allow: allowedMethods });
  };
}

type Received =
  | 'gone'
  | { readonly refusal: Refusal; readonly id: string | number | null }
  | { readonly message: Message; readonly id: string | number | null };

/** Reads one message off a POST; `gone` where its sender left. */
async function receive(request: IncomingMessage, clock: Clock): Promise<Received> {
  const headerFault = acceptFault(request) ?? contentFault(request);
  if (headerFault) return { refusal: headerFault, id: null };
  const body = await readBody(request, clock);
  if ('fault' in body) return body.fault === 'gone' ? 'gone' : { refusal: refuse(body.fault), id: null };
  const json = parseJson(body.text);
  if (json === undefined) return { refusal: refuse('invalid_json'), id: null };
  if (Array.isArray(json)) return { refusal: refuse('batch'), id: null };
  const message = readMessage(json);
  const id = idOf(json);
  return typeof message === 'string' ? { refusal: refuse('invalid_message', { detail: message }), id } : { message, id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
