import { limits } from '../../site/contract/limits.ts';
import { coalesce, repeat } from '../runtime.ts';
import { type HubContext, logError } from './context.ts';
import type { Lapsed } from './store/records.ts';
import type { Topics } from './topics.ts';

const LAPSES_PER_CALL = 500;

/**
 * Ends leases, wakes deliveries and denials that wait for a retry, and purges old subscriptions. One timer waits for the next of these. If
 * other servers share the database, it also looks for work that they have left.
 */
export class Scheduler {
  readonly #context: HubContext;
  readonly #topics: Topics;
  readonly #tick: () => void;
  #armedAt = Number.POSITIVE_INFINITY;
  #cancel = () => {};
  #cancelPoll = () => {};

  constructor(context: HubContext, topics: Topics) {
    this.#context = context;
    this.#topics = topics;
    const tick = coalesce(async () => {
      await this.#tickNow().catch((error) => logError(context, 'keeping time', error));
      this.wakeAt(Number.POSITIVE_INFINITY);
    });
    this.#tick = () => void context.track(tick());
  }

  start(): void {
    const { clock, isShared } = this.#context;
    this.#tick();
    if (isShared) this.#cancelPoll = repeat(clock, limits.hub.workPollSeconds, () => this.#poll());
  }

  stop(): void {
    this.#cancel();
    this.#cancelPoll();
  }

  /** Ticks at `wanted`, or earlier if that is already planned; at the latest when upkeep is due, which also notices a changed clock. */
  wakeAt(wanted: number): void {
    const at = Math.min(wanted, this.#context.clock.now() + limits.hub.upkeepSeconds * 1000);
    if (this.#context.isStopped || at >= this.#armedAt) return;
    this.#cancel();
    this.#armedAt = at;
    this.#cancel = this.#context.clock.setTimer(at, () => {
      this.#armedAt = Number.POSITIVE_INFINITY;
      this.#tick();
    });
  }

  async #tickNow(): Promise<void> {
    const { clock, store, wake } = this.#context;
    await this.#lapse();
    await store.purge(clock.now() - limits.hub.endedKeptSeconds * 1000, limits.hub.endedKept);
    // Content that couldn't be published before.
    void this.#topics.take();
    wake();
    // Notices a failing storage even while the hub has nothing to do.
    await store.probe();
    const next = await store.nextEvent(clock.now());
    if (next !== undefined) this.wakeAt(next);
  }

  /** Does nothing while the database is down. */
  async #poll(): Promise<void> {
    const { clock, store, wake } = this.#context;
    const isThere = await store.nextEvent(clock.now()).then(
      () => true,
      () => false,
    );
    if (!isThere || this.#context.isStopped) return;
    void this.#topics.take();
    wake();
  }

  async #lapse(): Promise<void> {
    const { clock, counters, log, store } = this.#context;
    let over: readonly Lapsed[];
    do {
      over = await store.lapse(clock.now(), LAPSES_PER_CALL);
      counters.lapsed += over.length;
      for (const { id, topic, callbackGiven: callback } of over)
        log({ event: 'hub.lapsed', id, topic, callback, reason: 'the lease was not renewed' });
    } while (over.length === LAPSES_PER_CALL);
  }
}
