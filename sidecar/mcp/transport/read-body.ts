import type { IncomingMessage } from 'node:http';
import { limits } from '../../../site/contract/limits.ts';
import type { Clock } from '../../runtime/clock.ts';

/** The body's text; or why there is none. `gone` means that nobody waits for an answer any more. */
export type Body = { readonly text: string } | { readonly fault: 'payload_too_large' | 'request_timeout' | 'invalid_json' | 'gone' };

/** Reads at most `limits.mcp.bodyBytes` within `limits.mcp.bodySeconds` (M04); never throws. */
export function readBody(request: IncomingMessage, clock: Clock): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > limits.mcp.bodyBytes) return Promise.resolve({ fault: 'payload_too_large' });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (body: Body) => {
      cancelTimer();
      request.off('data', take).off('end', end).off('close', leave);
      resolve(body);
    };
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limits.mcp.bodyBytes) finish({ fault: 'payload_too_large' });
      else chunks.push(chunk);
    };
    const end = () => finish(decode(Buffer.concat(chunks)));
    const leave = () => finish({ fault: 'gone' });
    const cancelTimer = clock.setTimer(clock.now() + limits.mcp.bodySeconds * 1000, () => finish({ fault: 'request_timeout' }));
    request.on('data', take).on('end', end).on('close', leave).on('error', leave);
  });
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Buffer): Body {
  try {
    return { text: decoder.decode(bytes) };
  } catch {
    return { fault: 'invalid_json' };
  }
}
