import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { toolDefinitions } from '../../site/contract/mcp-tools/tools.ts';
import type { Generation } from '../generation/generation.ts';
import { countReviews } from '../generation/review-lines.ts';
import type { HubHealth } from '../hub/hub.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type ToolOutcome = 'ok' | 'refused' | 'failed';

const tools: ReadonlySet<string> = new Set(toolDefinitions.map(({ name }) => name));

/** The metrics of sidecar/metrics/README.md in a separate registry. The only module that imports prom-client. */
export class Instruments {
  readonly #registry = new Registry();
  readonly #requests: Counter<'route' | 'status'>;
  readonly #seconds: Histogram<'route'>;
  readonly #calls: Counter<'tool' | 'outcome'>;
  readonly #events: Counter<'event' | 'level'>;
  readonly #generation: Gauge<'generation'>;
  readonly #age: Gauge;
  readonly #reviews: Gauge;
  readonly #hubUp: Gauge;
  readonly #subscriptions: Gauge<'state'>;
  readonly #queue: Gauge<'of'>;
  readonly #underWay: Gauge<'of'>;
  readonly #deliveries: Counter<'outcome'>;
  readonly #ended: Counter<'how'>;
  readonly #hubEvents: Counter<'event'>;

  constructor() {
    const registers = [this.#registry];
    const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
      new Gauge<L>({ name, help, labelNames, registers });
    const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
      new Counter<L>({ name, help, labelNames, registers });
    // The process, its memory, the event loop's delay and garbage collection.
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = counter('reviews_http_requests_total', 'Requests answered or aborted', ['route', 'status']);
    this.#seconds = new Histogram({
      name: 'reviews_http_request_duration_seconds',
      help: "Time from a request's headers to the end of the response",
      labelNames: ['route'],
      buckets: SECONDS,
      registers,
    });
    this.#calls = counter('reviews_mcp_tool_calls_total', 'MCP tool calls', ['tool', 'outcome']);
    this.#events = counter('reviews_log_events_total', 'Log lines other than requests', ['event', 'level']);
    this.#generation = gauge('reviews_generation_info', 'The generation being served', ['generation']);
    this.#age = gauge('reviews_generation_age_seconds', 'Seconds since the published data last changed');
    this.#reviews = gauge('reviews_published', 'Reviews in the generation being served');
    this.#hubUp = gauge('reviews_hub_up', "1 while the hub's storage works, else 0");
    this.#subscriptions = gauge('reviews_hub_subscriptions', 'Subscriptions by state, including recently ended ones', ['state']);
    this.#queue = gauge('reviews_hub_queue', 'Active subscriptions without the newest content, and pending requests', ['of']);
    this.#underWay = gauge('reviews_hub_under_way', 'Requests to callbacks that wait for an answer', ['of']);
    this.#deliveries = counter('reviews_hub_deliveries_total', 'Deliveries by outcome', ['outcome']);
    this.#ended = counter('reviews_hub_subscriptions_ended_total', 'Subscriptions that ended without an unsubscribe request', ['how']);
    this.#hubEvents = counter('reviews_hub_events_total', 'Other hub events', ['event']);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** The response to a scrape. */
  print(): Promise<string> {
    return this.#registry.metrics();
  }

  countRequest(route: string, status: number, seconds: number): void {
    this.#requests.inc({ route, status });
    this.#seconds.observe({ route }, seconds);
  }

  countToolCall(name: string, outcome: ToolOutcome): void {
    this.#calls.inc({ tool: tools.has(name) ? name : 'unknown', outcome });
  }

  countEvent(event: string, level: string): void {
    this.#events.inc({ event, level });
  }

  setGeneration(current: Generation | undefined, now: number): void {
    this.#generation.reset();
    if (current === undefined) return;
    this.#generation.set({ generation: current.document.generation }, 1);
    this.#age.set(now / 1000 - current.modified);
    this.#reviews.set(countReviews(current.lines));
  }

  setHub({ status, subscriptions, lagging, pending_requests, since_start: since, ...health }: HubHealth): void {
    this.#hubUp.set(status === 'ok' ? 1 : 0);
    setAll(this.#subscriptions, subscriptions ?? {}, (state) => ({ state }));
    setAll(this.#queue, { deliveries: lagging, requests: pending_requests }, (of) => ({ of }));
    const underWay = { deliveries: health.deliveries_under_way, verifications: health.verifications_under_way };
    setAll(this.#underWay, underWay, (of) => ({ of }));
    const { delivered, failed, gone, removed, lapsed, rejected, ...others } = since;
    countAll(this.#deliveries, { delivered, failed, gone }, (outcome) => ({ outcome }));
    countAll(this.#ended, { removed, lapsed, rejected }, (how) => ({ how }));
    countAll(this.#hubEvents, others, (event) => ({ event: event.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) }));
  }
}

/** Sets a gauge's values; null ones are left out. */
function setAll<L extends string>(
  gauge: Gauge<L>,
  values: Readonly<Record<string, number | null>>,
  labels: (key: string) => Record<L, string>,
): void {
  gauge.reset();
  for (const [key, value] of Object.entries(values)) if (value !== null) gauge.set(labels(key), value);
}

/** Copies counts that are kept elsewhere. */
function countAll<L extends string>(
  counter: Counter<L>,
  values: Readonly<Record<string, number>>,
  labels: (key: string) => Record<L, string>,
): void {
  counter.reset();
  for (const [key, value] of Object.entries(values)) counter.inc(labels(key), value);
}
