import { type Headers, preflightHeaders } from '../../../site/contract/headers.ts';
import { pagePaths } from '../../../site/contract/paths.ts';
import { callerCheck } from './allowed-callers.ts';
import { answerBatch, batchVersion } from './answer-batch.ts';
import { answerRequest } from './answer-request.ts';
import { allowedMethods, initializeFault, methodFault, rateFault, sessionFault, versionFault, wantsPage } from './check-request.ts';
import type { EndpointOptions, Exchange } from './exchange.ts';
import { loadSdk } from './load-sdk.ts';
import { type Readable, receive } from './receive.ts';
import { refuse } from './refusals.ts';
import { sendEmpty, sendJson, sendRefusal } from './send.ts';
import { answerStateless, isStateless, metadataFault } from './stateless.ts';

export type Endpoint = (exchange: Exchange) => Promise<void>;

/** Answers everything that is sent to /mcp (M01 to M09), errors as JSON-RPC. Resolves when the answer is on its way. */
export function createEndpoint(options: EndpointOptions): Endpoint {
  const callers = callerCheck(options.environment);
  return async (exchange) => {
    const { request, response } = exchange;
    const headers = callers.corsHeaders(request);
    // The page that says what this address is, and how to connect.
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
  const received = await receive(request, options.clock);
  if (received === 'gone') return;
  if ('refusal' in received) return sendRefusal(response, received.refusal, received.id, headers, options.clock);
  if ('batch' in received) return answerBatch(options, exchange, received.batch, headers);
  const answer = isStateless(request, received.message) ? answerByItself : answerInSession;
  return answer(options, exchange, received, headers);
}

/** One message of a revision with sessions. */
async function answerInSession(options: EndpointOptions, exchange: Exchange, { message, id }: Readable, headers: Headers): Promise<void> {
  const { request, response, surface } = exchange;
  const { sessions, clock, rateLimits } = options;
  const { supportedVersions } = await loadSdk();
  const opened = message.kind === 'request' && message.request.method === 'initialize' ? message.request : undefined;
  const fault =
    (opened ? initializeFault(opened) : (sessionFault(request, sessions) ?? versionFault(request, supportedVersions))) ??
    rateFault(rateLimits, exchange, message);
  if (fault || !surface) return sendRefusal(response, fault ?? refuse('starting'), id, headers, clock);
  if (message.kind === 'notice') return sendEmpty(response, 202, headers);
  const answer = await answerRequest(await surface, message.request, clock);
  const session = opened && sessions.open(opened.params?.['protocolVersion'] === batchVersion);
  sendJson(response, 200, answer, session === undefined ? headers : { ...headers, 'Mcp-Session-Id': session });
}

/** One message of revision 2026-07-28, which needs no session. */
async function answerByItself(options: EndpointOptions, exchange: Exchange, { message, id }: Readable, headers: Headers): Promise<void> {
  const { request, response, surface } = exchange;
  const { clock, rateLimits } = options;
  const { supportedVersions } = await loadSdk();
  const metadata = message.kind === 'request' ? metadataFault(request, message.request, supportedVersions) : undefined;
  const fault = metadata ?? rateFault(rateLimits, exchange, message);
  if (fault || !surface) return sendRefusal(response, fault ?? refuse('starting'), id, headers, clock);
  if (message.kind === 'notice') return sendEmpty(response, 202, headers);
  const stop = new AbortController();
  response.once('close', () => stop.abort());
  const answer = await answerStateless(await surface, message.request, supportedVersions, clock, stop);
  if (typeof answer === 'string' || Buffer.isBuffer(answer)) return sendJson(response, 200, answer, headers);
  sendRefusal(response, answer, id, headers, clock);
}

function endSession({ sessions, clock }: EndpointOptions, { request, response }: Exchange, headers: Headers): void {
  const fault = sessionFault(request, sessions);
  if (fault) return sendRefusal(response, fault, null, headers, clock);
  sessions.end(String(request.headers['mcp-session-id']));
  sendEmpty(response, 204, headers);
}
