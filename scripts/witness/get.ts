import type { CallbackClient } from '../../sidecar/hub/delivery/callback-client.ts';
import { MissingError } from '../../site/log/published-log.ts';

/** The most bytes of a document: a checkpoint with many cosignatures has about 20,000. */
export const MOST_BYTES = 65_536;

/** Gets a document; undefined if it still has the given ETag. @throws MissingError with the reason */
export type Get = (url: string, etag?: string) => Promise<Readonly<{ body: Buffer; etag?: string | undefined }> | undefined>;

/** Makes a `Get` that sends requests as the hub does: only HTTPS, only to public addresses, without redirects. */
export function getter(client: CallbackClient): Get {
  return async (url, etag) => {
    const headers = { 'User-Agent': 'open-reviews-witness', ...(etag !== undefined && { 'If-None-Match': etag }) };
    const answer = await client.send({ method: 'GET', url, headers, timeoutSeconds: 20, keepBytes: MOST_BYTES });
    if (answer.kind !== 'answered') throw new MissingError(`${url}: ${answer.kind === 'failed' ? answer.reason : answer.kind}`);
    if (answer.status === 304 && etag !== undefined) return undefined;
    if (answer.status !== 200) throw new MissingError(`${url} answered ${answer.status}`);
    if (answer.body.length > MOST_BYTES) throw new MissingError(`${url} is longer than ${MOST_BYTES} bytes`);
    return answer;
  };
}
