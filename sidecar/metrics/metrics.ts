import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathBeneath } from '../../site/contract/base-path.ts';
import { SetupError } from '../../site/contract/environment.ts';
import { changesPath, latestChangesPath, logPaths } from '../../site/contract/log.ts';
import { machinePaths, notFoundPath, pagePaths, paths } from '../../site/contract/paths.ts';
import type { Generation } from '../generation/generation.ts';
import { requestPath } from '../http/request.ts';
import type { HubHealth } from '../hub/hub.ts';
import type { Clock } from '../runtime.ts';
import type { Instruments, ToolOutcome } from './instruments.ts';

/** The state that a scrape reports. */
export interface MetricsSources {
  generation(): Generation | undefined;
  health(): Promise<HubHealth>;
}

export interface Metrics {
  /** Its URL, such as http://127.0.0.1:9464/metrics. */
  readonly url: string;
  /** The same log, with its lines counted by event and level. */
  readonly countingLog: (log: (line: object) => void) => (line: object) => void;
  readonly onToolCall: (name: string, outcome: ToolOutcome) => void;
  /** Until this is called, a scrape reports only the process and its requests. */
  watch(sources: MetricsSources): void;
  close(): Promise<void>;
}

export interface MetricsOptions {
  readonly address: { readonly host: string; readonly port: number };
  /** The path of BASE_URL. */
  readonly basePath: string;
  /** The server whose requests are counted. */
  readonly server: Server;
  readonly clock: Clock;
}

/**
 * Counts the responses of `server` and serves the counts at `/metrics` on a separate address. The Prometheus client is loaded only here, so a
 * server without metrics doesn't load it.
 * @throws SetupError if it can't listen.
 */
export async function startMetrics({ address, basePath, server, clock }: MetricsOptions): Promise<Metrics> {
  const { createInstruments } = await import('./instruments.ts');
  const instruments = createInstruments();
  let sources: MetricsSources | undefined;
  const print = async () => {
    if (sources !== undefined) {
      instruments.setGeneration(sources.generation(), clock.now());
      instruments.setHub(await sources.health());
    }
    return instruments.print();
  };
  const listener = createServer((request, response) => {
    answer(request, response, instruments, print).catch((error: unknown) => {
      console.error('metrics:', error);
      response.writeHead(500).end();
    });
  });
  await listen(listener, address);
  countRequests(server, basePath, instruments);
  const { port, address: host, family } = listener.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${host}]` : host}:${port}/metrics`,
    countingLog: (log) => (line) => {
      if ('event' in line) instruments.countEvent(String(line.event), 'level' in line ? String(line.level) : 'info');
      log(line);
    },
    onToolCall: (name, outcome) => instruments.countToolCall(name, outcome),
    watch: (watched) => {
      sources = watched;
    },
    close: () => {
      listener.closeAllConnections();
      return new Promise((resolve) => listener.close(() => resolve()));
    },
  };
}

async function answer(
  { method, url }: IncomingMessage,
  response: ServerResponse,
  { contentType }: Instruments,
  print: () => Promise<string>,
): Promise<void> {
  if (url !== '/metrics') return void response.writeHead(404).end();
  if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
  const body = await print();
  response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) });
  response.end(method === 'HEAD' ? undefined : body);
}

function countRequests(server: Server, basePath: string, instruments: Instruments): void {
  server.prependListener('request', (request, response) => {
    const began = performance.now();
    const asked = requestPath(request.url ?? '');
    const route = routeOf(asked === undefined ? undefined : pathBeneath(basePath, asked));
    response.once('close', () => {
      instruments.countRequest(route, response.statusCode, (performance.now() - began) / 1000);
    });
  });
}

function listen(listener: Server, { host, port }: MetricsOptions['address']): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${message})`;
      reject(new SetupError(`environment: METRICS_ADDRESS=${host}:${port} ${reason}; set it to a free address of this machine`));
    });
    listener.listen(port, host, resolve);
  });
}

const fixed: ReadonlySet<string> = new Set([
  ...Object.values(paths),
  ...Object.values(pagePaths),
  ...Object.values(machinePaths),
  ...Object.values(logPaths),
  latestChangesPath,
  notFoundPath,
]);

/** The patterns below a prefix, the longest prefix first. */
const below: readonly (readonly [prefix: string, rest: string])[] = (
  [
    [paths.since, '{date}'],
    [paths.hubStatus, '{token}'],
    [paths.assets, '{file}'],
    [logPaths.tiles, '{tile}'],
    [logPaths.openings, '{page}'],
    [changesPath, '{page}'],
    [machinePaths.schemas, '{name}'],
    ...[pagePaths.stars, pagePaths.reviews, pagePaths.technicians, pagePaths.services, pagePaths.serviceAreas, pagePaths.developers].map(
      (prefix) => [prefix, '{page}'] as const,
    ),
  ] as const
).toSorted(([a], [b]) => b.length - a.length);

/** The pattern of a request's path, such as `/api/reviews/since/{date}`: one of a fixed list, or `other`, so that clients can't create new labels. */
function routeOf(publicPath: string | undefined): string {
  if (publicPath === undefined) return 'other';
  if (fixed.has(publicPath)) return publicPath;
  const found = below.find(([prefix]) => publicPath.startsWith(prefix));
  return found === undefined ? 'other' : found.join('');
}
