import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Environment } from '../../site/contract/environment.ts';
import { limits } from '../../site/contract/limits.ts';
import { rateLimiter } from '../http/rate-limit.ts';
import { type Clock, type Random, settlesWithin } from '../runtime.ts';
import { type AddressFilter, createAddressFilter } from './callback-address.ts';
import { type Counters, type HubContext, newCounters } from './context.ts';
import { type CallbackClient, createCallbackClient, type Resolve, resolveByDns, resolveBySystem } from './delivery/callback-client.ts';
import { createDispatcher } from './delivery/dispatcher.ts';
import { createVerifier } from './delivery/verifier.ts';
import { hubRoutes, sendUnavailable } from './requests/routes.ts';
import { createScheduler } from './scheduler.ts';
import type { Caps, StoreCounts } from './store/records.ts';
import { postgresStorage, sqliteStorage } from './store/storage.ts';
import type { Store } from './store/store.ts';
import { createTopics, type TopicSource } from './topics.ts';

export interface HubOptions {
  readonly environment: Pick<Environment, 'BASE_URL' | 'HUB_URL' | 'DATA_DIR' | 'HUB_DATABASE_URL' | 'CALLBACK_ALLOW_CIDRS' | 'RATE_LIMIT'>;
  readonly topics: TopicSource;
  readonly clock: Clock;
  readonly random: Random;
  /** How callbacks' names are resolved to addresses. */
  readonly resolve?: Resolve | undefined;
  /** PEM: a certificate authority to trust besides the usual ones. */
  readonly callbackCa?: string | Buffer | undefined;
  readonly caps?: Caps;
  clientOf(request: IncomingMessage): string;
  log(line: object): void;
}

/** The current state, and counters since the start. `degraded` while the storage fails; values that can't be read are null. */
const toHealth = (isFailing: boolean, counts: StoreCounts | undefined, verifications: number, deliveries: number, counters: Counters) => ({
  status: isFailing ? 'degraded' : 'ok',
  subscriptions: counts?.states ?? null,
  pending_requests: counts?.pendingRequests ?? null,
  lagging: counts?.lagging ?? null,
  verifications_under_way: verifications,
  deliveries_under_way: deliveries,
  since_start: { ...counters },
});
export type HubHealth = ReturnType<typeof toHealth>;

const DEFAULT_CAPS: Caps = {
  perHost: limits.hub.subscriptionsPerHost,
  total: limits.hub.subscriptions,
  perSubscription: limits.hub.pendingPerSubscription,
};

/** Creates a hub on an open store. */
function createRunningHub(options: HubOptions, client: CallbackClient, addressFilter: AddressFilter, store: Store) {
  const { environment, caps = DEFAULT_CAPS, clientOf, clock, log, random } = options;
  const { BASE_URL: baseUrl, HUB_URL: hubUrl, HUB_DATABASE_URL, RATE_LIMIT } = environment;
  const underWay = new Set<Promise<void>>();
  const counters = newCounters();
  /** The error counter when the storage was last known to work. */
  let errorsBefore = 0;
  const context: HubContext & { isStopped: boolean } = {
    baseUrl,
    hubUrl,
    clock,
    random,
    store,
    isShared: HUB_DATABASE_URL !== undefined,
    client,
    counters,
    isStopped: false,
    wake: () => {
      verifier.wake();
      dispatcher.wake();
    },
    wakeAt: (at) => scheduler.wakeAt(at),
    track: (work) => {
      if (!underWay.has(work)) void work.then(() => underWay.delete(work));
      underWay.add(work);
      return work;
    },
    log,
  };
  const topics = createTopics(context, options.topics);
  const dispatcher = createDispatcher(context, topics);
  const verifier = createVerifier(context);
  const scheduler = createScheduler(context, topics);

  const onIdle = async () => {
    do {
      await Promise.all(underWay);
      await new Promise(setImmediate);
    } while (underWay.size > 0);
  };

  /** Whether the storage fails, and its counts if they can be read. Never rejects. */
  const checkStorage = async (): Promise<{ readonly isFailing: boolean; readonly counts?: StoreCounts | undefined }> => {
    const errors = counters.storageErrors;
    try {
      // Reading may work although writing fails.
      if (errors !== errorsBefore) await store.probe();
      errorsBefore = errors;
      return { isFailing: false, counts: await store.counts() };
    } catch {
      return { isFailing: true, counts: await store.counts().catch(() => undefined) };
    }
  };

  return {
    handle: hubRoutes({
      context,
      addressFilter,
      caps,
      byClient: rateLimiter(RATE_LIMIT, clock),
      byHost: rateLimiter(Math.ceil(RATE_LIMIT * limits.hub.hostShareOfRateLimit), clock),
      clientOf,
      onPing: topics.ping,
    }),
    onIdle,
    async start(): Promise<void> {
      await topics.start();
      scheduler.start();
    },
    async stop(): Promise<void> {
      context.isStopped = true;
      topics.stop();
      scheduler.stop();
      const cancel = clock.setTimer(clock.now() + limits.hub.stopSeconds * 1000, () => client.close());
      await onIdle();
      cancel();
      client.close();
      await store.close();
    },
    /** A storage that doesn't respond in time counts as failing. */
    async health(): Promise<HubHealth> {
      const checking = checkStorage();
      const hasAnswered = await settlesWithin(clock, limits.hub.storageHealthSeconds, checking);
      const { isFailing, counts } = hasAnswered ? await checking : { isFailing: true };
      return toHealth(isFailing, counts, verifier.underWay(), dispatcher.sending(), counters);
    },
  };
}

/** The hub described in README.md. Throws a RangeError or TypeError on malformed ranges, an Error if `callbackCa` isn't a certificate. */
export function createHub(options: HubOptions) {
  const { environment, clock, log } = options;
  const { CALLBACK_ALLOW_CIDRS: allowCidrs, DATA_DIR: dataDir, HUB_DATABASE_URL: url } = environment;
  const storage = url === undefined ? sqliteStorage(dataDir) : postgresStorage({ url, dataDir, clock, log });
  const addressFilter = createAddressFilter(allowCidrs);
  const resolve = options.resolve ?? (allowCidrs.length > 0 ? resolveBySystem : resolveByDns);
  const client = createCallbackClient({ resolve, addressFilter, extraCa: options.callbackCa }, clock);
  let running: ReturnType<typeof createRunningHub> | undefined;
  let opening: Promise<void> = Promise.resolve();
  let hasFailed = false;
  let isStopped = false;
  let cancelRetry = () => {};

  const open = async () => {
    let store: Store | undefined;
    try {
      store = await storage.open();
      const hub = createRunningHub(options, client, addressFilter, store);
      await hub.start();
      running = hub;
      if (hasFailed) log({ event: 'hub.available', message: `${storage.place}: the hub's storage is available again.` });
    } catch (error) {
      await store?.close();
      if (!hasFailed) log({ level: 'error', event: 'hub.unavailable', message: storage.describeFailure(error) });
      hasFailed = true;
      if (isStopped) return;
      cancelRetry = clock.setTimer(clock.now() + storage.openAgainSeconds * 1000, () => {
        opening = open();
      });
    }
  };

  return {
    /** Answers a request for `paths.hub` or below `paths.hubStatus`. */
    handle(request: IncomingMessage, response: ServerResponse): void {
      if (running === undefined) sendUnavailable(response, hasFailed ? storage.openAgainSeconds : undefined);
      else running.handle(request, response);
    },
    /**
     * Resolves when the hub accepts requests and has resumed unfinished work. If its storage can't be opened, it logs that, answers 503 and
     * tries again every `storage.openAgainSeconds` seconds.
     */
    async start(): Promise<void> {
      if (allowCidrs.length > 0) log({ level: 'warning', event: 'hub.private_callbacks_allowed', ranges: allowCidrs });
      isStopped = false;
      opening = open();
      await opening;
    },
    /** Finishes what is under way or abandons it after some seconds. Nothing is lost. */
    async stop(): Promise<void> {
      isStopped = true;
      cancelRetry();
      await opening;
      await running?.stop();
      running = undefined;
    },
    /** For `/healthz`. Never rejects. */
    health: async (): Promise<HubHealth> => running?.health() ?? toHealth(true, undefined, 0, 0, newCounters()),
    /** Resolves when there is nothing to do until the clock moves or a request arrives. */
    async onIdle(): Promise<void> {
      await opening;
      await running?.onIdle();
    },
  };
}
export type Hub = ReturnType<typeof createHub>;
