import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { toolDefinitions } from '../../site/contract/mcp-tools/tools.ts';
import type { Generation } from '../generation/generation.ts';
import { countReviews } from '../generation/review-lines.ts';
import type { HubHealth } from '../hub/hub.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type ToolOutcome = 'ok' | 'refused' | 'failed';

const tools: ReadonlySet<string> = new Set(toolDefinitions.map(({ name }) => name));

/** The metrics of sidecar/metrics/README.md in a separate registry. The only module that imports prom-client. */
export type Instruments = ReturnType<typeof createInstruments>;

export function createInstruments() {
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
    countToolCall: (name: string, outcome: ToolOutcome) => calls.inc({ tool: tools.has(name) ? name : 'unknown', outcome }),
    countEvent: (event: string, level: string) => events.inc({ event, level }),
    setGeneration(current: Generation | undefined, now: number): void {
      served.reset();
      if (current === undefined) return;
      served.set({ generation: current.document.generation }, 1);
      age.set(now / 1000 - current.modified);
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
  for (const [key, value] of Object.entries(values)) if (value !== null) gauge.set(labelled(label, key), value);
}

/** Copies counts that are kept elsewhere. */
function copyAll<L extends string>(counter: Counter<L>, label: L, values: Readonly<Record<string, number>>): void {
  counter.reset();
  for (const [key, value] of Object.entries(values)) counter.inc(labelled(label, key), value);
}

/** A label in snake case. */
function labelled<L extends string>(label: L, value: string) {
  return { [label]: value.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) } as Record<L, string>;
}
