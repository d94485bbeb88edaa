import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Headers } from '../../site/contract/headers.ts';
import { limits } from '../../site/contract/limits.ts';
import { type ProblemName, problemBody, problems } from '../../site/contract/problem.ts';
import type { Clock } from '../runtime.ts';
import { problemHeaders } from './send.ts';

/** Decides when connections end, so that no request is answered with what belongs to another one. */
export function createConnections(clock: Clock) {
  /** The newest response of each connection. */
  const responses = new WeakMap<Socket, ServerResponse>();
  const closing = new WeakSet<Socket>();

  /**
   * RFC 9112 9.6: closes only our side and discards what still arrives for some seconds. If the client is still sending, closing both sides
   * would reset the connection, and the client could lose the response.
   */
  const closeGently = (socket: Socket) => {
    if (closing.has(socket)) return;
    closing.add(socket);
    socket.end();
    const cancel = clock.setTimer(clock.now() + limits.lingerSeconds * 1000, () => socket.destroy());
    socket.once('close', cancel);
  };

  /**
   * RFC 9112 9.3: a server that doesn't read the whole body must close the connection. Until the body is read, a response gets
   * `Connection: close`.
   */
  const closeUnlessRead = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const { shouldKeepAlive } = response;
    const { destroySoon } = socket;
    response.shouldKeepAlive = false;
    // Node calls it after a response with `Connection: close`.
    socket.destroySoon = () => closeGently(socket);
    request.once('end', () => {
      if (response.headersSent) return;
      response.shouldKeepAlive = shouldKeepAlive;
      socket.destroySoon = destroySoon;
    });
  };

  return {
    /** Calls `answer` for each request, except those after a response with `Connection: close` (RFC 9112 9.6). */
    answering:
      (answer: RequestListener): RequestListener =>
      (request, response) => {
        const { socket } = request;
        const before = responses.get(socket);
        if (before?.headersSent && !before.shouldKeepAlive) return;
        responses.set(socket, response);
        if (hasBody(request)) closeUnlessRead(request, response);
        answer(request, response);
      },
    /** Answers requests that the HTTP parser rejects before they reach the app, and closes the connection. */
    answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
      if (closing.has(socket)) return;
      if (!socket.writable || error.code === 'ECONNRESET') {
        socket.destroy();
        return;
      }
      const response = responses.get(socket);
      // The error is in the rest of an answered request or after it, and would be sent within that response.
      if (response?.headersSent && !response.writableFinished) {
        response.once('finish', () => closeGently(socket));
        return;
      }
      socket.write(errorResponse(clientErrorName(error.code)));
      closeGently(socket);
    },
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function errorResponse(name: ProblemName): string {
  const body = problemBody(name);
  const headers: Headers = { ...problemHeaders, Connection: 'close', 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}\r\n`);
  return `HTTP/1.1 ${problems[name].status} ${STATUS_CODES[problems[name].status]}\r\n${lines.join('')}\r\n${body}`;
}

function clientErrorName(code: string | undefined): ProblemName {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'invalid_request';
}
