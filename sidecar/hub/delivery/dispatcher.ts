import PQueue from 'p-queue';
import { limits } from '../../../site/contract/limits.ts';
import { coalesce } from '../coalesce.ts';
import { type HubContext, logError } from '../context.ts';
import type { Attempt, Due } from '../store/store.ts';
import type { Topics } from '../topics.ts';
import { type Answer, isSuccess, whyFailed } from './callback-client.ts';
import { toDelivery } from './delivery.ts';
import { Lane } from './lane.ts';
import { retryPolicy } from './retry.ts';
import { takeTurns } from './turns.ts';

const PAGE = 256;
const AFTER_STORAGE_ERROR_MS = 60_000;

/** What is recorded: an answer, or why there was none. */
type Settled = Exclude<Answer, { kind: 'abandoned' }>;

/** A callback that is being served. */
interface Work {
  /** More may be due than was read. */
  isAgain: boolean;
  /** What was read is out of date. */
  isStale: boolean;
  done: Promise<void>;
}

/** What the dispatcher tells the rest of the hub. */
interface DispatcherEvents {
  /** A delivery may be tried again at this time. */
  retryAt(at: number): void;
  /** A subscription has ended, and its subscriber is to be told. */
  ended(): void;
}

/**
 * Brings every subscription to its topic's version. The store knows what is due; it is read a page at a time, so that neither a crash
 * nor the number of subscriptions matters here. Each callback is served by one loop: wait for a place in a lane, send, record, and read
 * whether more is due. Callbacks that failed last time have a lane of their own and come last, so that they delay nobody (websub.md T55).
 */
export class Dispatcher {
  readonly #context: HubContext;
  readonly #topics: Topics;
  readonly #events: DispatcherEvents;
  readonly #steady: Lane;
  readonly #failing: Lane;
  readonly #steadyPass = coalesce(() => this.#readDue(false));
  readonly #failingPass = coalesce(() => this.#readDue(true));
  /** A place in a lane isn't held while the outcome is stored; but there is an end to what may wait for that. */
  readonly #recording = new PQueue({ concurrency: limits.hub.unrecordedDeliveries });
  /** Every callback that is being served, and so all that is under way. */
  readonly #busy = new Map<string, Work>();
  #underWay = 0;
  #stopped = false;

  constructor(context: HubContext, topics: Topics, events: DispatcherEvents) {
    this.#context = context;
    this.#topics = topics;
    this.#events = events;
    const { deliveriesAtOnce, retriesAtOnce, slowDeliveriesAtOnce, startsPerTurn } = limits.hub;
    const shared = { slow: new PQueue({ concurrency: slowDeliveriesAtOnce }), clock: context.clock, turn: takeTurns(startsPerTurn) };
    this.#steady = new Lane({ ...shared, places: deliveriesAtOnce });
    this.#failing = new Lane({ ...shared, places: retriesAtOnce });
  }

  /** How many deliveries have been sent and not yet answered. */
  get underWay(): number {
    return this.#underWay;
  }

  get isIdle(): boolean {
    return this.#steadyPass.isIdle && this.#failingPass.isIdle && this.#busy.size === 0;
  }

  async onIdle(): Promise<void> {
    await Promise.all([this.#steadyPass.onIdle(), this.#failingPass.onIdle()]);
    await Promise.all([...this.#busy.values()].map(({ done }) => done));
  }

  /** Subscriptions may have become due. */
  wake(): void {
    if (this.#stopped) return;
    this.#steadyPass.ask();
    this.#failingPass.ask();
  }

  /** A callback's subscriptions have changed: what was read of them before doesn't count. */
  changed(callback: string): void {
    const work = this.#busy.get(callback);
    if (work === undefined) this.#serve(callback, []);
    else Object.assign(work, { isAgain: true, isStale: true });
  }

  /** Starts nothing more; resolves when nothing is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.onIdle();
  }

  async #readDue(failing: boolean): Promise<void> {
    const { clock, store } = this.#context;
    const lane = failing ? this.#failing : this.#steady;
    let afterId = 0;
    let page: readonly Due[];
    try {
      do {
        if (failing) await this.#steadyIsIdle();
        await lane.onSizeLessThan(PAGE);
        if (this.#stopped) return;
        page = await store.due(clock.now(), afterId, PAGE, failing);
        for (const due of page) this.#take(due);
        afterId = page.at(-1)?.id ?? 0;
      } while (page.length === PAGE);
    } catch (error) {
      this.#pause('reading what is due', error);
    }
  }

  /** Who failed last time comes after those who didn't. */
  async #steadyIsIdle(): Promise<void> {
    await this.#steadyPass.onIdle();
    await this.#steady.onIdle();
  }

  #take(due: Due): void {
    const work = this.#busy.get(due.callback);
    if (work === undefined) this.#serve(due.callback, [due]);
    else work.isAgain = true;
  }

  /** Begins with what has been read, or with reading where that is nothing. */
  #serve(callback: string, first: readonly Due[]): void {
    if (this.#stopped) return;
    const work = { isAgain: first.length === 0, isStale: false, done: Promise.resolve() };
    this.#busy.set(callback, work);
    work.done = this.#run(callback, work, first);
  }

  /** One delivery after the other until nothing more is due (T55). Never rejects. */
  async #run(callback: string, work: Work, first: readonly Due[]): Promise<void> {
    const { clock, store } = this.#context;
    try {
      for (const due of first) await this.#bringUpToDate(due, work);
      while (work.isAgain && !this.#stopped) {
        Object.assign(work, { isAgain: false, isStale: false });
        for (const due of await store.dueOf(callback, clock.now())) await this.#bringUpToDate(due, work);
      }
    } catch (error) {
      this.#pause('delivering', error);
    } finally {
      this.#busy.delete(callback);
    }
  }

  /** Rejects where the outcome can't be stored. */
  async #bringUpToDate(due: Due, work: Work): Promise<void> {
    const lane = due.failures > 0 ? this.#failing : this.#steady;
    const record = await lane.run(async () => {
      await this.#recording.onSizeLessThan(1);
      return work.isStale ? undefined : this.#deliver(due);
    });
    if (record !== undefined) await this.#recording.add(record);
  }

  /** Sends the topic as it is now. Returns how to record what came of it; undefined where nothing was to be sent, or it was abandoned. */
  async #deliver(due: Due): Promise<(() => Promise<void>) | undefined> {
    const { client, clock } = this.#context;
    const topic = this.#topics.current(due.topic);
    const at = clock.now();
    if (this.#stopped || topic === undefined || topic.version <= due.deliveredVersion || due.expiresAt <= at) return undefined;
    const delivery = toDelivery(due, topic, this.#context);
    this.#underWay += 1;
    const answer = await client.send(delivery);
    this.#underWay -= 1;
    if (answer.kind === 'abandoned') return undefined;
    const [status, error] = answer.kind === 'answered' ? [answer.status, null] : [null, answer.reason];
    const attempt = { at, version: topic.version, status, error, durationMs: Math.round(clock.now() - at) };
    return () => this.#record(due, answer, attempt);
  }

  /** WebSub 7: any 2xx is success, 410 Gone is the subscriber's own end of it. */
  async #record(due: Due, answer: Settled, attempt: Attempt): Promise<void> {
    const { counters, store } = this.#context;
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
    const { clock, counters, random, store } = this.#context;
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
    this.#context.counters.removed += 1;
    this.#context.log({ event: 'hub.removed', id, topic, callback: callbackGiven, reason });
  }

  /** Where nothing can be stored nothing is sent: what isn't recorded would be sent again and again. */
  #pause(during: string, error: unknown): void {
    logError(this.#context, during, error);
    this.#events.retryAt(this.#context.clock.now() + AFTER_STORAGE_ERROR_MS);
  }
}
