import type { Server } from 'node:http';

/**
 * Logs one line for each request when its answer is sent or aborted: time, method, path, status, bytes sent with the head, milliseconds.
 */
export function logRequests(server: Server, log: (line: object) => void): void {
  server.prependListener('request', (request, response) => {
    const began = performance.now();
    const { socket } = request;
    const sentBefore = socket.bytesWritten;
    response.once('close', () => {
      log({
        event: 'request',
        time: new Date().toISOString(),
        method: request.method,
        path: request.url,
        status: response.statusCode,
        bytes: socket.bytesWritten - sentBefore,
        ms: Math.round((performance.now() - began) * 10) / 10,
        ...(response.writableFinished ? {} : { aborted: true }),
      });
    });
  });
}
