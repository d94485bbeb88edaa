import { coalesce } from '../coalesce.ts';
import { type HubContext, logError } from '../context.ts';
import type { Due } from '../store/store.ts';
import type { Topics } from '../topics.ts';
import { toDeliveryRequest } from './delivery.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import { type DeliveryOutcome, recordOutcome } from './outcome.ts';

const PAGE = 256;
const AFTER_STORAGE_ERROR_MS = 60_000;

/** The deliveries to one callback, one at a time. */
interface CallbackWork {
  /** More may be due than was read from the store. */
  mustReread: boolean;
  /** The subscriptions have changed since they were read: what was read is not sent. */
  isOutdated: boolean;
  /** A delivery has been sent and not yet answered. */
  isSending: boolean;
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
 * Brings every subscription to its topic's current version. The way of a delivery: a pass reads from the store, page by page, what is
 * due; each callback has one loop, which puts its deliveries into the queue one after the other and reads whether more is due; the queue
 * decides when to send; the outcome is recorded in the store, which remembers everything, so that a crash loses nothing.
 */
export class Dispatcher {
  readonly #context: HubContext;
  readonly #topics: Topics;
  readonly #events: DispatcherEvents;
  readonly #queue: DeliveryQueue;
  readonly #firstAttempts = coalesce(() => this.#readDue(false));
  readonly #retries = coalesce(() => this.#readDue(true));
  /** All that is under way, by callback. */
  readonly #underWay = new Map<string, CallbackWork>();
  /** Callbacks that are being given back to the store, where instances share it. */
  readonly #returning = new Set<Promise<void>>();
  #stopped = false;

  constructor(context: HubContext, topics: Topics, events: DispatcherEvents) {
    this.#context = context;
    this.#topics = topics;
    this.#events = events;
    this.#queue = new DeliveryQueue(context.clock);
  }

  /** How many deliveries have been sent and not yet answered. */
  get sending(): number {
    return [...this.#underWay.values()].filter(({ isSending }) => isSending).length;
  }

  get isIdle(): boolean {
    return this.#firstAttempts.isIdle && this.#retries.isIdle && this.#underWay.size === 0 && this.#returning.size === 0;
  }

  async onIdle(): Promise<void> {
    await Promise.all([this.#firstAttempts.onIdle(), this.#retries.onIdle()]);
    await Promise.all([...this.#underWay.values()].map(({ done }) => done));
    await Promise.all(this.#returning);
  }

  /** Subscriptions may have become due. */
  wake(): void {
    if (this.#stopped) return;
    this.#firstAttempts.ask();
    this.#retries.ask();
  }

  /** A callback's subscriptions have changed, so what was read of them before is out of date. */
  changed(callback: string): void {
    const work = this.#underWay.get(callback);
    if (work !== undefined) Object.assign(work, { mustReread: true, isOutdated: true });
    else if (this.#context.store.share === undefined) this.#begin(callback, undefined);
    else this.wake();
  }

  /** Starts nothing more; resolves when nothing is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.onIdle();
  }

  async #readDue(isRetry: boolean): Promise<void> {
    const { clock, store } = this.#context;
    let afterId = 0;
    let page: readonly Due[];
    try {
      do {
        if (isRetry) await this.#firstAttemptsAreIdle();
        await this.#queue.onSizeLessThan(PAGE, isRetry);
        if (this.#stopped) return;
        const { share } = store;
        page = await (share?.takeDue(clock.now(), PAGE, isRetry) ?? store.due(clock.now(), afterId, PAGE, isRetry));
        for (const due of page) this.#take(due);
        afterId = page.at(-1)?.id ?? 0;
      } while (page.length >= PAGE);
    } catch (error) {
      this.#pause('reading what is due', error);
    }
  }

  /** Retries come after first attempts. */
  async #firstAttemptsAreIdle(): Promise<void> {
    await this.#firstAttempts.onIdle();
    await this.#queue.onFirstAttemptsIdle();
  }

  #take(due: Due): void {
    const work = this.#underWay.get(due.callback);
    if (work === undefined) this.#begin(due.callback, due);
    else work.mustReread = true;
  }

  /** Begins with the delivery that was read, or with reading from the store. */
  #begin(callback: string, first: Due | undefined): void {
    if (this.#stopped) return;
    const work = { mustReread: first === undefined, isOutdated: false, isSending: false, done: Promise.resolve() };
    this.#underWay.set(callback, work);
    work.done = this.#deliverAll(callback, work, first);
  }

  /** One delivery after the other until nothing more is due (T55). Never rejects. */
  async #deliverAll(callback: string, work: CallbackWork, first: Due | undefined): Promise<void> {
    const { clock, store } = this.#context;
    try {
      if (first !== undefined) await this.#deliver(first, work);
      while (work.mustReread && !this.#stopped) {
        Object.assign(work, { mustReread: false, isOutdated: false });
        for (const due of await store.dueOf(callback, clock.now())) await this.#deliver(due, work);
      }
    } catch (error) {
      store.share?.abandon(callback);
      this.#pause('delivering', error);
    } finally {
      this.#underWay.delete(callback);
      this.#giveBack(callback);
    }
  }

  /** Lets any instance take the callback, this one, too: something may have become due since it was read. */
  #giveBack(callback: string): void {
    const { share } = this.#context.store;
    if (share === undefined) return;
    const returning = share.giveBack(callback).then(() => {
      this.#returning.delete(returning);
      this.wake();
    });
    this.#returning.add(returning);
  }

  /** Rejects where the outcome can't be stored. */
  #deliver(due: Due, work: CallbackWork): Promise<void> {
    return this.#queue.run({
      isRetry: due.failures > 0,
      send: () => this.#sendIfDue(due, work),
      record: async (outcome) => {
        const { retryAt, isDenied } = await recordOutcome(outcome, this.#context);
        if (retryAt !== undefined) this.#events.retryAt(retryAt);
        if (isDenied) this.#events.ended();
      },
    });
  }

  /** Sends what was read before it waited for its place, unless that has changed since, here or at another instance. */
  async #sendIfDue(read: Due, work: CallbackWork): Promise<DeliveryOutcome | undefined> {
    if (work.isOutdated) return undefined;
    const { clock, store } = this.#context;
    if (store.share === undefined || this.#stopped) return this.#send(read, work);
    const due = await store.share.recheck(read, clock.now());
    if (due === undefined || work.isOutdated) return undefined;
    if ((this.#topics.current(due.topic)?.version ?? 0) < due.currentVersion) await this.#topics.load();
    return this.#send(due, work);
  }

  /** Sends the topic's current version; undefined where there was nothing to send, or the request was abandoned. */
  async #send(due: Due, work: CallbackWork): Promise<DeliveryOutcome | undefined> {
    const { client, clock } = this.#context;
    const topic = this.#topics.current(due.topic);
    const at = clock.now();
    if (this.#stopped || topic === undefined || topic.version <= due.deliveredVersion || due.expiresAt <= at) return undefined;
    const delivery = toDeliveryRequest(due, topic, this.#context);
    work.isSending = true;
    const answer = await client.send(delivery);
    work.isSending = false;
    if (answer.kind === 'abandoned') return undefined;
    const [status, error] = answer.kind === 'answered' ? [answer.status, null] : [null, answer.reason];
    const attempt = { at, version: topic.version, status, error, durationMs: Math.round(clock.now() - at) };
    return { due, answer, attempt };
  }

  /** Stops for a while when the storage fails: a delivery whose outcome isn't recorded would be repeated again and again. */
  #pause(during: string, error: unknown): void {
    logError(this.#context, during, error);
    this.#events.retryAt(this.#context.clock.now() + AFTER_STORAGE_ERROR_MS);
  }
}
