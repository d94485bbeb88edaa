import { createHmac } from 'node:crypto';
import { topicLink } from '../../../site/contract/headers.ts';
import { limits } from '../../../site/contract/limits.ts';
import type { Due, StoredTopic } from '../store/store.ts';
import type { CallbackRequest } from './callback-client.ts';
import { type HubSite, userAgent } from './verification.ts';

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
