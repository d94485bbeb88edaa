import type { IncomingMessage } from 'node:http';

/**
 * A request's body, or undefined where it is longer than `maxBytes`. Rejects where the client disconnects. Unlike express.raw it neither
 * decompresses nor answers by itself.
 */
export async function readLimitedBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length']) > maxBytes) return undefined;
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
