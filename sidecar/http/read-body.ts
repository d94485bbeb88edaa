import type { IncomingMessage } from 'node:http';
import type { Clock } from '../runtime/clock.ts';

/** Why there is no body: it is too long, it took too long, or the client disconnected. */
export type BodyFault = 'payload_too_large' | 'request_timeout' | 'gone';

/** Reads at most `maxBytes` within `seconds`, without decompressing; never rejects. */
export function readBody(
  request: IncomingMessage,
  { maxBytes, seconds, clock }: { readonly maxBytes: number; readonly seconds: number; readonly clock: Clock },
): Promise<Buffer | BodyFault> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve('payload_too_large');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (body: Buffer | BodyFault) => {
      cancelTimer();
      request.off('data', take).off('end', end).off('close', leave);
      resolve(body);
    };
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) finish('payload_too_large');
      else chunks.push(chunk);
    };
    const end = () => finish(Buffer.concat(chunks));
    const leave = () => finish('gone');
    const cancelTimer = clock.setTimer(clock.now() + seconds * 1000, () => finish('request_timeout'));
    request.on('data', take).on('end', end).on('close', leave).on('error', leave);
  });
}
