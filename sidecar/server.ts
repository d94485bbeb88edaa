import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Environment, readEnvironment } from '../site/contract/environment.ts';
import { limits } from '../site/contract/limits.ts';
import { paths } from '../site/contract/paths.ts';
import { basePathOf } from '../site/shared/base-path.ts';
import { SetupError } from '../site/shared/setup-error.ts';
import { clientOf, createApp, type ServedGeneration } from './app.ts';
import { type AnalysisIndex, type LoadedDocuments, verifyFiles } from './generation/generation.ts';
import { followGenerations, type Generations } from './generation/generations.ts';
import { eachReview } from './generation/review-lines.ts';
import { diskOrigin, remoteOrigin } from './generation/source.ts';
import { createConnections } from './http/connections.ts';
import { logRequests } from './http/request-log.ts';
import { sendProblem } from './http/send.ts';
import type { Resolve } from './hub/delivery/callback-client.ts';
import { createHub, type Hub } from './hub/hub.ts';
import { loadFeatures } from './mcp/mcp.ts';
import { readSessionKeys } from './mcp/transport/sessions.ts';
import type { Metrics } from './metrics/metrics.ts';
import { type Clock, type Random, repeat, systemClock, systemRandom, withoutCallbacks } from './runtime.ts';
import { searchHandler } from './search/handle-search.ts';
import { createSearch, indexAnalysis, indexReviews } from './search/search.ts';
import { createStaticFiles, createUnwrittenDates } from './static/static-files.ts';

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

export interface ServerOptions {
  readonly environment: Environment;
  /** `origin` serves `dist/` and the dynamic endpoints; `sidecar` serves only the endpoints and the dates of `since` that have no file. */
  readonly mode: 'origin' | 'sidecar';
  /** Writes one structured log line. */
  readonly log: (line: object) => void;
  readonly clock?: Clock;
  readonly random?: Random;
  /** Resolves the host names of the hub's callbacks. */
  readonly resolve?: Resolve;
  /** Looks at each request first. Returns whether to go on; otherwise it has answered the request. */
  readonly admit?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/**
 * Starts the server and watches for new generations. Resolves when it answers requests, which may be before there is anything to serve; if
 * DATA_DIR can't be used, the hub answers 503.
 * @throws SetupError if it can't listen or a setting is invalid.
 */
export async function startServer(options: ServerOptions) {
  const { mode, clock = systemClock, random = systemRandom, admit = () => true } = options;
  let answer: RequestListener = (_request, response) => sendProblem(response, 'starting', { 'Retry-After': '1' });
  const server = openHttpServer((request, response) => {
    if (admit(request, response)) answer(request, response);
  }, clock);
  await listen(server, options.environment);
  const { port, address, family } = server.address() as AddressInfo;
  const environment = withPort(options.environment, port);
  const metrics = await openMetrics(environment, server, clock);
  const log = withoutCallbacks(metrics?.countingLog(options.log) ?? options.log);
  if (environment.LOG === 'requests') logRequests(server, basePathOf(environment.BASE_URL), log);

  const generations = follow(environment, mode, log);
  let hub: Hub | undefined;
  try {
    const opened = createHub({
      environment,
      topics: generations,
      clock,
      random,
      resolve: options.resolve,
      callbackCa: readAuthority(environment),
      clientOf,
      log,
    });
    hub = opened;
    metrics?.watch(generations.current, () => opened.health());
    const sessionKeys = await readSessionKeys(environment, random, log);
    const app = createApp({ environment, generations, hub, sessionKeys, clock, random, onToolCall: metrics?.onToolCall });
    await generations.refresh();
    // Until its storage is open, the hub answers 503.
    answer = app;
    await hub.start();
  } catch (error) {
    await Promise.all([close(server), hub?.stop(), metrics?.close()]);
    throw error;
  }
  const seconds = mode === 'sidecar' && environment.DATASET_URL !== undefined ? limits.remotePollSeconds : limits.generationPollSeconds;
  const stopLooking = repeat(clock, seconds, generations.refresh);
  // Loading the MCP modules at once would delay the first search. If it fails, it fails again at the first MCP request, which reports it.
  const cancelLoading = clock.setTimer(clock.now() + limits.mcp.warmUpSeconds * 1000, () => void loadFeatures().catch(() => {}));
  return {
    /** Its URL, such as http://127.0.0.1:4321. */
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    port,
    /** The URL of the metrics, such as http://127.0.0.1:9464/metrics; undefined without METRICS_ADDRESS. */
    metricsUrl: metrics?.url,
    generations,
    hub,
    /** Stops accepting connections and gives running requests some seconds to finish. */
    close: async (): Promise<void> => {
      stopLooking();
      cancelLoading();
      await close(server);
      await hub.stop();
      await metrics?.close();
    },
  };
}

/** Starts the metrics if METRICS_ADDRESS is set. Closes `server` and throws a SetupError if it can't listen there. */
async function openMetrics(
  { METRICS_ADDRESS: address, BASE_URL }: Environment,
  server: Server,
  clock: Clock,
): Promise<Metrics | undefined> {
  if (address === undefined) return undefined;
  // Its modules would slow down the start of a server without metrics.
  const { startMetrics } = await import('./metrics/metrics.ts');
  try {
    return await startMetrics(address, basePathOf(BASE_URL), server, clock);
  } catch (error) {
    await close(server);
    throw error;
  }
}

/** With PORT=0 the port is known only after listening. */
function withPort(environment: Environment, port: number): Environment {
  return environment.PORT === port ? environment : readEnvironment({ ...environment.source, PORT: String(port) });
}

function openHttpServer(answer: RequestListener, clock: Clock): Server {
  const connections = createConnections(clock);
  const server = createServer(
    {
      maxHeaderSize: limits.requestHeaderBytes,
      headersTimeout: limits.headersTimeoutSeconds * 1000,
      requestTimeout: limits.requestTimeoutSeconds * 1000,
      keepAliveTimeout: limits.keepAliveSeconds * 1000,
      connectionsCheckingInterval: 1000,
      // The app rejects requests without a Host itself, with a JSON body.
      requireHostHeader: false,
    },
    connections.answering(answer),
  );
  server.setTimeout(limits.idleSocketSeconds * 1000);
  server.on('clientError', connections.answerClientError);
  // Node would answer without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

function follow(environment: Environment, mode: ServerOptions['mode'], log: ServerOptions['log']): Generations<ServedGeneration> {
  const disk = diskOrigin(environment.DIST_DIR);
  const remote = mode === 'sidecar' && environment.DATASET_URL !== undefined;
  const prepare = async (documents: LoadedDocuments): Promise<ServedGeneration> => {
    const { document, files, insights, lines } = documents;
    if (document.base_url !== environment.BASE_URL)
      log({ event: 'generation of another BASE_URL', built_for: document.base_url, base_url: environment.BASE_URL });
    const reviews = await indexReviews(eachReview(lines));
    const { facts } = reviews;
    const search = await createSearch(reviews, insights.entities);
    let analysed: Promise<AnalysisIndex> | undefined;
    const analysis = () => (analysed ??= documents.perReview().then((perReview) => indexAnalysis(facts, perReview)));
    const answerFile =
      mode === 'origin'
        ? createStaticFiles(documents, await verifyFiles(document, files, await disk.folder()))
        : createUnwrittenDates(documents);
    return {
      ...documents,
      facts,
      search,
      analysis,
      answerSearch: searchHandler(search, lines, analysis, environment.BASE_URL + paths.search),
      answerFile,
    };
  };
  return followGenerations(remote ? remoteOrigin(environment.DATASET_URL as string) : disk, prepare, log);
}

function readAuthority({ CALLBACK_CA_FILE: file }: Environment): Buffer | undefined {
  try {
    return file === undefined ? undefined : readFileSync(file);
  } catch (error) {
    throw new SetupError(`environment: CALLBACK_CA_FILE=${file}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function listen(server: Server, { PORT, HOST }: Environment): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new SetupError(describeListenError(error, PORT, HOST))));
    server.listen(PORT, HOST, resolve);
  });
}

function describeListenError({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  if (code === 'EADDRINUSE') return `server: port ${port} on ${host} is in use; stop the program that uses it, or set PORT to another one`;
  if (code === 'EACCES') return `server: port ${port} is not available to this user; set PORT to one above 1023`;
  return `server: cannot listen on ${host}, port ${port}: ${message}`;
}

function close(server: Server): Promise<void> {
  // A kept-alive connection would delay the shutdown until its timeout.
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
  });
}
