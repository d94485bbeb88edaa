import type { IncomingMessage, ServerResponse } from 'node:http';
import { cacheControl, type Headers, readMethods } from '../../../site/contract/headers.ts';
import { limits } from '../../../site/contract/limits.ts';
import { mediaTypes, paths, topicPaths } from '../../../site/contract/paths.ts';
import { countRequest, type RateLimiter } from '../../http/rate-limit.ts';
import { readBody } from '../../http/request.ts';
import { refuseMethod, sendBody, sendOptions, sendProblem } from '../../http/send.ts';
import type { AddressFilter } from '../callback-address.ts';
import { type HubContext, logError } from '../context.ts';
import type { Acceptance, Attempt, Caps, SubscriptionDetails } from '../store/records.ts';
import { type HubRequest, HubRequestError, readHubRequest } from './hub-request.ts';

const HUB_METHODS = 'GET, HEAD, POST, OPTIONS';
const FORM = 'application/x-www-form-urlencoded';
const TOKEN_BYTES = 24;
const CANNOT_STORE = 'The hub cannot store anything at the moment.';

export interface RoutesOptions {
  readonly context: HubContext;
  readonly addressFilter: AddressFilter;
  readonly caps: Caps;
  readonly byClient: RateLimiter;
  readonly byHost: RateLimiter;
  clientOf(request: IncomingMessage): string;
  /** Called when a publisher announces new content. */
  onPing(): void;
}

/** An answer in text/plain. */
type Answer = readonly [status: number, sentence: string, headers?: Headers];

function retryAfter(seconds: number): Headers {
  return { 'Retry-After': String(seconds) };
}

function send(response: ServerResponse, [status, sentence, headers]: Answer): void {
  sendBody(response, status, { 'Content-Type': mediaTypes.text, 'Cache-Control': cacheControl.none, ...headers }, `${sentence}\n`);
}

const FULL: Readonly<Record<Extract<Acceptance, { accepted: false }>['full'], Answer>> = {
  host: [429, 'This callback host has reached its limit of subscriptions.', retryAfter(limits.hub.fullRetryAfterSeconds)],
  subscription: [
    429,
    'This subscription already has several requests waiting for verification.',
    retryAfter(limits.hub.verificationTimeoutSeconds),
  ],
  total: [503, 'This hub has reached its limit of subscriptions.', retryAfter(limits.hub.fullRetryAfterSeconds)],
};

function helpText(baseUrl: string): string {
  const lines = [
    'This is a WebSub hub (https://www.w3.org/TR/websub/). To subscribe, POST a form with',
    'hub.mode=subscribe, hub.callback=<your HTTPS URL> and hub.topic=<one of the following>:',
    ...topicPaths.map((path) => `  ${baseUrl}${path}`),
    'Optional: hub.secret (signs deliveries) and hub.lease_seconds.',
  ];
  return lines.join('\n');
}

/** The token in a status path, or undefined for any other path. */
function tokenOf(path: string): string | undefined {
  return path.startsWith(paths.hubStatus) ? path.slice(paths.hubStatus.length) : undefined;
}

function toTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

function toDeliveryStatus({ at, status, error, durationMs }: Attempt) {
  return { at: toTime(at), status, error, duration_ms: durationMs };
}

/** The body of a status URL: one subscription without its secret. Times are ISO 8601 in UTC; the newest delivery comes first. */
export function toStatus(details: SubscriptionDetails, { baseUrl, hubUrl }: { readonly baseUrl: string; readonly hubUrl: string }) {
  const isActive = details.state === 'active';
  const isWaiting = isActive && details.deliveredVersion < details.currentVersion;
  return {
    state: details.state,
    reason: details.reason,
    since: toTime(details.changedAt),
    topic: baseUrl + details.topic,
    callback: details.callbackGiven,
    hub: hubUrl,
    signed: details.hasSecret,
    lease_seconds: details.leaseSeconds,
    lease_expires_at: isActive ? toTime(details.expiresAt) : null,
    failures_in_a_row: details.failures,
    update_waiting: isWaiting,
    next_attempt_at: isWaiting && details.failures > 0 ? toTime(details.nextAttemptAt) : null,
    pending_requests: details.pendingRequests,
    last_verification: details.verificationAt === null ? null : { at: toTime(details.verificationAt), error: details.verificationError },
    last_deliveries: details.attempts.map(toDeliveryStatus),
  };
}

/** Answers while the hub has no storage. `againSeconds` is the time until it tries to open the storage again. */
export function sendUnavailable(response: ServerResponse, againSeconds: number | undefined): void {
  send(response, againSeconds === undefined ? [503, 'The hub is starting.', retryAfter(1)] : [503, CANNOT_STORE, retryAfter(againSeconds)]);
}

/** Answers `/api/websub/hub` and the status URLs. No answer waits for DNS or a callback. */
export function hubRoutes({ context, addressFilter, caps, byClient, byHost, clientOf, onPing }: RoutesOptions) {
  const { baseUrl, clock, counters, random, store } = context;

  /** WebSub 5.1: 202, once the request is stored on disk. */
  const accept = async (asked: Exclude<HubRequest, { mode: 'publish' }>): Promise<Answer> => {
    const token = random.bytes(TOKEN_BYTES).toString('base64url');
    const acceptance = await store.accept({ ...asked, token, at: clock.now() }, caps);
    if (!acceptance.accepted) return FULL[acceptance.full];
    counters.accepted += 1;
    context.wake();
    return [202, 'The hub will verify the request with the callback.'];
  };

  const answerForm = async (body: Buffer): Promise<Answer> => {
    let asked: HubRequest;
    try {
      asked = readHubRequest(body, baseUrl, addressFilter);
    } catch (error) {
      if (error instanceof HubRequestError) return [400, error.message];
      throw error;
    }
    if (asked.mode === 'publish') {
      onPing();
      return [202, 'The hub is checking its topics.'];
    }
    const quota = byHost(`callback ${asked.host}`);
    if (quota?.ok === false) return [429, 'Too many requests for this callback host.', retryAfter(quota.seconds)];
    return accept(asked);
  };

  const answerHub = async (request: IncomingMessage): Promise<Answer> => {
    if (request.method === 'GET' || request.method === 'HEAD') return [200, helpText(baseUrl)];
    if (request.method !== 'POST') return [405, `Send requests to ${paths.hub} with POST.`, { Allow: HUB_METHODS }];
    const [mediaType = ''] = (request.headers['content-type'] ?? '').split(';');
    if (mediaType.trim().toLowerCase() !== FORM) return [415, `Send the request as ${FORM}.`];
    const body = await readBody(request, limits.hub.bodyBytes);
    if (body === 'gone') throw new Error('the client disconnected');
    if (body === 'payload_too_large') return [413, `The body is longer than ${limits.hub.bodyBytes} bytes.`];
    const answer = await answerForm(body);
    if (answer[0] !== 202) counters.refused += 1;
    return answer;
  };

  const sendStatus = async ({ method }: IncomingMessage, response: ServerResponse, token: string) => {
    if (method !== 'GET' && method !== 'HEAD') return refuseMethod(response);
    const details = await store.byToken(token);
    if (details === undefined) return sendProblem(response, 'not_found');
    const body = `${JSON.stringify(toStatus(details, context), null, 1)}\n`;
    sendBody(response, 200, { 'Content-Type': mediaTypes.json, 'Cache-Control': cacheControl.none }, body);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const token = tokenOf(new URL(request.url ?? '/', 'http://hub').pathname);
    if (request.method === 'OPTIONS') return sendOptions(response, token === undefined ? HUB_METHODS : readMethods);
    const limited = countRequest(response, 'hub', byClient, clientOf(request));
    if (token === undefined) return send(response, limited ? [429, 'Too many requests.', limited] : await answerHub(request));
    return limited ? sendProblem(response, 'too_many_requests', limited) : sendStatus(request, response, token);
  };

  return (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch((error: unknown) => {
      // A client that has disconnected gets no answer. If the storage fails, the answer is 503 and nothing was accepted.
      if (!request.complete) return response.destroy();
      logError(context, 'answering', error);
      return send(response, [503, CANNOT_STORE, retryAfter(limits.hub.verificationTimeoutSeconds)]);
    });
  };
}
