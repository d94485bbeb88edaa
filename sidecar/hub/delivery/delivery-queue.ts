import PQueue from 'p-queue';
import { limits } from '../../../site/contract/limits.ts';
import type { Clock } from '../../runtime/clock.ts';

/** One delivery: `send` resolves with its outcome, or with undefined where there is nothing to record; `record` stores the outcome. */
export interface QueuedDelivery<Outcome> {
  readonly isRetry: boolean;
  send(): Promise<Outcome | undefined>;
  record(outcome: Outcome): Promise<void>;
}

/**
 * Decides when each delivery is sent. First attempts and retries have concurrency limits of their own, so that failing callbacks delay
 * no others (T55). A delivery that takes long moves to the slow ones, if there is room, and the next one starts in its place.
 * An outcome is recorded after its place is free again; nothing is sent while too many wait for that.
 */
export class DeliveryQueue {
  readonly #clock: Clock;
  readonly #firstAttempts = new PQueue({ concurrency: limits.hub.deliveriesAtOnce });
  readonly #retries = new PQueue({ concurrency: limits.hub.retriesAtOnce });
  readonly #slow = new PQueue({ concurrency: limits.hub.slowDeliveriesAtOnce });
  readonly #recording = new PQueue({ concurrency: limits.hub.unrecordedDeliveries });
  readonly #nextStart = limitPerTurn(limits.hub.startsPerTurn);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves when the outcome is recorded. Rejects as `send` and `record` do. */
  async run<Outcome>({ isRetry, send, record }: QueuedDelivery<Outcome>): Promise<void> {
    const outcome = await this.#inPlace(this.#places(isRetry), send);
    if (outcome !== undefined) await this.#recording.add(() => record(outcome));
  }

  /** Resolves when fewer than `size` first attempts, or retries, wait for a place. */
  onSizeLessThan(size: number, isRetry: boolean): Promise<void> {
    return this.#places(isRetry).onSizeLessThan(size);
  }

  /** Resolves when no first attempt waits, and those under way are answered or slow. */
  onFirstAttemptsIdle(): Promise<void> {
    return this.#firstAttempts.onIdle();
  }

  #places(isRetry: boolean): PQueue {
    return isRetry ? this.#retries : this.#firstAttempts;
  }

  #inPlace<Result>(places: PQueue, send: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      void places.add(async () => {
        await this.#nextStart();
        const answered = this.#recording.onSizeLessThan(1).then(send).then(resolve, reject);
        if (await this.#isSlow(answered)) await this.#moveToSlow(answered);
      });
    });
  }

  #isSlow(answered: Promise<void>): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = this.#clock.setTimer(this.#clock.now() + limits.hub.slowAfterSeconds * 1000, () => resolve(true));
      void answered.then(() => {
        cancel();
        resolve(false);
      });
    });
  }

  /** Resolves when the delivery has a place among the slow ones, or is answered. */
  async #moveToSlow(answered: Promise<void>): Promise<void> {
    const moved = new Promise<void>((resolve) => {
      void this.#slow.add(() => {
        resolve();
        return answered;
      });
    });
    await Promise.race([answered, moved]);
  }
}

/** Lets at most `perTurn` callers go on in one turn of the event loop and the others in later turns, so that requests are answered in between. */
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
