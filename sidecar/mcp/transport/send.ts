import type { IncomingMessage, ServerResponse } from 'node:http';
import { cacheControl, commonHeaders, type Headers } from '../../../site/contract/headers.ts';
import { limits } from '../../../site/contract/limits.ts';
import { mediaTypes } from '../../../site/contract/paths.ts';
import type { Clock } from '../../runtime/clock.ts';
import { errorBody, type RequestId } from '../message.ts';
import { type Refusal, refusals } from './refusals.ts';

export function sendJson(response: ServerResponse, status: number, body: string | Buffer, headers: Headers): void {
  response.writeHead(status, {
    ...commonHeaders,
    'Content-Type': mediaTypes.json,
    'Cache-Control': cacheControl.none,
    ...headers,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

export function sendEmpty(response: ServerResponse, status: number, headers: Headers): void {
  response.writeHead(status, { ...commonHeaders, 'Cache-Control': cacheControl.none, ...headers });
  response.end();
}

/** Sends a refusal as a JSON-RPC error, and closes the connection if the rest of the body doesn't come. */
export function sendRefusal(response: ServerResponse, refusal: Refusal, id: RequestId | null, headers: Headers, clock: Clock): void {
  const { status, code, message } = refusals[refusal.name];
  const sentence = refusal.detail === undefined ? message : `${message}: ${refusal.detail}`;
  sendJson(response, status, errorBody(id, code, sentence, refusal.data), { ...headers, ...refusal.headers });
  closeIfUnread(response.req, clock);
}

/** Closing at once would take the answer away from a sender that is still sending; Node reads on and drops what comes. */
function closeIfUnread(request: IncomingMessage, clock: Clock): void {
  if (request.complete) return;
  request.resume();
  const cancelTimer = clock.setTimer(clock.now() + limits.mcp.drainSeconds * 1000, () => request.socket.destroy());
  request.once('end', cancelTimer).once('close', cancelTimer);
}
