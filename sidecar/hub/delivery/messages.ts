import { createHmac } from 'node:crypto';
import { topicLink } from '../../../site/contract/headers.ts';
import { limits } from '../../../site/contract/limits.ts';
import { paths } from '../../../site/contract/paths.ts';
import { withParameters } from '../callback-address.ts';
import type { HubContext } from '../context.ts';
import type { Due, PendingRequest, StoredTopic } from '../store/records.ts';
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
