import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { paths } from '../../site/contract/paths.ts';
import { requestPath } from './request.ts';

/** The header with a request's id, shared by the logs of all machines on its way. */
const REQUEST_ID = 'x-request-id';

/** Ids as proxies and tracers create them: UUIDs, hexadecimal numbers, `Root=1-67891233-abcdef`. Anything else could forge log lines. */
const SANE_ID = /^[\w.:=@+/-]{1,128}$/;

/**
 * Logs a line for each request when its response is sent or aborted: id, time, method, path, status, bytes sent including the headers,
 * milliseconds. The id comes from `X-Request-Id` or is new, and is sent back in the same header.
 */
export function logRequests(server: Server, basePath: string, log: (line: object) => void): void {
  server.prependListener('request', (request, response) => {
    const began = performance.now();
    const { socket } = request;
    const sentBefore = socket.bytesWritten;
    const id = requestId(request);
    const path = loggedPath(request.url ?? '', basePath);
    response.setHeader('X-Request-Id', id);
    response.once('close', () => {
      log({
        event: 'request',
        id,
        time: new Date().toISOString(),
        method: request.method,
        path,
        status: response.statusCode,
        bytes: socket.bytesWritten - sentBefore,
        ms: Math.round((performance.now() - began) * 10) / 10,
        ...(response.writableFinished ? {} : { aborted: true }),
      });
    });
  });
}

function requestId({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID];
  return typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
}

/** The path without the query, which may have personal data, and without a subscription's token, which is a secret. */
function loggedPath(target: string, basePath: string): string {
  const path = requestPath(target) ?? target.replace(/[?#].*$/s, '');
  const secret = [basePath + paths.hubStatus, paths.hubStatus].find((start) => path.startsWith(start));
  return secret === undefined ? path : `${secret}{token}`;
}
