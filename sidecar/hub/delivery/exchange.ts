import { createHmac } from 'node:crypto';
import { topicLink } from '../../../site/contract/headers.ts';
import { limits } from '../../../site/contract/limits.ts';
import { paths } from '../../../site/contract/paths.ts';
import type { Random } from '../../runtime.ts';
import { withParameters } from '../callback-address.ts';
import type { HubContext } from '../context.ts';
import type { Attempt, Due, FailurePolicy, PendingRequest, StoredTopic } from '../store/records.ts';
import { type CallbackAnswer, type CallbackRequest, type Failure, isSuccess, whyFailed } from './callback-client.ts';

type HubSite = Pick<HubContext, 'baseUrl' | 'hubUrl'>;

function userAgent(baseUrl: string): string {
  return `open-reviews-hub/1 (+${baseUrl})`;
}

/** WebSub 5.3: the parameters of a verification; 5.2: those of a denial. Neither contains the secret. */
function parametersOf({ mode, topicGiven, leaseSeconds, reason }: PendingRequest, challenge: string): Readonly<Record<string, string>> {
  if (mode === 'denied') return { 'hub.mode': mode, 'hub.topic': topicGiven, 'hub.reason': reason ?? '' };
  return { 'hub.mode': mode, 'hub.topic': topicGiven, 'hub.challenge': challenge, 'hub.lease_seconds': String(leaseSeconds) };
}

/**
 * The GET of a verification or a denial. Its `Link` names the status URL with `rel="describedby"` (RFC 8288 3.2: a link's context in a
 * request is the target, so the status URL describes the callback).
 */
export function toVerificationRequest(request: PendingRequest, challenge: string, { baseUrl }: HubSite): CallbackRequest {
  return {
    method: 'GET',
    url: withParameters(request.callbackGiven, parametersOf(request, challenge)),
    headers: {
      'User-Agent': userAgent(baseUrl),
      Accept: '*/*',
      'Accept-Encoding': 'identity',
      Link: `<${baseUrl}${paths.hubStatus}${request.token}>; rel="describedby"`,
    },
    timeoutSeconds: limits.hub.verificationTimeoutSeconds,
    keepBytes: Buffer.byteLength(challenge),
  };
}

/**
 * Why an answer doesn't confirm a verification; undefined if it does. WebSub 5.3: "a status code of 2xx with a response body equal to
 * the hub.challenge parameter".
 */
export function objectionTo(answer: Exclude<CallbackAnswer, { kind: 'abandoned' }>, challenge: string): Failure | undefined {
  if (answer.kind === 'failed' || !isSuccess(answer.status)) return whyFailed(answer);
  const reason = 'the callback did not answer with exactly the challenge';
  return answer.body.equals(Buffer.from(challenge)) ? undefined : { reason, detail: reason };
}

/** WebSub 8: `X-Hub-Signature: method=signature`, an HMAC over the body, in lowercase hex; nothing without a secret. */
function signatureOf(body: Uint8Array, secret: Uint8Array | null): Readonly<Record<string, string>> {
  if (secret === null) return {};
  return { 'X-Hub-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
}

/** WebSub 7: the POST with the topic's full content, its Content-Type and one `Link` header with the hub and the topic. */
export function toDeliveryRequest(
  { callbackGiven, secret }: Pick<Due, 'callbackGiven' | 'secret'>,
  topic: StoredTopic,
  { baseUrl, hubUrl }: HubSite,
): CallbackRequest {
  return {
    method: 'POST',
    url: callbackGiven,
    headers: {
      'User-Agent': userAgent(baseUrl),
      'Content-Type': topic.contentType,
      'Content-Length': String(topic.body.length),
      Link: topicLink(hubUrl, baseUrl + topic.path),
      ...signatureOf(topic.body, secret),
    },
    body: topic.body,
    timeoutSeconds: limits.hub.deliveryTimeoutSeconds,
    keepBytes: 0,
  };
}

const GONE = 'the callback answered 410 Gone';

/** The outcome of a delivery: the callback's answer, or why there was none. */
export interface DeliveryOutcome {
  readonly due: Due;
  readonly answer: Exclude<CallbackAnswer, { kind: 'abandoned' }>;
  readonly attempt: Attempt;
}

/** Stores and logs an outcome, and plans what follows. WebSub 7: any 2xx is success, 410 Gone ends the subscription. */
export async function recordOutcome(outcome: DeliveryOutcome, context: HubContext): Promise<void> {
  const { due, attempt } = outcome;
  const { counters, store } = context;
  if (attempt.status !== null && isSuccess(attempt.status)) {
    await store.recordSuccess(due.id, attempt);
    counters.delivered += 1;
  } else if (attempt.status === 410) {
    await store.recordGone(due.id, attempt, GONE);
    counters.gone += 1;
    logRemoved(due, GONE, context);
  } else await recordFailure(outcome, context);
}

async function recordFailure({ due, answer, attempt }: DeliveryOutcome, context: HubContext): Promise<void> {
  const { clock, counters, random, store, wake, wakeAt } = context;
  const policy = retryPolicy(answer, clock.now(), random);
  const { reason, detail } = whyFailed(answer);
  const many = `${limits.hub.failuresInARow} deliveries in a row failed; the last error: `;
  const { failures, ended } = await store.recordFailure(due.id, attempt, { ...policy, reason: many + reason });
  counters.failed += 1;
  const retryAt = policy.retryAt[failures - 1];
  if (!ended && retryAt !== undefined) wakeAt(retryAt);
  // Without failures, the subscription had ended before.
  if (!ended || failures === 0) return;
  logRemoved(due, many + detail, context);
  // There is a denial to send.
  wake();
}

function logRemoved({ id, topic, callbackGiven }: Due, reason: string, { counters, log }: HubContext): void {
  counters.removed += 1;
  log({ event: 'hub.removed', id, topic, callback: callbackGiven, reason });
}

/**
 * The wait that `Retry-After` asks for, in milliseconds, up to our limit: seconds or an HTTP date (RFC 9110 10.2.3). 0 if there is
 * none.
 */
function retryAfterMs(answer: CallbackAnswer, now: number): number {
  const value = answer.kind === 'answered' ? answer.retryAfter : undefined;
  if (value === undefined) return 0;
  const asked = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), limits.hub.retryAfterCapSeconds * 1000);
}

/** Whether a callback couldn't be reached or asked for a delay, so newer updates wait as well. */
export function mustWait(answer: CallbackAnswer, now: number): boolean {
  if (answer.kind !== 'answered') return true;
  return [429, 503].includes(answer.status) && retryAfterMs(answer, now) > 0;
}

/** When to retry after the first and after the second failure in a row, counted from now, and whether newer updates wait until then. */
function retryPolicy(answer: CallbackAnswer, now: number, random: Random): Omit<FailurePolicy, 'reason'> {
  const atLeast = retryAfterMs(answer, now);
  const retryAt = limits.hub.retrySeconds.map((seconds) => {
    const jitter = 1 + limits.hub.retryJitter * (2 * random.fraction() - 1);
    return Math.round(now + Math.max(seconds * 1000 * jitter, atLeast));
  });
  return { retryAt, holdsNewer: mustWait(answer, now) };
}

/** When to try again to send a denial; undefined once it is too old. */
export function nextDenialAt({ attempts, createdAt }: PendingRequest, answer: CallbackAnswer, now: number): number | undefined {
  const { denialOwedSeconds, denialRetrySeconds } = limits.hub;
  const seconds = denialRetrySeconds[attempts] ?? denialRetrySeconds.at(-1) ?? 0;
  const next = now + Math.max(seconds * 1000, retryAfterMs(answer, now));
  return next <= createdAt + denialOwedSeconds * 1000 ? next : undefined;
}
