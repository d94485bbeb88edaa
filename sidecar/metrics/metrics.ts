import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { changesPath, latestChangesPath, logPaths } from '../../site/contract/log.ts';
import { toolDefinitions } from '../../site/contract/mcp-tools/tools.ts';
import { paths as documentPaths, machinePaths, notFoundPath, pagePaths } from '../../site/contract/paths.ts';
import { pathBeneath } from '../../site/shared/base-path.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import type { LoadedDocuments } from '../generation/generation.ts';
import { countReviews } from '../generation/review-lines.ts';
import { createConnections } from '../http/connections.ts';
import { requestPath } from '../http/request.ts';
import type { HubHealth } from '../hub/hub.ts';
import type { OnToolCall } from '../mcp/features.ts';
import type { Clock, Log } from '../runtime.ts';

export type Metrics = Awaited<ReturnType<typeof startMetrics>>;

interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Counts the responses of `server`, whose paths are below `basePath`, and serves the counts on a separate address.
 * @throws SetupError if it can't listen.
 */
export async function startMetrics(address: Address, basePath: string, server: Server, clock: Clock) {
  const instruments = createInstruments();
  let update = async () => {};
  const answer = async (response: ServerResponse) => {
    await update();
    response.writeHead(200, { 'Content-Type': instruments.contentType }).end(await instruments.print());
  };
  const connections = createConnections(clock);
  const listener = createServer(
    connections.answering((_request, response) => {
      answer(response).catch((error: unknown) => {
        console.error('metrics:', error);
        response.writeHead(500).end();
      });
    }),
  );
  await listen(listener, address);
  countRequests(server, basePath, instruments);
  const { port, address: host, family } = listener.address() as AddressInfo;
  return {
    /** Its URL, such as http://127.0.0.1:9464/metrics. */
    url: `http://${family === 'IPv6' ? `[${host}]` : host}:${port}/metrics`,
    /** The same log, with its lines counted by event and level. */
    countingLog: (log: Log) => (line: object) => {
      if ('event' in line) instruments.countEvent(String(line.event), 'level' in line ? String(line.level) : 'info');
      log(line);
    },
    onToolCall: instruments.countToolCall,
    /** Until this is called, a scrape reports only the process and its requests. */
    watch: (generation: () => LoadedDocuments | undefined, health: () => Promise<HubHealth>): void => {
      update = async () => {
        instruments.setGeneration(generation(), clock.now());
        instruments.setHub(await health());
      };
    },
    close: (): Promise<void> => {
      listener.closeAllConnections();
      return new Promise((resolve) => listener.close(() => resolve()));
    },
  };
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

function listen(listener: Server, { host, port }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const reason = code === 'EADDRINUSE' ? 'is in use' : `can't be used (${message})`;
      reject(new SetupError(`environment: METRICS_ADDRESS=${host}:${port} ${reason}; set it to a free address of this machine`));
    });
    listener.listen(port, host, resolve);
  });
}

const paths: readonly string[] = [
  ...[documentPaths, pagePaths, machinePaths, logPaths].flatMap((table) => Object.values(table)),
  changesPath,
  latestChangesPath,
  notFoundPath,
];
const fixed: ReadonlySet<string> = new Set(paths);
/** Longest first. */
const folders = paths.filter((path) => path.endsWith('/') && path !== pagePaths.home).toSorted((a, b) => b.length - a.length);

/** The pattern of a request's path, such as `/api/reviews/since/*`, or `other`, so clients can't create new labels. */
function routeOf(publicPath: string | undefined): string {
  if (publicPath === undefined) return 'other';
  if (fixed.has(publicPath)) return publicPath;
  const folder = folders.find((prefix) => publicPath.startsWith(prefix));
  return folder === undefined ? 'other' : `${folder}*`;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const tools: ReadonlySet<string> = new Set(toolDefinitions.map(({ name }) => name));

type Instruments = ReturnType<typeof createInstruments>;

/** Makes the metrics that the README beside this file lists, in a separate registry. */
function createInstruments() {
  const register = new Registry();
  const registers = [register];
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge<L>({ name, help, labelNames, registers });
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter<L>({ name, help, labelNames, registers });
  // The process, its memory, the event loop's delay and garbage collection.
  collectDefaultMetrics({ register });
  const requests = counter('reviews_http_requests_total', 'Requests answered or aborted', ['route', 'status']);
  const seconds = new Histogram({
    name: 'reviews_http_request_duration_seconds',
    help: "Time from a request's headers to the end of the response",
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  });
  const calls = counter('reviews_mcp_tool_calls_total', 'MCP tool calls', ['tool', 'outcome']);
  const events = counter('reviews_log_events_total', 'Log lines other than requests', ['event', 'level']);
  const served = gauge('reviews_generation_info', 'The generation being served', ['generation']);
  const age = gauge('reviews_generation_age_seconds', 'Seconds since the published data last changed');
  const reviews = gauge('reviews_published', 'Reviews in the generation being served');
  const hubUp = gauge('reviews_hub_up', "1 while the hub's storage works, else 0");
  const subscriptions = gauge('reviews_hub_subscriptions', 'Subscriptions by state, including recently ended ones', ['state']);
  const queue = gauge('reviews_hub_queue', 'Active subscriptions without the newest content, and pending requests', ['of']);
  const underWay = gauge('reviews_hub_under_way', 'Requests to callbacks that wait for an answer', ['of']);
  const deliveries = counter('reviews_hub_deliveries_total', 'Deliveries by outcome', ['outcome']);
  const ended = counter('reviews_hub_subscriptions_ended_total', 'Subscriptions that ended without an unsubscribe request', ['how']);
  const hubEvents = counter('reviews_hub_events_total', 'Other hub events', ['event']);

  return {
    contentType: register.contentType,
    /** The response to a scrape. */
    print: () => register.metrics(),
    countRequest(route: string, status: number, duration: number): void {
      requests.inc({ route, status });
      seconds.observe({ route }, duration);
    },
    countToolCall: ((name, outcome) => calls.inc({ tool: tools.has(name) ? name : 'unknown', outcome })) satisfies OnToolCall,
    countEvent: (event: string, level: string) => events.inc({ event, level }),
    setGeneration(current: LoadedDocuments | undefined, now: number): void {
      served.reset();
      if (current === undefined) return;
      served.set({ generation: current.document.generation }, 1);
      age.set(now / 1000 - current.document.modified);
      reviews.set(countReviews(current.lines));
    },
    setHub({ status, lagging, pending_requests, since_start: since, ...health }: HubHealth): void {
      hubUp.set(status === 'ok' ? 1 : 0);
      setAll(subscriptions, 'state', health.subscriptions ?? {});
      setAll(queue, 'of', { deliveries: lagging, requests: pending_requests });
      setAll(underWay, 'of', { deliveries: health.deliveries_under_way, verifications: health.verifications_under_way });
      const { delivered, failed, gone, removed, lapsed, rejected, ...others } = since;
      copyAll(deliveries, 'outcome', { delivered, failed, gone });
      copyAll(ended, 'how', { removed, lapsed, rejected });
      copyAll(hubEvents, 'event', others);
    },
  };
}

/** Sets a gauge's values by `label`; null ones are left out. */
function setAll<L extends string>(gauge: Gauge<L>, label: L, values: Readonly<Record<string, number | null>>): void {
  gauge.reset();
  for (const [key, value] of Object.entries(values)) if (value !== null) gauge.set(labeled(label, key), value);
}

/** Copies counts that are kept elsewhere. */
function copyAll<L extends string>(counter: Counter<L>, label: L, values: Readonly<Record<string, number>>): void {
  counter.reset();
  for (const [key, value] of Object.entries(values)) counter.inc(labeled(label, key), value);
}

/** A label in snake case. */
function labeled<L extends string>(label: L, value: string) {
  return { [label]: value.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) } as Record<L, string>;
}
