import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Environment } from '../../../site/contract/environment.ts';
import { preflightHeaders } from '../../../site/contract/headers.ts';
import { limits } from '../../../site/contract/limits.ts';
import { pagePaths } from '../../../site/contract/paths.ts';
import { isObject } from '../../../site/shared/algorithms.ts';
import { readBody } from '../../http/request.ts';
import { type Clock, nextTurn } from '../../runtime.ts';
import type { McpFeatures } from '../features.ts';
import { codes, errorBody, RpcError, type RpcRequest } from '../message.ts';
import {
  allowedMethods,
  callerCheck,
  checkContent,
  checkSession,
  checkVersion,
  countMessage,
  idOf,
  type RateLimits,
  readMessage,
  statelessMethods,
  wantsPage,
} from './request-checks.ts';
import { Refusal, type RpcReply, sendRefusal, sendReply } from './responses.ts';
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
  readonly features: McpFeatures | Promise<McpFeatures> | undefined;
}

const statelessVersion = '2026-07-28';
const VERSION = 'io.modelcontextprotocol/protocolVersion';

/** The only version with batches: earlier ones had none, and 2025-06-18 removed them. */
const batchVersion = '2025-03-26';

let sessionSdk: Promise<typeof import('./session-sdk.ts')> | undefined;
let statelessSdk: Promise<typeof import('./stateless-sdk.ts')> | undefined;

/** Loads SDK 1.x, which would slow down the server's start. Each `import()` takes time, even that of a loaded module. */
export const loadSessionSdk = () => (sessionSdk ??= import('./session-sdk.ts'));

/** Loads SDK 2.x, which only clients of 2026-07-28 need. */
const loadStatelessSdk = () => (statelessSdk ??= import('./stateless-sdk.ts'));

/** Makes the handler of /mcp. It answers errors as JSON-RPC, and resolves when the answer is written. */
export function createEndpoint({ environment, sessions, clock, rateLimits }: EndpointOptions) {
  const checkCaller = callerCheck(environment);

  const answerWithoutBody = (request: IncomingMessage): RpcReply => {
    if (request.method === 'OPTIONS') return { status: 204, headers: { ...preflightHeaders(allowedMethods), Allow: allowedMethods } };
    const isOfSession = request.headers['mcp-protocol-version'] !== statelessVersion;
    if (request.method !== 'DELETE' || !isOfSession)
      throw new Refusal('method_not_allowed', { headers: { Allow: isOfSession ? allowedMethods : statelessMethods } });
    sessions.end(checkSession(request, sessions));
    return { status: 204 };
  };

  /** Counts a message, and returns the features to answer it with. */
  const admit = async ({ client, response, features }: Exchange, method: unknown): Promise<McpFeatures> => {
    countMessage(rateLimits, client, response, method);
    if (!features) throw new Refusal('starting');
    return features;
  };

  /** Returns the reply of `ask`, or an error at the deadline. Aborts `ask` at the deadline or when the client disconnects. */
  const withinDeadline = async (
    { response }: Exchange,
    { id }: RpcRequest,
    ask: (signal: AbortSignal) => Promise<RpcReply>,
  ): Promise<RpcReply> => {
    const controller = new AbortController();
    const stopped = Promise.withResolvers<RpcReply>();
    const stop = () => {
      const late = new RpcError(codes.internalError, `No answer within ${limits.mcp.answerSeconds} seconds`);
      stopped.resolve({ status: 200, body: errorBody(id, late) });
      controller.abort();
    };
    const cancelTimer = clock.setTimer(clock.now() + limits.mcp.answerSeconds * 1000, stop);
    response.once('close', stop);
    try {
      return await Promise.race([stopped.promise, ask(controller.signal)]);
    } finally {
      cancelTimer();
      response.off('close', stop);
    }
  };

  /** Answers one request in a session. */
  const answerRequest = async (exchange: Exchange, features: McpFeatures, request: RpcRequest): Promise<RpcReply> => {
    const { answerWithSession } = await loadSessionSdk();
    return withinDeadline(exchange, request, (signal) => answerWithSession(features, request, signal));
  };

  const answerInSession = async (exchange: Exchange, message: RpcRequest | undefined): Promise<RpcReply> => {
    const { isInitialize, supportedVersions } = await loadSessionSdk();
    const isOpening = message?.method === 'initialize';
    if (isOpening && !isInitialize(message)) throw new Refusal('invalid_initialize');
    if (!isOpening) {
      checkSession(exchange.request, sessions);
      checkVersion(exchange.request, supportedVersions);
    }
    const features = await admit(exchange, message?.method);
    if (!message) return { status: 202 };
    const reply = await answerRequest(exchange, features, message);
    if (!isOpening) return reply;
    return { ...reply, headers: { 'Mcp-Session-Id': sessions.open(message.params?.['protocolVersion'] === batchVersion) } };
  };

  /** Answers one message with the SDK of its revision. */
  const answerMessage = async (exchange: Exchange, json: unknown): Promise<RpcReply> => {
    const { request } = exchange;
    const message = readMessage(json);
    if (!isStateless(request, message)) return answerInSession(exchange, message);
    const features = await admit(exchange, message?.method);
    if (!message) return { status: 202 };
    // There are no events, so there is nothing to listen to.
    if (message.method === 'subscriptions/listen') throw new Refusal('method_not_found');
    const { answerStateless } = await loadStatelessSdk();
    return withinDeadline(exchange, message, (signal) => answerStateless(features, request.headers, message, signal));
  };

  /** Answers a batch with a list of answers, one message per turn of the event loop. */
  const answerBatch = async (exchange: Exchange, batch: readonly unknown[]): Promise<RpcReply> => {
    const { request } = exchange;
    // Without a session the agreed version is unknown, and only one version has batches.
    const isAgreed = request.headers['mcp-session-id'] && sessions.allowsBatches(checkSession(request, sessions));
    if (!isAgreed) throw new Refusal('batch');
    if (batch.length === 0 || batch.length > limits.mcp.batchMessages) throw new Refusal('batch_size');
    const [features] = await Promise.all(batch.map((json) => admit(exchange, isObject(json) ? json['method'] : undefined)));
    const answers: string[] = [];
    for (const json of batch) {
      const answer = await answerBatched(json, (message) => answerRequest(exchange, features as McpFeatures, message));
      if (answer !== undefined) answers.push(answer.trimEnd());
      await nextTurn();
    }
    return answers.length === 0 ? { status: 202 } : { status: 200, body: `[${answers.join(',\n')}]\n` };
  };

  return async (exchange: Exchange): Promise<void> => {
    const { request, response } = exchange;
    const { cors, fault } = checkCaller(request);
    let json: unknown;
    try {
      if (wantsPage(request)) return sendReply(response, toPage(environment.BASE_URL), cors);
      if (fault) throw fault;
      if (request.method !== 'POST') return sendReply(response, answerWithoutBody(request), cors);
      json = await readJson(request);
      if (json === undefined) return;
      sendReply(response, await (Array.isArray(json) ? answerBatch(exchange, json) : answerMessage(exchange, json)), cors);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendRefusal(response, error, idOf(json), cors);
    }
  };
}

function toPage(baseUrl: string): RpcReply {
  return { status: 303, headers: { Location: baseUrl + pagePaths.mcpGuide, Vary: 'Accept' } };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads the body as JSON; undefined if the client has disconnected. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  checkContent(request);
  const body = await readBody(request, limits.mcp.bodyBytes);
  if (body === 'gone') return undefined;
  if (typeof body === 'string') throw new Refusal(body);
  try {
    return JSON.parse(decoder.decode(body));
  } catch {
    throw new Refusal('invalid_json');
  }
}

/** Whether a message belongs to 2026-07-28, by its `_meta` or its header; `initialize` without either opens a session. */
function isStateless({ headers }: IncomingMessage, message: RpcRequest | undefined): boolean {
  const meta = message?.params?.['_meta'];
  return (isObject(meta) && VERSION in meta) || (headers['mcp-protocol-version'] === statelessVersion && message?.method !== 'initialize');
}

/** The answer to a message of a batch, or the error that answers it; undefined for a message without an answer. */
async function answerBatched(json: unknown, ask: (message: RpcRequest) => Promise<RpcReply>): Promise<string | undefined> {
  try {
    const message = readMessage(json);
    if (message?.method === 'initialize') throw new Refusal('batch_initialize');
    return message && String((await ask(message)).body);
  } catch (error) {
    if (error instanceof Refusal) return errorBody(idOf(json), error);
    throw error;
  }
}
