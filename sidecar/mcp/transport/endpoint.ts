import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Environment } from '../../../site/contract/environment.ts';
import { type Headers, preflightHeaders } from '../../../site/contract/headers.ts';
import { limits } from '../../../site/contract/limits.ts';
import { pagePaths } from '../../../site/contract/paths.ts';
import { readBody } from '../../http/request.ts';
import type { Clock } from '../../runtime.ts';
import { type Features, printAnswer } from '../features.ts';
import { codes, errorBody, idOf, type Message, type RequestId, type RpcRequest, readMessage } from '../message.ts';
import {
  allowedMethods,
  callerCheck,
  contentFault,
  methodFault,
  type RateLimits,
  rateFault,
  sessionFault,
  versionFault,
  wantsPage,
} from './request-checks.ts';
import { type Refusal, refuse, sendEmpty, sendJson, sendRefusal } from './responses.ts';
import type { Sessions } from './sessions.ts';

export interface EndpointOptions {
  readonly environment: Pick<Environment, 'HOST' | 'BASE_URL' | 'MCP_ALLOWED_ORIGINS'>;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly rateLimits: RateLimits;
}

/** One request for /mcp: `client` is the address for rate limits; `features` is undefined before there is anything to serve. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly client: string;
  readonly features: Features | Promise<Features> | undefined;
}

export type Endpoint = (exchange: Exchange) => Promise<void>;

const statelessVersion = '2026-07-28';
const VERSION = 'io.modelcontextprotocol/protocolVersion';

/** The only version with batches: earlier ones had none, and 2025-06-18 removed them. */
const batchVersion = '2025-03-26';

/** Loads a module on the first call. Each `import()` takes time, even that of a loaded module. */
function onDemand<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  return () => (loading ??= load());
}

/** Loads SDK 1.x, which would slow down the server's start. */
export const loadSessionSdk = onDemand(() => import('./session-sdk.ts'));

/** Loads SDK 2.x, which only clients of 2026-07-28 need. */
const loadStatelessSdk = onDemand(() => import('./stateless-sdk.ts'));

/** Answers every request for /mcp, errors as JSON-RPC. Resolves when the answer is written. */
export function createEndpoint(options: EndpointOptions): Endpoint {
  const callers = callerCheck(options.environment);
  return async (exchange) => {
    const { request, response } = exchange;
    const headers = callers.corsHeaders(request);
    if (wantsPage(request))
      return sendEmpty(response, 303, { ...headers, Location: options.environment.BASE_URL + pagePaths.mcpGuide, Vary: 'Accept' });
    const fault = callers.fault(request) ?? methodFault(request);
    if (fault) return sendRefusal(response, fault, null, headers, options.clock);
    if (request.method === 'POST') return answerPost(options, exchange, headers);
    if (request.method === 'DELETE') return endSession(options, exchange, headers);
    sendEmpty(response, 204, { ...preflightHeaders(allowedMethods), ...headers, Allow: allowedMethods });
  };
}

async function answerPost(options: EndpointOptions, exchange: Exchange, headers: Headers): Promise<void> {
  const { request, response } = exchange;
  const refuseWith = (refusal: Refusal, id: RequestId | null = null) => sendRefusal(response, refusal, id, headers, options.clock);
  const contentRefusal = contentFault(request);
  if (contentRefusal) return refuseWith(contentRefusal);
  const body = await readBody(request, { maxBytes: limits.mcp.bodyBytes, seconds: limits.mcp.bodySeconds, clock: options.clock });
  if (body === 'gone') return;
  if (typeof body === 'string') return refuseWith(refuse(body));
  const json = parseJson(body);
  if (json === undefined) return refuseWith(refuse('invalid_json'));
  if (Array.isArray(json)) return answerBatch(options, exchange, json, headers);
  const message = readMessage(json);
  const id = idOf(json);
  if (typeof message === 'string') return refuseWith(refuse('invalid_message', { detail: message }), id);
  const refusal = isStateless(request, message)
    ? await answerByItself(options, exchange, message, json, headers)
    : await answerInSession(options, exchange, message, headers);
  if (refusal) refuseWith(refusal, id);
}

const LINE_END = Buffer.from('\n');

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Undefined if the bytes aren't JSON in UTF-8. */
function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

/** Whether a message belongs to 2026-07-28, by its `_meta` or its header; `initialize` without either opens a session. */
function isStateless({ headers }: IncomingMessage, message: Message): boolean {
  const isNamed = headers['mcp-protocol-version'] === statelessVersion;
  if (message.kind === 'notice') return isNamed;
  const { method, params } = message.request;
  const meta = params?.['_meta'];
  return (typeof meta === 'object' && meta !== null && VERSION in meta) || (isNamed && method !== 'initialize');
}

/** Answers one message of a revision with sessions, or returns a refusal. */
async function answerInSession(
  { sessions, clock, rateLimits }: EndpointOptions,
  { request, response, client, features }: Exchange,
  message: Message,
  headers: Headers,
): Promise<Refusal | undefined> {
  const { isInitialize, supportedVersions } = await loadSessionSdk();
  const opening = message.kind === 'request' && message.request.method === 'initialize' ? message.request : undefined;
  const fault = opening
    ? isInitialize(opening)
      ? undefined
      : refuse('invalid_initialize')
    : (sessionFault(request, sessions) ?? versionFault(request, supportedVersions));
  const refusal = fault ?? rateFault(rateLimits, client, response, message) ?? (features ? undefined : refuse('starting'));
  if (refusal || !features) return refusal;
  if (message.kind === 'notice') {
    sendEmpty(response, 202, headers);
    return undefined;
  }
  const answer = await answerRequest(await features, message.request, clock);
  const session = opening && sessions.open(opening.params?.['protocolVersion'] === batchVersion);
  sendJson(response, 200, answer, session === undefined ? headers : { ...headers, 'Mcp-Session-Id': session });
  return undefined;
}

/** The JSON of the answer to one request in a session. */
async function answerRequest(features: Features, request: RpcRequest, clock: Clock): Promise<string | Buffer> {
  const { answerWithSession } = await loadSessionSdk();
  const answer = await withinDeadline(clock, new AbortController(), (signal) =>
    answerWithSession(features, withoutTask(withoutNullParams(request)), signal),
  );
  return answer === undefined ? lateAnswer(request.id) : printAnswer(features, Buffer.from(`${JSON.stringify(answer)}\n`));
}

/** MCP 2025-11-25, tasks: a server without tasks ignores that one is requested; the SDK answers with an internal error. */
function withoutTask(request: RpcRequest): RpcRequest {
  if (request.params?.['task'] === undefined) return request;
  const { task: _, ...params } = request.params;
  return { ...request, params };
}

/** Answers one message of revision 2026-07-28, which has no sessions, or returns a refusal. */
async function answerByItself(
  { clock, rateLimits }: EndpointOptions,
  { request, response, client, features }: Exchange,
  message: Message,
  json: unknown,
  headers: Headers,
): Promise<Refusal | undefined> {
  const refusal = rateFault(rateLimits, client, response, message) ?? (features ? undefined : refuse('starting'));
  if (refusal || !features) return refusal;
  // There are no events, so there is nothing to listen to.
  if (message.kind === 'request' && message.request.method === 'subscriptions/listen') return refuse('method_not_found');
  const stop = new AbortController();
  const leave = () => stop.abort();
  response.once('close', leave);
  const served = await features;
  const { answerStateless } = await loadStatelessSdk();
  const given = message.kind === 'request' ? withoutNullParams(message.request) : json;
  const answer = await withinDeadline(clock, stop, (signal) => answerStateless(served, request.headers, given, signal));
  response.off('close', leave);
  if (answer === undefined) sendJson(response, 200, lateAnswer(idOf(json)), headers);
  else if (answer.body.length === 0) sendEmpty(response, answer.status, headers);
  else sendJson(response, answer.status, printAnswer(served, Buffer.concat([answer.body, LINE_END])), headers);
  return undefined;
}

/** Some clients send null for absent params, such as the arguments of a tool without any. */
function withoutNullParams(request: RpcRequest): RpcRequest {
  if (request.params === undefined) return request;
  return { ...request, params: Object.fromEntries(Object.entries(request.params).filter(([, value]) => value !== null)) };
}

/** Resolves with the result of `ask`, or with undefined after the deadline, which aborts `stop`. */
async function withinDeadline<T>(clock: Clock, stop: AbortController, ask: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const cancelTimer = clock.setTimer(clock.now() + limits.mcp.answerSeconds * 1000, () => {
    late.resolve(undefined);
    stop.abort();
  });
  try {
    return await Promise.race([late.promise, ask(stop.signal)]);
  } finally {
    cancelTimer();
  }
}

function lateAnswer(id: RequestId | null): string {
  return errorBody(id, codes.internalError, `No answer within ${limits.mcp.answerSeconds} seconds`);
}

/** Answers a batch with a list of answers, one message per turn of the event loop. */
async function answerBatch(options: EndpointOptions, exchange: Exchange, batch: readonly unknown[], headers: Headers): Promise<void> {
  const { request, response, client, features } = exchange;
  const { sessions, clock, rateLimits } = options;
  const messages = batch.slice(0, limits.mcp.batchMessages).map(readBatched);
  let fault = batchFault(request, batch, sessions);
  for (const message of messages) if (typeof message === 'object') fault ??= rateFault(rateLimits, client, response, message);
  if (fault || !features) return sendRefusal(response, fault ?? refuse('starting'), null, headers, clock);
  const answers: string[] = [];
  for (const message of messages) {
    if (typeof message === 'string') answers.push(message);
    else if (message.kind === 'request') answers.push(String(await answerRequest(await features, message.request, clock)));
    await nextTurn();
  }
  if (answers.length === 0) return sendEmpty(response, 202, headers);
  sendJson(response, 200, `[${answers.map((answer) => answer.trimEnd()).join(',\n')}]\n`, headers);
}

function batchFault(request: IncomingMessage, batch: readonly unknown[], sessions: Sessions): Refusal | undefined {
  const fault = sessionFault(request, sessions);
  // Without a session the agreed version is unknown, and only one version has batches.
  if (fault) return fault.name === 'session_missing' ? refuse('batch') : fault;
  if (!sessions.allowsBatches(String(request.headers['mcp-session-id']))) return refuse('batch');
  return batch.length === 0 || batch.length > limits.mcp.batchMessages ? refuse('batch_size') : undefined;
}

/** A message of a batch, or the error that answers it. */
function readBatched(value: unknown): Message | string {
  const message = readMessage(value);
  if (typeof message === 'string') return errorBody(idOf(value), codes.invalidRequest, message);
  if (message.kind === 'request' && message.request.method === 'initialize')
    return errorBody(message.request.id, codes.invalidRequest, 'initialize must not be part of a batch');
  return message;
}

function endSession({ sessions, clock }: EndpointOptions, { request, response }: Exchange, headers: Headers): void {
  const fault = sessionFault(request, sessions);
  if (fault) return sendRefusal(response, fault, null, headers, clock);
  sessions.end(String(request.headers['mcp-session-id']));
  sendEmpty(response, 204, headers);
}
