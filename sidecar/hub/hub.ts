import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '../../site/contract/limits.ts';
import { rateLimiter } from '../http/rate-limit.ts';
import { type Clock, systemClock } from '../runtime/clock.ts';
import { type Random, systemRandom } from '../runtime/random.ts';
import { CallbackClient } from './callback-client.ts';
import { type Counters, newCounters } from './counters.ts';
import { Dispatcher } from './dispatcher.ts';
import { LookAgain } from './look-again.ts';
import { type Reachable, reachable } from './reachable.ts';
import { type Resolve, resolveByDns, resolveBySystem } from './resolve.ts';
import { Routes, sendUnavailable } from './routes.ts';
import { IN_USE } from './sqlite.ts';
import { StorageHealth } from './storage-health.ts';
import type { Caps, Counts, Store } from './store.ts';
import { logError, type Surroundings } from './surroundings.ts';
import { openStore } from './threaded-store.ts';
import { Timekeeper } from './timekeeper.ts';
import { type TopicSource, Topics } from './topics.ts';
import { Verifier } from './verifier.ts';

export interface HubOptions {
  readonly baseUrl: string;
  readonly hubUrl: string;
  /** Where the subscriptions are kept. */
  readonly dataDir: string;
  readonly topics: TopicSource;
  readonly clock?: Clock;
  readonly random?: Random;
  /** How callbacks' names become addresses. */
  readonly resolve?: Resolve;
  /** PEM: an authority beside the usual ones. */
  readonly callbackCa?: string | Buffer;
  /** Address ranges that callbacks may use although they aren't public. */
  readonly allowCidrs: readonly string[];
  /** Requests a minute; 0 is no limit. */
  readonly rateLimit: number;
  readonly caps?: Caps;
  clientOf(request: IncomingMessage): string;
  log(line: object): void;
}

export interface Hub {
  /** Answers a request for `paths.hub` or below `paths.hubStatus`. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /**
   * Resolves when the hub can accept requests, and continues what was left undone before; or when its storage could not be opened,
   * which is logged. Then it answers 503, and tries again every minute.
   */
  start(): Promise<void>;
  /** Finishes what is under way, or abandons it after some seconds; nothing of it is lost. */
  stop(): Promise<void>;
  /** For `/healthz`. Never rejects. */
  health(): Promise<HubHealth>;
  /** Resolves when there is nothing to do until the clock moves or somebody asks. */
  onIdle(): Promise<void>;
}

/** What there is now, and what has happened since the start. `degraded` while the storage fails; what it can't say is null then. */
export interface HubHealth {
  readonly status: 'ok' | 'degraded';
  readonly subscriptions: Counts['states'] | null;
  readonly pending_requests: number | null;
  readonly lagging: number | null;
  readonly verifications_under_way: number;
  readonly deliveries_under_way: number;
  readonly since_start: Readonly<Counters>;
}

const DEFAULT_CAPS: Caps = {
  perHost: limits.hub.subscriptionsPerHost,
  total: limits.hub.subscriptions,
  perSubscription: limits.hub.pendingPerSubscription,
};

interface RunningHubParts {
  readonly clock: Clock;
  readonly client: CallbackClient;
  readonly where: Reachable;
  readonly store: Store;
}

class RunningHub {
  readonly #surroundings: Surroundings;
  readonly #client: CallbackClient;
  readonly #source: TopicSource;
  readonly #topics: Topics;
  readonly #dispatcher: Dispatcher;
  readonly #verifier: Verifier;
  readonly #timekeeper: Timekeeper;
  readonly #lookAgain: LookAgain;
  readonly routes: Routes;
  readonly #storage: StorageHealth;
  #forgetSource: () => void = () => {};

  constructor(options: HubOptions, { clock, client, where, store }: RunningHubParts) {
    const { random = systemRandom } = options;
    this.#client = client;
    this.#surroundings = {
      ...options,
      clock,
      random,
      store,
      client,
      counters: newCounters(),
      log: (line) => options.log(line),
    };
    this.#storage = new StorageHealth(this.#surroundings);
    this.#source = options.topics;
    this.#topics = new Topics(this.#surroundings, options.topics, () => this.#dispatcher.wake());
    this.#dispatcher = new Dispatcher(this.#surroundings, this.#topics, {
      retryAt: (at) => this.#timekeeper.wakeAt(at),
      ended: () => this.#verifier.wake(),
    });
    this.#verifier = new Verifier(this.#surroundings, {
      confirmed: (callback, expiresAt) => {
        this.#timekeeper.wakeAt(expiresAt);
        this.#dispatcher.changed(callback);
      },
      retryAt: (at) => this.#timekeeper.wakeAt(at),
    });
    this.#timekeeper = new Timekeeper(this.#surroundings, () => this.#wake());
    this.#lookAgain = new LookAgain(clock, () => this.#look());
    const limiter = (perMinute: number) => rateLimiter({ perMinute, clock, maxKeys: limits.rateLimitKeys });
    this.routes = new Routes({
      surroundings: this.#surroundings,
      where,
      caps: options.caps ?? DEFAULT_CAPS,
      byClient: limiter(options.rateLimit),
      byHost: limiter(Math.ceil(options.rateLimit * limits.hub.hostShareOfRateLimit)),
      clientOf: (request) => options.clientOf(request),
      onAccepted: () => this.#verifier.wake(),
      onPing: () => this.#lookAgain.ping(),
    });
  }

  async start(): Promise<void> {
    await this.#topics.start();
    this.#forgetSource = this.#source.onChange(() => void this.#topics.take());
    this.#lookAgain.start();
    this.#timekeeper.start();
  }

  async stop(): Promise<void> {
    const { clock, store } = this.#surroundings;
    this.#forgetSource();
    this.#lookAgain.stop();
    const cancel = clock.setTimer(clock.now() + limits.hub.stopSeconds * 1000, () => this.#client.close());
    await Promise.all([this.#verifier.stop(), this.#dispatcher.stop(), this.#timekeeper.stop(), this.#topics.onIdle()]);
    cancel();
    this.#client.close();
    await store.close();
  }

  async onIdle(): Promise<void> {
    const parts = [this.#topics, this.#timekeeper, this.#verifier, this.#dispatcher, this.#lookAgain];
    do {
      for (const part of parts) await part.onIdle();
      await new Promise(setImmediate);
    } while (!parts.every((part) => part.isIdle));
  }

  async health(): Promise<HubHealth> {
    const { counts, isFailing } = await this.#storage.read();
    return {
      status: isFailing ? 'degraded' : 'ok',
      subscriptions: counts?.states ?? null,
      pending_requests: counts?.pendingRequests ?? null,
      lagging: counts?.lagging ?? null,
      verifications_under_way: this.#verifier.underWay,
      deliveries_under_way: this.#dispatcher.underWay,
      since_start: { ...this.#surroundings.counters },
    };
  }

  #wake(): void {
    this.#verifier.wake();
    this.#dispatcher.wake();
  }

  async #look(): Promise<void> {
    try {
      await this.#source.refresh();
    } catch (error) {
      logError(this.#surroundings, 'looking for a new generation', error);
    }
    await this.#topics.take();
  }
}

/** The health of a hub without a storage. */
const UNAVAILABLE: HubHealth = {
  status: 'degraded',
  subscriptions: null,
  pending_requests: null,
  lagging: null,
  verifications_under_way: 0,
  deliveries_under_way: 0,
  since_start: newCounters(),
};

function describeUnavailable(dataDir: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  const mend =
    reason === IN_USE
      ? 'Stop that server, or set DATA_DIR to a folder of its own'
      : 'Let this user write there, or set DATA_DIR to a folder where it may';
  return `DATA_DIR=${dataDir}: the hub cannot keep its subscriptions there (${reason}), so it answers 503. ${mend}; the hub tries again every minute.`;
}

/** The hub of sidecar/hub/README.md. Throws a RangeError or TypeError on malformed ranges, and an Error where `callbackCa` holds no certificate. */
export function createHub(options: HubOptions): Hub {
  const { allowCidrs, clock = systemClock, dataDir, log } = options;
  const where = reachable(allowCidrs);
  const resolve = options.resolve ?? (allowCidrs.length > 0 ? resolveBySystem : resolveByDns);
  const client = new CallbackClient({ resolve, where, extraCa: options.callbackCa }, clock);
  let running: RunningHub | undefined;
  let opening: Promise<void> = Promise.resolve();
  let hasFailed = false;
  let isStopped = false;
  let cancelRetry = () => {};

  const open = async () => {
    const store = await openStore(dataDir, { alone: true });
    try {
      const hub = new RunningHub(options, { clock, client, where, store });
      await hub.start();
      running = hub;
    } catch (error) {
      await store.close();
      throw error;
    }
  };
  const tryToOpen = async () => {
    try {
      await open();
      if (hasFailed) log({ event: 'hub.available', message: `DATA_DIR=${dataDir}: the hub keeps its subscriptions there.` });
    } catch (error) {
      if (!hasFailed) log({ level: 'error', event: 'hub.unavailable', message: describeUnavailable(dataDir, error) });
      hasFailed = true;
      if (isStopped) return;
      cancelRetry = clock.setTimer(clock.now() + limits.hub.openAgainSeconds * 1000, () => {
        opening = tryToOpen();
      });
    }
  };

  return {
    handle(request, response) {
      if (running === undefined) sendUnavailable(request, response, !hasFailed);
      else running.routes.handle(request, response);
    },
    async start() {
      if (allowCidrs.length > 0) log({ level: 'warning', event: 'hub.private_callbacks_allowed', ranges: allowCidrs });
      isStopped = false;
      opening = tryToOpen();
      await opening;
    },
    async stop() {
      isStopped = true;
      cancelRetry();
      await opening;
      await running?.stop();
      running = undefined;
    },
    health: async () => running?.health() ?? UNAVAILABLE,
    async onIdle() {
      await opening;
      await running?.onIdle();
    },
  };
}
