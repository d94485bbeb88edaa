import PQueue from 'p-queue';
import { limits } from '../../../site/contract/limits.ts';
import type { Clock } from '../../runtime.ts';
import type { Claims } from '../claims.ts';
import { type Coalesced, coalesce, type HubContext, logError } from '../context.ts';
import type { Due } from '../store/records.ts';
import type { Topics } from '../topics.ts';
import { toDeliveryRequest } from './messages.ts';
import { type DeliveryOutcome, recordOutcome } from './outcome.ts';

/** How many callbacks are claimed at a time. */
const PAGE = 256;

/**
 * Brings every subscription to its topic's current version. It claims callbacks that have something due, page by page, waits for a place
 * for each, and then reads, sends and records one delivery after the other until nothing more is due. Everything is in the store, so a
 * crash loses nothing.
 */
export class Dispatcher {
  readonly #context: HubContext;
  readonly #topics: Topics;
  readonly #claims: Claims;
  readonly #places: Places;
  readonly #nextStart = limitPerTurn(limits.hub.startsPerTurn);
  readonly #firstAttempts: Coalesced;
  readonly #retries: Coalesced;
  #sending = 0;

  constructor(context: HubContext, topics: Topics, claims: Claims) {
    this.#context = context;
    this.#topics = topics;
    this.#claims = claims;
    this.#places = new Places(context.clock);
    this.#firstAttempts = coalesce(context, () => this.#claim(false));
    this.#retries = coalesce(context, () => this.#claim(true));
  }

  /** How many deliveries have been sent and not yet answered. */
  get sending(): number {
    return this.#sending;
  }

  /** Something may have become due. */
  wake(): void {
    if (this.#context.isStopped) return;
    this.#firstAttempts.ask();
    this.#retries.ask();
  }

  async #claim(isRetry: boolean): Promise<void> {
    const { clock, store, wakeAt } = this.#context;
    try {
      for (;;) {
        if (isRetry) await this.#firstAttemptsAreIdle();
        await this.#places.onFewWaiting(PAGE, isRetry);
        if (this.#context.isStopped) return;
        const callbacks = await this.#claims.take(
          (now) => store.claimDeliveries(now, PAGE, isRetry),
          (callback) => callback,
        );
        if (callbacks.length === 0) return;
        for (const callback of callbacks) this.#begin(callback, isRetry);
      }
    } catch (error) {
      logError(this.#context, 'claiming deliveries', error);
      wakeAt(clock.now() + limits.hub.storageErrorSeconds * 1000);
    }
  }

  /** Retries come after first attempts. */
  async #firstAttemptsAreIdle(): Promise<void> {
    await this.#firstAttempts.onIdle();
    await this.#places.onFirstAttemptsIdle();
  }

  #begin(callback: string, isRetry: boolean): void {
    // Something may have become due after the last look and before the claim ended.
    this.#context.track(this.#deliverAll(callback, isRetry).then(() => this.wake()));
  }

  /** Never rejects. */
  async #deliverAll(callback: string, isRetry: boolean): Promise<void> {
    try {
      await this.#places.use(isRetry, async () => {
        while (await this.#deliverNext(callback));
      });
      await this.#claims.giveBack(callback);
    } catch (error) {
      logError(this.#context, 'delivering', error);
      this.#claims.giveBackLater(callback);
    }
  }

  /** False if nothing was sent. Rejects if the storage fails. */
  async #deliverNext(callback: string): Promise<boolean> {
    const { clock, isStopped, store } = this.#context;
    if (isStopped) return false;
    await this.#claims.renewIfLate();
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
        if (await this.#isSlow(done)) await this.#moveToSlow(done);
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

  #isSlow(done: Promise<void>): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = this.#clock.setTimer(this.#clock.now() + limits.hub.slowAfterSeconds * 1000, () => resolve(true));
      void done.then(() => {
        cancel();
        resolve(false);
      });
    });
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

/** Lets up to `perTurn` callers continue per turn of the event loop, so that it isn't blocked. */
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
