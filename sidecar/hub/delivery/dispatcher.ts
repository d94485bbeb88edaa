import PQueue from 'p-queue';
import { limits } from '../../../site/contract/limits.ts';
import { ClaimedWork } from '../claimed-work.ts';
import type { HubContext } from '../context.ts';
import type { Due, Work } from '../store/records.ts';
import type { Topics } from '../topics.ts';
import { toDeliveryRequest } from './messages.ts';
import { type DeliveryOutcome, recordOutcome } from './outcome.ts';

/**
 * Brings every subscription to its topic's current version: claims callbacks that have something due, waits for a place for each, and then
 * reads, sends and records one delivery after the other until nothing more is due. Everything is in the store, so a crash loses nothing.
 */
export class Dispatcher {
  readonly #context: HubContext;
  readonly #topics: Topics;
  readonly #nextStart = limitPerTurn(limits.hub.startsPerTurn);
  readonly #firstAttempts: ClaimedWork<Work>;
  readonly #retries: ClaimedWork<Work>;
  #sending = 0;

  constructor(context: HubContext, topics: Topics) {
    this.#context = context;
    this.#topics = topics;
    // Each has its own places, so callbacks that fail delay no others.
    this.#firstAttempts = this.#deliveries(false, limits.hub.deliveriesAtOnce);
    this.#retries = this.#deliveries(true, limits.hub.retriesAtOnce);
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

  /** Serves up to `atOnce` callbacks at a time. */
  #deliveries(isRetry: boolean, atOnce: number): ClaimedWork<Work> {
    const queue = new PQueue({ concurrency: atOnce });
    return new ClaimedWork(this.#context, {
      name: 'deliveries',
      atOnce,
      claim: (now, limit) => this.#context.store.claimDeliveries(now, limit, isRetry),
      workOf: (callback) => callback,
      inTurn: (_callback, work) => queue.add(work),
      doNext: (callback) => this.#deliverNext(callback),
      onReleased: () => this.wake(),
    });
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
