import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Environment } from '../../../site/contract/environment.ts';
import { type Headers, preflightHeaders } from '../../../site/contract/headers.ts';
import { limits } from '../../../site/contract/limits.ts';
import type { RateLimiter } from '../../http/rate-limit.ts';
import type { Clock } from '../../runtime/clock.ts';
import { codes, errorBody, idOf, type Message, readMessage } from '../message.ts';
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

async function answerPost(options: EndpointOptions, exchange: Exchange, headers: Headers): Promise<void> {
  const { request, response, client, surface } = exchange;
  const { sessions, clock, rateLimits } = options;
  const received = await receive(request, clock);
  if (received === 'gone') return;
  if ('refusal' in received) return sendRefusal(response, received.refusal, received.id, headers, clock);
  if ('batch' in received) return answerBatch(options, exchange, received.batch, headers);
  const { message, id } = received;
  // Loaded at the first message: see there.
  const sdk = await import('./sdk.ts');
  const opened = message.kind === 'request' && message.request.method === 'initialize' ? message.request : undefined;
  const fault =
    (opened ? initializeFault(opened) : (sessionFault(request, sessions) ?? versionFault(request, sdk.supportedVersions))) ??
    rateFault(rateLimits, client, message);
  if (fault || !surface) return sendRefusal(response, fault ?? refuse('starting'), id, headers, clock);
  if (message.kind === 'notice') return sendEmpty(response, 202, headers);
  const answer = await sdk.answerRequest(await surface, message.request, clock);
  const session = opened && sessions.open(opened.params?.['protocolVersion'] === BATCH_VERSION);
  sendJson(response, 200, answer, session === undefined ? headers : { ...headers, 'Mcp-Session-Id': session });
}

/** The only protocol version with batches: those before had none, and 2025-06-18 removed them (M04). */
const BATCH_VERSION = '2025-03-26';

/** Answers a batch with the list of its answers, one message after the other; other requests have their turn in between. */
async function answerBatch(options: EndpointOptions, exchange: Exchange, batch: readonly unknown[], headers: Headers): Promise<void> {
  const { request, response, client, surface } = exchange;
  const { sessions, clock, rateLimits } = options;
  const messages = batch.slice(0, limits.mcp.batchMessages).map(readBatched);
  const fault =
    batchFault(request, batch, sessions) ??
    messages.reduce<Refusal | undefined>((found, { message }) => found ?? (message && rateFault(rateLimits, client, message)), undefined);
  if (fault || !surface) return sendRefusal(response, fault ?? refuse('starting'), null, headers, clock);
  const sdk = await import('./sdk.ts');
  const answers: (string | Buffer)[] = [];
  for (const { message, error } of messages) {
    if (error !== undefined) answers.push(error);
    else if (message.kind === 'request') answers.push(await sdk.answerRequest(await surface, message.request, clock));
    await nextTurn();
  }
  if (answers.length === 0) return sendEmpty(response, 202, headers);
  sendJson(response, 200, `[${answers.map((answer) => String(answer).trimEnd()).join(',\n')}]\n`, headers);
}

function batchFault(request: IncomingMessage, batch: readonly unknown[], sessions: Sessions): Refusal | undefined {
  const fault = sessionFault(request, sessions);
  // Without a session there is no telling what was agreed: in every version but one the list itself is wrong.
  if (fault?.name === 'session_missing') return refuse('batch');
  if (fault) return fault;
  if (!sessions.allowsBatches(String(request.headers['mcp-session-id']))) return refuse('batch');
  return batch.length === 0 || batch.length > limits.mcp.batchMessages ? refuse('batch_size') : undefined;
}

type Batched = { readonly message: Message; readonly error?: undefined } | { readonly error: string; readonly message?: undefined };

/** A message of a batch, or the error that answers it. */
function readBatched(value: unknown): Batched {
  const message = readMessage(value);
  if (typeof message === 'string') return { error: errorBody(idOf(value), codes.invalidRequest, message) };
  if (message.kind === 'request' && message.request.method === 'initialize')
    return { error: errorBody(message.request.id, codes.invalidRequest, 'initialize must not be part of a batch') };
  return { message };
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
