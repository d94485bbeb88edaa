import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '../../site/contract/limits.ts';
import { rateLimiter } from '../http/rate-limit.ts';
import { type Clock, type Random, systemClock, systemRandom } from '../runtime.ts';
import { type AddressFilter, createAddressFilter } from './address-filter.ts';
import { Claims } from './claims.ts';
import { type Counters, type HubContext, logError, newCounters } from './context.ts';
import { type Resolve, resolveByDns, resolveBySystem } from './delivery/callback-agent.ts';
import { CallbackClient } from './delivery/callback-client.ts';
import { Dispatcher } from './delivery/dispatcher.ts';
import { Verifier } from './delivery/verifier.ts';
import { Routes, sendUnavailable } from './requests/routes.ts';
import { Scheduler } from './scheduler.ts';
import { postgresStorage, StorageHealth, sqliteStorage } from './store/storage.ts';
import type { Caps, Store, StoreCounts } from './store/store.ts';
import { RefreshScheduler, type TopicSource, Topics } from './topics.ts';

export interface HubOptions {
  readonly baseUrl: string;
  readonly hubUrl: string;
  /** The folder of the database if there is no `databaseUrl`. */
  readonly dataDir: string;
  /** A PostgreSQL database that several hubs can share. */
  readonly databaseUrl?: string | undefined;
  /** After how long without a renewal a hub's claims end, so that others that share its database take over. */
  readonly claimSeconds?: number | undefined;
  readonly topics: TopicSource;
  readonly clock?: Clock;
  readonly random?: Random;
  /** How callbacks' names are resolved to addresses. */
  readonly resolve?: Resolve;
  /** PEM: a certificate authority to trust besides the usual ones. */
  readonly callbackCa?: string | Buffer;
  /** Address ranges that callbacks may use although they aren't public. */
  readonly allowCidrs: readonly string[];
  /** Requests a minute; 0 means no limit. */
  readonly rateLimit: number;
  readonly caps?: Caps;
  clientOf(request: IncomingMessage): string;
  log(line: object): void;
}

export interface Hub {
  /** Answers a request for `paths.hub` or below `paths.hubStatus`. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /**
   * Resolves when the hub accepts requests and has resumed unfinished work. If its storage can't be opened, it logs that, answers 503 and
   * tries again every minute.
   */
  start(): Promise<void>;
  /** Finishes what is under way or abandons it after some seconds. Nothing is lost. */
  stop(): Promise<void>;
  /** For `/healthz`. Never rejects. */
  health(): Promise<HubHealth>;
  /** Resolves when there is nothing to do until the clock moves or a request arrives. */
  onIdle(): Promise<void>;
}

/** The current state, and counters since the start. `degraded` while the storage fails, when unknown values are null. */
export interface HubHealth {
  readonly status: 'ok' | 'degraded';
  readonly subscriptions: StoreCounts['states'] | null;
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
  readonly addressFilter: AddressFilter;
  readonly store: Store;
}

class RunningHub {
  readonly #context: HubContext;
  readonly #client: CallbackClient;
  readonly #source: TopicSource;
  readonly #topics: Topics;
  readonly #claims: Claims;
  readonly #dispatcher: Dispatcher;
  readonly #verifier: Verifier;
  readonly #scheduler: Scheduler;
  readonly #refreshScheduler: RefreshScheduler;
  readonly routes: Routes;
  readonly #storage: StorageHealth;
  #forgetSource: () => void = () => {};
  #stopPolling: () => void = () => {};

  constructor(options: HubOptions, { clock, client, addressFilter, store }: RunningHubParts) {
    const { random = systemRandom } = options;
    this.#client = client;
    this.#context = {
      ...options,
      clock,
      random,
      store,
      client,
      counters: newCounters(),
      log: (line) => options.log(line),
    };
    this.#storage = new StorageHealth(this.#context);
    this.#source = options.topics;
    this.#topics = new Topics(this.#context, options.topics, () => this.#dispatcher.wake());
    this.#claims = new Claims({ store, clock, claimSeconds: options.claimSeconds, onFree: () => this.#wake() });
    this.#dispatcher = new Dispatcher(this.#context, this.#topics, this.#claims, {
      retryAt: (at) => this.#scheduler.wakeAt(at),
      ended: () => this.#verifier.wake(),
    });
    this.#verifier = new Verifier(this.#context, this.#claims, {
      confirmed: (expiresAt) => {
        this.#scheduler.wakeAt(expiresAt);
        this.#dispatcher.wake();
      },
      retryAt: (at) => this.#scheduler.wakeAt(at),
    });
    this.#scheduler = new Scheduler(this.#context, () => this.#wake());
    this.#refreshScheduler = new RefreshScheduler(clock, () => this.#refreshTopics());
    const limiter = (perMinute: number) => rateLimiter({ perMinute, clock, maxKeys: limits.rateLimitKeys });
    this.routes = new Routes({
      context: this.#context,
      addressFilter,
      caps: options.caps ?? DEFAULT_CAPS,
      byClient: limiter(options.rateLimit),
      byHost: limiter(Math.ceil(options.rateLimit * limits.hub.hostShareOfRateLimit)),
      clientOf: (request) => options.clientOf(request),
      onAccepted: () => this.#verifier.wake(),
      onPing: () => this.#refreshScheduler.ping(),
    });
  }

  async start(): Promise<void> {
    await this.#topics.start();
    this.#forgetSource = this.#source.onChange(() => void this.#topics.take());
    if (this.#context.store.isShared) this.#poll();
    this.#refreshScheduler.start();
    this.#scheduler.start();
  }

  async stop(): Promise<void> {
    const { clock, store } = this.#context;
    this.#forgetSource();
    this.#stopPolling();
    this.#refreshScheduler.stop();
    const cancel = clock.setTimer(clock.now() + limits.hub.stopSeconds * 1000, () => this.#client.close());
    await Promise.all([this.#verifier.stop(), this.#dispatcher.stop(), this.#scheduler.stop(), this.#topics.onIdle()]);
    cancel();
    this.#claims.stop();
    this.#client.close();
    await store.close();
  }

  async onIdle(): Promise<void> {
    const parts = [this.#topics, this.#scheduler, this.#verifier, this.#dispatcher, this.#claims, this.#refreshScheduler];
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
      deliveries_under_way: this.#dispatcher.sending,
      since_start: { ...this.#context.counters },
    };
  }

  /** Looks every second for work that other servers have added or left, and publishes what couldn't be stored while the database was away. */
  #poll(): void {
    const { clock, store } = this.#context;
    let isStopped = false;
    const cancel = clock.setTimer(clock.now() + limits.hub.workPollSeconds * 1000, async () => {
      const isThere = await store.nextEvent(clock.now()).then(
        () => true,
        () => false,
      );
      if (isStopped) return;
      if (isThere) {
        void this.#topics.take();
        this.#wake();
      }
      this.#poll();
    });
    this.#stopPolling = () => {
      isStopped = true;
      cancel();
    };
  }

  #wake(): void {
    this.#verifier.wake();
    this.#dispatcher.wake();
  }

  async #refreshTopics(): Promise<void> {
    try {
      await this.#source.refresh();
    } catch (error) {
      logError(this.#context, 'looking for a new generation', error);
    }
    await this.#topics.take();
  }
}

/** The health until the storage can be opened. */
const UNAVAILABLE: HubHealth = {
  status: 'degraded',
  subscriptions: null,
  pending_requests: null,
  lagging: null,
  verifications_under_way: 0,
  deliveries_under_way: 0,
  since_start: newCounters(),
};

/** The hub described in README.md. Throws a RangeError or TypeError on malformed ranges, and an Error if `callbackCa` isn't a certificate. */
export function createHub(options: HubOptions): Hub {
  const { allowCidrs, claimSeconds, clock = systemClock, dataDir, databaseUrl: url, log } = options;
  const storage = url === undefined ? sqliteStorage(dataDir) : postgresStorage({ url, dataDir, claimSeconds, clock, log });
  const addressFilter = createAddressFilter(allowCidrs);
  const resolve = options.resolve ?? (allowCidrs.length > 0 ? resolveBySystem : resolveByDns);
  const client = new CallbackClient({ resolve, addressFilter, extraCa: options.callbackCa }, clock);
  let running: RunningHub | undefined;
  let opening: Promise<void> = Promise.resolve();
  let hasFailed = false;
  let isStopped = false;
  let cancelRetry = () => {};

  const open = async () => {
    const store = await storage.open();
    try {
      const hub = new RunningHub(options, { clock, client, addressFilter, store });
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
      if (hasFailed) log({ event: 'hub.available', message: `${storage.place}: the hub keeps its subscriptions there.` });
    } catch (error) {
      if (!hasFailed) log({ level: 'error', event: 'hub.unavailable', message: storage.describeFailure(error) });
      hasFailed = true;
      if (isStopped) return;
      cancelRetry = clock.setTimer(clock.now() + storage.openAgainSeconds * 1000, () => {
        opening = tryToOpen();
      });
    }
  };

  return {
    handle(request, response) {
      if (running === undefined) sendUnavailable(response, hasFailed ? storage.openAgainSeconds : undefined);
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
