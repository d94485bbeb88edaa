import { limits } from '../../site/contract/limits.ts';
import { type Coalesced, coalesce } from './coalesce.ts';
import { type HubContext, logError } from './context.ts';
import type { Subscription } from './store/store.ts';

const LAPSES_PER_CALL = 500;

/** Ends leases, wakes what waits for a retry, and purges what has long ended. One timer, set to whatever comes first. */
export class Scheduler {
  readonly #context: HubContext;
  readonly #tick: Coalesced;
  #armedAt = Number.POSITIVE_INFINITY;
  #cancel: () => void = () => {};
  #stopped = false;

  /** `onTick` is called whenever something may have become due. */
  constructor(context: HubContext, onTick: () => void) {
    this.#context = context;
    this.#tick = coalesce(async () => {
      await this.#tickNow(onTick).catch((error) => logError(context, 'keeping time', error));
      this.wakeAt(context.clock.now() + limits.hub.refreshEverySeconds * 1000);
    });
  }

  start(): void {
    this.#tick.ask();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#tick.onIdle();
    this.#cancel();
  }

  get isIdle(): boolean {
    return this.#tick.isIdle;
  }

  onIdle(): Promise<void> {
    return this.#tick.onIdle();
  }

  /** Ticks at `at`, or earlier where that is planned already. */
  wakeAt(at: number): void {
    if (this.#stopped || at >= this.#armedAt) return;
    this.#cancel();
    this.#armedAt = at;
    this.#cancel = this.#context.clock.setTimer(at, () => {
      this.#armedAt = Number.POSITIVE_INFINITY;
      this.#tick.ask();
    });
  }

  async #tickNow(onTick: () => void): Promise<void> {
    const { clock, store } = this.#context;
    await this.#lapse();
    await store.purge(clock.now() - limits.hub.endedKeptSeconds * 1000, limits.hub.endedKept);
    onTick();
    // So that a failing storage is noticed even while the hub has nothing to do.
    await store.probe();
    const next = await store.nextEvent(clock.now());
    if (next !== undefined) this.wakeAt(next);
  }

  async #lapse(): Promise<void> {
    const { clock, counters, log, store } = this.#context;
    let over: readonly Subscription[];
    do {
      over = await store.lapse(clock.now(), LAPSES_PER_CALL);
      counters.lapsed += over.length;
      for (const { id, topic, callbackGiven: callback } of over)
        log({ event: 'hub.lapsed', id, topic, callback, reason: 'the lease was not renewed' });
    } while (over.length === LAPSES_PER_CALL);
  }
}
