import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '../../site/contract/limits.ts';
import { type Clock, systemClock } from '../clock.ts';
import { type Random, systemRandom } from '../random.ts';
import { rateLimiter } from '../rate-limit.ts';
import { CallbackClient } from './callback-client.ts';
import { newCounters } from './counters.ts';
import { Dispatcher } from './dispatcher.ts';
import { LookAgain } from './look-again.ts';
import { reachable } from './reachable.ts';
import { type Resolve, resolveByDns, resolveBySystem } from './resolve.ts';
import { Routes } from './routes.ts';
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
  /** Resolves when the hub can accept requests; what a former life left undone begins. Rejects where the database can't be opened. */
  start(): Promise<void>;
  /** Finishes what is under way, or abandons it after some seconds; nothing of it is lost. */
  stop(): Promise<void>;
  /** For `/healthz`: what there is, as of a moment ago, and what has happened since the start. */
  counters(): object;
  /** Resolves when there is nothing to do until the clock moves or somebody asks. */
  onIdle(): Promise<void>;
}

const DEFAULT_CAPS: Caps = {
  perHost: limits.hub.subscriptionsPerHost,
  total: limits.hub.subscriptions,
  perSubscription: limits.hub.pendingPerSubscription,
};

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
  #forgetSource: () => void = () => {};
  #counts: Counts | undefined;
  #countedAt = Number.NEGATIVE_INFINITY;

  constructor(options: HubOptions, store: Store) {
    const { clock = systemClock, random = systemRandom, allowCidrs } = options;
    const where = reachable(allowCidrs);
    const resolve = options.resolve ?? (allowCidrs.length > 0 ? resolveBySystem : resolveByDns);
    this.#client = new CallbackClient({ resolve, where, extraCa: options.callbackCa }, clock);
    this.#surroundings = {
      ...options,
      clock,
      random,
      store,
      client: this.#client,
      counters: newCounters(),
      log: (line) => options.log(line),
    };
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
    await this.#count();
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

  counters(): object {
    void this.#count();
    return {
      subscriptions: this.#counts?.states ?? null,
      pending_requests: this.#counts?.pendingRequests ?? null,
      lagging: this.#counts?.lagging ?? null,
      verifications_under_way: this.#verifier.underWay,
      deliveries_under_way: this.#dispatcher.underWay,
      since_start: { ...this.#surroundings.counters },
    };
  }

  /** Counting reads the whole table, so at most once a second. */
  async #count(): Promise<void> {
    const now = this.#surroundings.clock.now();
    if (now - this.#countedAt < 1000) return;
    this.#countedAt = now;
    this.#counts = await this.#surroundings.store.counts().catch(() => this.#counts);
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

/** The hub of websub.md. Throws a RangeError or TypeError on malformed ranges, and an Error where `callbackCa` holds no certificate. */
export function createHub(options: HubOptions): Hub {
  let running: RunningHub | undefined;
  const theHub = () => {
    if (running === undefined) throw new Error('hub: not started');
    return running;
  };
  return {
    handle(request, response) {
      if (running === undefined) response.writeHead(503, { 'Retry-After': '1' }).end();
      else running.routes.handle(request, response);
    },
    async start() {
      if (options.allowCidrs.length > 0)
        options.log({ level: 'warning', event: 'hub.private_callbacks_allowed', ranges: options.allowCidrs });
      const store = await openStore(options.dataDir);
      try {
        running = new RunningHub(options, store);
        await running.start();
      } catch (error) {
        await store.close();
        throw error;
      }
    },
    async stop() {
      await running?.stop();
      running = undefined;
    },
    counters: () => running?.counters() ?? {},
    onIdle: () => theHub().onIdle(),
  };
}
