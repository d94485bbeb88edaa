import PQueue from 'p-queue';
import { limits } from '../../site/contract/limits.ts';
import { type Answer, isSuccess, whyFailed } from './callback-client.ts';
import { type Coalesced, coalesce } from './coalesce.ts';
import { toDelivery } from './delivery.ts';
import { retryPolicy } from './retry.ts';
import type { Attempt, Due, StoredTopic } from './store.ts';
import { logError, type Surroundings } from './surroundings.ts';
import type { Topics } from './topics.ts';
import { takeTurns } from './turns.ts';

const PAGE = 256;
const AFTER_STORAGE_ERROR_MS = 60_000;

/** A callback that is being served, or is about to be. `again`: look at it once more afterwards; `isStale`: what was read of it is out of date. */
interface Work {
  again: boolean;
  isStale: boolean;
}

/** What is recorded: an answer, or why there was none. */
type Settled = Exclude<Answer, { kind: 'abandoned' }>;

interface Lane {
  readonly queue: PQueue;
  readonly pass: Coalesced;
}

/** What the dispatcher tells the rest of the hub. */
interface DispatcherEvents {
  /** A delivery may be tried again at this time. */
  retryAt(at: number): void;
  /** A subscription has ended, and its subscriber is to be told. */
  ended(): void;
}

/**
 * Brings every subscription to its topic's version. The store's cursors are the queue: a page of them is read at a time,
 * so neither a crash nor their number matters here. Callbacks that failed last time have a lane of their own and come
 * last, and a delivery that takes long leaves its lane for the slow ones: neither delays anybody else (websub.md T55).
 */
export class Dispatcher {
  readonly #surroundings: Surroundings;
  readonly #topics: Topics;
  readonly #events: DispatcherEvents;
  readonly #steady: Lane = this.#lane(limits.hub.deliveriesAtOnce, false);
  readonly #failing: Lane = this.#lane(limits.hub.retriesAtOnce, true);
  readonly #turn = takeTurns(limits.hub.startsPerTurn);
  readonly #slow = new PQueue({ concurrency: limits.hub.slowDeliveriesAtOnce });
  /** By callback: one delivery at a time for each. */
  readonly #busy = new Map<string, Work>();
  readonly #looks = new Set<Promise<void>>();
  /** Deliveries that have been answered but aren't stored yet: their lane goes on meanwhile. */
  readonly #endings = new Set<Promise<void>>();
  #stopped = false;

  constructor(surroundings: Surroundings, topics: Topics, events: DispatcherEvents) {
    this.#surroundings = surroundings;
    this.#topics = topics;
    this.#events = events;
  }

  get underWay(): number {
    return this.#steady.queue.pending + this.#failing.queue.pending + this.#slow.pending;
  }

  get isIdle(): boolean {
    return (
      this.#steady.pass.isIdle && this.#failing.pass.isIdle && this.underWay + this.#busy.size + this.#looks.size + this.#endings.size === 0
    );
  }

  async onIdle(): Promise<void> {
    const lanes = [this.#steady, this.#failing];
    await Promise.all([
      ...lanes.map(({ pass }) => pass.onIdle()),
      ...lanes.map(({ queue }) => queue.onIdle()),
      this.#slow.onIdle(),
      ...this.#looks,
      ...this.#endings,
    ]);
  }

  /** Subscriptions may have become due. */
  wake(): void {
    if (this.#stopped) return;
    this.#steady.pass.ask();
    this.#failing.pass.ask();
  }

  /** A callback's subscriptions have changed: what was read of them before doesn't count. */
  changed(callback: string): void {
    const work = this.#busy.get(callback);
    if (work !== undefined) {
      Object.assign(work, { again: true, isStale: true });
      return;
    }
    const look = this.#look(callback).finally(() => this.#looks.delete(look));
    this.#looks.add(look);
  }

  /** Starts nothing more; resolves when nothing is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const queue of [this.#steady.queue, this.#failing.queue, this.#slow]) queue.clear();
    await this.onIdle();
    // What was under way has been answered by now, and is being stored.
    await Promise.all(this.#endings);
  }

  #lane(concurrency: number, failing: boolean): Lane {
    const queue = new PQueue({ concurrency });
    return { queue, pass: coalesce(() => this.#pass(queue, failing).catch((error) => void this.#pause('reading what is due', error))) };
  }

  async #pass(queue: PQueue, failing: boolean): Promise<void> {
    let afterId = 0;
    let page: readonly Due[];
    do {
      if (failing) await this.#steadyIsIdle();
      await queue.onSizeLessThan(PAGE);
      if (this.#stopped) return;
      page = await this.#surroundings.store.due(this.#surroundings.clock.now(), afterId, PAGE, failing);
      for (const due of page) this.#take(due);
      afterId = page.at(-1)?.id ?? 0;
    } while (page.length === PAGE);
  }

  /** Who failed last time comes after those who didn't. */
  async #steadyIsIdle(): Promise<void> {
    await this.#steady.pass.onIdle();
    await this.#steady.queue.onIdle();
  }

  async #look(callback: string): Promise<void> {
    if (this.#stopped) return;
    try {
      const all = await this.#surroundings.store.dueOf(callback, this.#surroundings.clock.now());
      for (const due of all) this.#take(due);
    } catch (error) {
      this.#pause('reading what is due', error);
    }
  }

  #take(due: Due): void {
    const busy = this.#busy.get(due.callback);
    if (busy !== undefined) {
      busy.again = true;
      return;
    }
    const work = { again: false, isStale: false };
    this.#busy.set(due.callback, work);
    const { queue } = due.failures > 0 ? this.#failing : this.#steady;
    void queue.add(async () => {
      await this.#turn();
      await this.#occupy(this.#serve(due, work));
    });
  }

  /** Resolves when a lane may take the next one: at the delivery's end, or when it has gone over to the slow ones. */
  async #occupy(delivery: Promise<void>): Promise<void> {
    const { clock } = this.#surroundings;
    const isSlow = await new Promise<boolean>((resolve) => {
      const cancel = clock.setTimer(clock.now() + limits.hub.slowAfterSeconds * 1000, () => resolve(true));
      void delivery.then(() => {
        cancel();
        resolve(false);
      });
    });
    if (!isSlow) return;
    await new Promise<void>((resolve) => {
      void delivery.then(resolve);
      void this.#slow.add(() => {
        resolve();
        return delivery;
      });
    });
  }

  /** Resolves when the callback has answered, and what came of it is stored or is about to be. Never rejects. */
  async #serve(due: Due, work: Work): Promise<void> {
    const topic = this.#topics.current(due.topic);
    const mayDeliver = topic !== undefined && this.#mayDeliver(due, work, topic);
    const record = mayDeliver ? await this.#deliver(due, topic) : undefined;
    const end = this.#finish(due, work, topic, record).finally(() => this.#endings.delete(end));
    this.#endings.add(end);
    if (this.#endings.size >= limits.hub.unrecordedDeliveries) await end;
  }

  /** Stores what came of a delivery, and sees whether the callback has more to come. Never rejects. */
  async #finish(due: Due, work: Work, topic: StoredTopic | undefined, record: (() => Promise<void>) | undefined): Promise<void> {
    let isStored = true;
    try {
      await record?.();
    } catch (error) {
      isStored = this.#pause('recording a delivery', error);
    }
    this.#busy.delete(due.callback);
    const isBehind = this.#topics.current(due.topic)?.version !== topic?.version;
    if (isStored && (work.again || isBehind)) await this.#look(due.callback);
  }

  #mayDeliver(due: Due, work: Work, topic: StoredTopic): boolean {
    const isLive = due.expiresAt > this.#surroundings.clock.now();
    return !this.#stopped && !work.isStale && isLive && due.deliveredVersion < topic.version;
  }

  /** Sends one delivery; returns how to record it, or undefined where it was abandoned. */
  async #deliver(due: Due, topic: StoredTopic): Promise<(() => Promise<void>) | undefined> {
    const { client, clock } = this.#surroundings;
    const at = clock.now();
    const answer = await client.send(toDelivery(due, topic, this.#surroundings));
    if (answer.kind === 'abandoned') return undefined;
    const [status, error] = answer.kind === 'answered' ? [answer.status, null] : [null, answer.reason];
    const attempt = { at, version: topic.version, status, error, durationMs: Math.round(clock.now() - at) };
    return () => this.#record(due, answer, attempt);
  }

  /** WebSub 7: any 2xx is success, 410 Gone is the subscriber's own end of it. */
  async #record(due: Due, answer: Settled, attempt: Attempt): Promise<void> {
    const { counters, store } = this.#surroundings;
    if (attempt.status !== null && isSuccess(attempt.status)) {
      await store.recordSuccess(due.id, attempt);
      counters.delivered += 1;
    } else if (attempt.status === 410) {
      await store.recordGone(due.id, attempt, 'the callback answered 410 Gone');
      counters.gone += 1;
      this.#logEnd(due, 'the callback answered 410 Gone');
    } else {
      await this.#recordFailure(due, answer, attempt);
    }
  }

  async #recordFailure(due: Due, answer: Settled, attempt: Attempt): Promise<void> {
    const { clock, counters, random, store } = this.#surroundings;
    const policy = retryPolicy(answer, clock.now(), random);
    const { reason, detail } = whyFailed(answer);
    const many = `${limits.hub.failuresInARow} deliveries in a row failed, the last one because: `;
    const { failures, ended } = await store.recordFailure(due.id, attempt, { ...policy, reason: many + reason });
    counters.failed += 1;
    const next = policy.retryAt[failures - 1];
    if (!ended && next !== undefined) this.#events.retryAt(next);
    if (!ended || failures === 0) return;
    this.#logEnd(due, many + detail);
    this.#events.ended();
  }

  #logEnd({ id, topic, callbackGiven }: Due, reason: string): void {
    this.#surroundings.counters.removed += 1;
    this.#surroundings.log({ event: 'hub.removed', id, topic, callback: callbackGiven, reason });
  }

  /** Where nothing can be stored nothing is sent: what isn't recorded would be sent again and again. */
  #pause(during: string, error: unknown): false {
    logError(this.#surroundings, during, error);
    this.#events.retryAt(this.#surroundings.clock.now() + AFTER_STORAGE_ERROR_MS);
    return false;
  }
}
