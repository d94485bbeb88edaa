import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Environment, SetupError } from '../site/contract/environment.ts';
import type { Headers } from '../site/contract/headers.ts';
import { limits } from '../site/contract/limits.ts';
import { type ProblemName, problemBody, problems } from '../site/contract/problem.ts';
import { createApp, type Serving } from './app.ts';
import { createEdge, createUnwrittenDates } from './edge/edge.ts';
import { verifyFiles } from './edge/verify-files.ts';
import type { Generation } from './generation.ts';
import { followGenerations, type Generations } from './generations.ts';
import { logRequests } from './http/request-log.ts';
import { problemHeaders } from './http/send-problem.ts';
import { createSearch } from './search/search.ts';
import { diskOrigin, type Origin, remoteOrigin } from './source.ts';

export interface RunningServer {
  /** Where it listens, such as http://127.0.0.1:4321. */
  readonly url: string;
  readonly port: number;
  readonly generations: Generations<Serving>;
  /** Takes no more connections, lets requests finish for some seconds, then ends what is left. */
  close(): Promise<void>;
}

export interface ServerOptions {
  readonly environment: Environment;
  /** `origin` serves `dist/` and the services; `sidecar` the services alone, and the dates of since that have no file. */
  readonly mode: 'origin' | 'sidecar';
  /** One object a line; where structured logs go. */
  readonly log: (line: Readonly<Record<string, unknown>>) => void;
}

/**
 * Starts the server and follows its origin for new generations. Resolves when it listens, which may be before there is
 * anything to serve. Throws a SetupError where it can't listen.
 */
export async function startServer({ environment, mode, log }: ServerOptions): Promise<RunningServer> {
  const disk = diskOrigin(environment.DIST_DIR);
  const remote = mode === 'sidecar' && environment.DATASET_URL !== undefined;
  const origin: Origin = remote ? remoteOrigin(environment.DATASET_URL as string) : disk;
  const prepare = async (generation: Generation): Promise<Serving> => ({
    generation,
    search: createSearch(generation.reviews.reviews, generation.insights.entities),
    edge:
      mode === 'origin'
        ? createEdge(generation, await verifyFiles(generation.document, await disk.folder()))
        : createUnwrittenDates(generation),
  });
  const generations = followGenerations({ origin, prepare, log });
  const server = createServer(
    {
      maxHeaderSize: limits.requestHeaderBytes,
      headersTimeout: limits.headersTimeoutSeconds * 1000,
      requestTimeout: limits.requestTimeoutSeconds * 1000,
      keepAliveTimeout: limits.keepAliveSeconds * 1000,
      connectionsCheckingInterval: 1000,
      // The app refuses it, with the body that every error has.
      requireHostHeader: false,
    },
    createApp({ environment, generations }),
  );
  server.setTimeout(limits.idleSocketSeconds * 1000);
  server.on('clientError', answerClientError);
  if (environment.LOG === 'requests') logRequests(server, log);

  await generations.refresh();
  await listen(server, environment);
  const { port, address, family } = server.address() as AddressInfo;
  const poll = setInterval(() => void generations.refresh(), (remote ? limits.remotePollSeconds : limits.generationPollSeconds) * 1000);
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    port,
    generations,
    close: () => {
      clearInterval(poll);
      return close(server);
    },
  };
}

function listen(server: Server, { PORT, HOST }: Environment): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new SetupError(describeListenError(error, PORT, HOST))));
    server.listen(PORT, HOST, resolve);
  });
}

function describeListenError({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  if (code === 'EADDRINUSE') return `server: port ${port} on ${host} is in use; stop what listens there, or set PORT to another one`;
  if (code === 'EACCES') return `server: port ${port} may not be used by this user; set PORT to one above 1023`;
  return `server: cannot listen on ${host}, port ${port}: ${message}`;
}

function close(server: Server): Promise<void> {
  // A connection that is kept alive would hold the server until its time-out.
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false;
  });
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), limits.shutdownSeconds * 1000);
    const sweep = setInterval(() => server.closeIdleConnections(), limits.shutdownSweepSeconds * 1000);
    server.close(() => {
      clearTimeout(deadline);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** What the parser refuses never reaches the app: it gets an answer and no connection. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const name = clientErrorName(error.code);
  const body = problemBody(name);
  const headers: Headers = { ...problemHeaders, Connection: 'close', 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problems[name].status} ${STATUS_CODES[problems[name].status]}\r\n${lines.join('')}\r\n${body}`);
}

function clientErrorName(code: string | undefined): ProblemName {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'invalid_request';
}
