import { limits } from '../../../site/contract/limits.ts';
import { paths } from '../../../site/contract/paths.ts';
import { withParameters } from '../callback-url.ts';
import type { PendingRequest } from '../store/store.ts';
import { type CallbackAnswer, type CallbackRequest, type Failure, isSuccess, whyFailed } from './callback-client.ts';

export interface HubSite {
  readonly baseUrl: string;
  readonly hubUrl: string;
}

export function userAgent(baseUrl: string): string {
  return `open-reviews-hub/1 (+${baseUrl})`;
}

/** The URL at which a subscriber reads the state of its subscription. */
export function statusUrl(baseUrl: string, token: string): string {
  return baseUrl + paths.hubStatus + token;
}

/** WebSub 5.3: the parameters of a verification; 5.2: those of a denial. Neither contains the secret. */
function parametersOf({ mode, topicGiven, leaseSeconds, reason }: PendingRequest, challenge: string): Readonly<Record<string, string>> {
  if (mode === 'denied') return { 'hub.mode': mode, 'hub.topic': topicGiven, 'hub.reason': reason ?? '' };
  return { 'hub.mode': mode, 'hub.topic': topicGiven, 'hub.challenge': challenge, 'hub.lease_seconds': String(leaseSeconds) };
}

/**
 * The GET of a verification or a denial. Its `Link` names the status URL with `rel="describedby"` (RFC 8288 3.2: a link's context in a
 * request is the target, so the status URL describes the callback); `status` is no registered relation.
 */
export function toVerificationRequest(request: PendingRequest, challenge: string, { baseUrl }: HubSite): CallbackRequest {
  return {
    method: 'GET',
    url: withParameters(request.callbackGiven, parametersOf(request, challenge)),
    headers: {
      'User-Agent': userAgent(baseUrl),
      Accept: '*/*',
      'Accept-Encoding': 'identity',
      Link: `<${statusUrl(baseUrl, request.token)}>; rel="describedby"`,
    },
    timeoutSeconds: limits.hub.verificationTimeoutSeconds,
    keepBytes: Buffer.byteLength(challenge),
  };
}

/**
 * Why an answer doesn't confirm a verification; undefined where it does. WebSub 5.3: "a status code of 2xx with a response body equal to
 * the hub.challenge parameter".
 */
export function objectionTo(answer: Exclude<CallbackAnswer, { kind: 'abandoned' }>, challenge: string): Failure | undefined {
  if (answer.kind === 'failed' || !isSuccess(answer.status)) return whyFailed(answer);
  const reason = 'the callback did not answer with exactly the challenge';
  return answer.body.equals(Buffer.from(challenge)) ? undefined : { reason, detail: reason };
}
