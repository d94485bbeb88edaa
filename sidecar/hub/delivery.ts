import { createHmac } from 'node:crypto';
import { topicLink } from '../../site/contract/headers.ts';
import { limits } from '../../site/contract/limits.ts';
import type { Random } from '../random.ts';
import type { Answer, Exchange } from './callback-client.ts';
import type { Due, FailurePolicy, StoredTopic } from './store.ts';
import { type HubSite, userAgent } from './verification.ts';

/** WebSub 8: `X-Hub-Signature: method=signature`, an HMAC over the body, in lowercase hex; nothing without a secret. */
function signatureOf(body: Uint8Array, secret: Uint8Array | null): Readonly<Record<string, string>> {
  if (secret === null) return {};
  return { 'X-Hub-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
}

/** WebSub 7: the POST with the topic's full content, its Content-Type and one `Link` header with the hub and the topic. */
export function toDelivery(
  { callbackGiven, secret }: Pick<Due, 'callbackGiven' | 'secret'>,
  topic: StoredTopic,
  { baseUrl, hubUrl }: HubSite,
): Exchange {
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

/** The wait that `Retry-After` asks for, in milliseconds up to our cap: RFC 9110 10.2.3, seconds or an HTTP date; 0 where there is none. */
export function retryAfterMs(value: string | undefined, now: number): number {
  if (value === undefined) return 0;
  const asked = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), limits.hub.retryAfterCapSeconds * 1000);
}

/** Whether a callback could not be reached, or asked for time: then only the clock says when to try again (websub.md T54). */
export function mustWait(answer: Answer, now: number): boolean {
  if (answer.kind !== 'answered') return true;
  return [429, 503].includes(answer.status) && retryAfterMs(answer.retryAfter, now) > 0;
}

/** When to try again after the first, the second failure in a row, if this is the one, and whether newer updates wait as well. */
export function retryPolicy(answer: Answer, now: number, random: Random): Omit<FailurePolicy, 'reason'> {
  const atLeast = answer.kind === 'answered' ? retryAfterMs(answer.retryAfter, now) : 0;
  const retryAt = limits.hub.retrySeconds.map((seconds) => {
    const jitter = 1 + limits.hub.retryJitter * (2 * random.fraction() - 1);
    return Math.round(now + Math.max(seconds * 1000 * jitter, atLeast));
  });
  return { retryAt, holdsNewer: mustWait(answer, now) };
}
