import type { Server } from 'node:http';

/** Logs one line for each request when its answer is sent or given up: time, method, path, status, bytes, milliseconds. */
export function logRequests(server: Server, log: (line: object) => void): void {
  server.on('request', (request, response) => {
    const began = performance.now();
    response.once('close', () => {
      log({
        event: 'request',
        time: new Date().toISOString(),
        method: request.method,
        path: request.url,
        status: response.statusCode,
        bytes: response.getHeader('content-length') ?? null,
        ms: Math.round((performance.now() - began) * 10) / 10,
        ...(response.writableFinished ? {} : { aborted: true }),
      });
    });
  });
}
