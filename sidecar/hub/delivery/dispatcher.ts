import PQueue from 'p-queue';
import { limits } from '../../../site/contract/limits.ts';
import { type Clock, settlesWithin } from '../../runtime.ts';
import { ClaimedWork } from '../claimed-work.ts';
import type { HubContext } from '../context.ts';
import type { Due, Work } from '../store/records.ts';
import type { Topics } from '../topics.ts';
import { toDeliveryRequest } from './messages.ts';
import { type DeliveryOutcome, recordOutcome } from './outcome.ts';

/** How many callbacks are claimed at a time. */
const PAGE = 256;

/**
 * Brings every subscription to its topic's current version: claims callbacks that have something due, waits for a place for each, and then
 * reads, sends and records one delivery after the other until nothing more is due. Everything is in the store, so a crash loses nothing.
 */
export class Dispatcher {
  readonly #context: HubContext;
  readonly #topics: Topics;
  readonly #places: Places;
  readonly #nextStart = limitPerTurn(limits.hub.startsPerTurn);
  readonly #firstAttempts: ClaimedWork<Work>;
  readonly #retries: ClaimedWork<Work>;
  #sending = 0;

  constructor(context: HubContext, topics: Topics) {
    this.#context = context;
    this.#topics = topics;
    this.#places = new Places(context.clock);
    this.#firstAttempts = this.#deliveries(false);
    this.#retries = this.#deliveries(true);
  }

  /** How many deliveries have been sent and not yet answered. */
  get sending(): number {
    return this.#sending;
  }

  /** Something may have become due. */
  wake(): void {
    this.#firstAttempts.wake();
    this.#retries.wake();
  }

  #deliveries(isRetry: boolean): ClaimedWork<Work> {
    return new ClaimedWork(this.#context, {
      name: 'deliveries',
      hasRoom: async () => {
        if (isRetry) await this.#firstAttemptsAreIdle();
        await this.#places.onFewWaiting(PAGE, isRetry);
        return true;
      },
      claim: (now) => this.#context.store.claimDeliveries(now, PAGE, isRetry),
      workOf: (callback) => callback,
      inTurn: (_callback, work) => this.#places.use(isRetry, work),
      doNext: (callback) => this.#deliverNext(callback),
      onReleased: () => this.wake(),
    });
  }

  /** Retries come after first attempts. */
  async #firstAttemptsAreIdle(): Promise<void> {
    await this.#firstAttempts.onIdle();
    await this.#places.onFirstAttemptsIdle();
  }

  /** False if nothing was sent. Rejects if the storage fails. */
  async #deliverNext(callback: Work): Promise<boolean> {
    const { clock, store } = this.#context;
    const due = await store.nextDelivery(callback, clock.now());
    if (due === undefined) return false;
    // Another server may have published this version.
    if ((this.#topics.current(due.topic)?.version ?? 0) < due.currentVersion) await this.#topics.load();
    await this.#nextStart();
    const outcome = await this.#send(due);
    if (outcome === undefined) return false;
    await recordOutcome(outcome, this.#context);
    return true;
  }

  /** Sends the topic's current version; undefined if there was nothing to send or the request was abandoned. */
  async #send(due: Due): Promise<DeliveryOutcome | undefined> {
    const { client, clock, isStopped } = this.#context;
    const topic = this.#topics.current(due.topic);
    const at = clock.now();
    if (isStopped || topic === undefined || topic.version <= due.deliveredVersion || due.expiresAt <= at) return undefined;
    this.#sending += 1;
    const answer = await client.send(toDeliveryRequest(due, topic, this.#context));
    this.#sending -= 1;
    if (answer.kind === 'abandoned') return undefined;
    const [status, error] = answer.kind === 'answered' ? [answer.status, null] : [null, answer.reason];
    return { due, answer, attempt: { at, version: topic.version, status, error, durationMs: Math.round(clock.now() - at) } };
  }
}

/**
 * How many callbacks are served at once. First attempts and retries have their own places, so callbacks that fail delay no others. Work
 * that takes long moves to a place among the slow ones, if there is one, and the next callback gets its place.
 */
class Places {
  readonly #clock: Clock;
  readonly #firstAttempts = new PQueue({ concurrency: limits.hub.deliveriesAtOnce });
  readonly #retries = new PQueue({ concurrency: limits.hub.retriesAtOnce });
  readonly #slow = new PQueue({ concurrency: limits.hub.slowDeliveriesAtOnce });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Does the work as soon as there is a place; settles as the work does. */
  use(isRetry: boolean, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      void this.#of(isRetry).add(async () => {
        const done = work().then(resolve, reject);
        if (!(await settlesWithin(this.#clock, limits.hub.slowAfterSeconds, done))) await this.#moveToSlow(done);
      });
    });
  }

  onFewWaiting(count: number, isRetry: boolean): Promise<void> {
    return this.#of(isRetry).onSizeLessThan(count);
  }

  /** Resolves when no first attempt waits, and those under way are done or slow. */
  onFirstAttemptsIdle(): Promise<void> {
    return this.#firstAttempts.onIdle();
  }

  #of(isRetry: boolean): PQueue {
    return isRetry ? this.#retries : this.#firstAttempts;
  }

  /** Resolves when the work has a place among the slow ones, or is done. */
  async #moveToSlow(done: Promise<void>): Promise<void> {
    const moved = new Promise<void>((resolve) => {
      void this.#slow.add(() => {
        resolve();
        return done;
      });
    });
    await Promise.race([done, moved]);
  }
}

/** Lets up to `perTurn` callers continue per turn of the event loop, so it isn't blocked. */
function limitPerTurn(perTurn: number): () => Promise<void> {
  let waiting: (() => void)[] = [];
  const release = () => {
    const now = waiting.slice(0, perTurn);
    waiting = waiting.slice(perTurn);
    if (waiting.length > 0) setImmediate(release);
    for (const go of now) go();
  };
  return () =>
    new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(release);
      waiting.push(resolve);
    });
}
