import { limits } from '../../site/contract/limits.ts';
import { type Coalesced, coalesce } from './coalesce.ts';
import type { Subscription } from './store/store.ts';
import { logError, type Surroundings } from './surroundings.ts';

const LAPSES_AT_ONCE = 500;

/** Ends leases, wakes waiting deliveries, and drops what has long ended. One timer, set to whatever comes first. */
export class Timekeeper {
  readonly #surroundings: Surroundings;
  readonly #tick: Coalesced;
  #armedAt = Number.POSITIVE_INFINITY;
  #cancel: () => void = () => {};
  #stopped = false;

  /** `onTick` is called whenever something may have become due. */
  constructor(surroundings: Surroundings, onTick: () => void) {
    this.#surroundings = surroundings;
    this.#tick = coalesce(async () => {
      await this.#tickNow(onTick).catch((error) => logError(surroundings, 'keeping time', error));
      this.wakeAt(surroundings.clock.now() + limits.hub.lookEverySeconds * 1000);
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

  /** Something happens at `at`; an earlier alarm stays. */
  wakeAt(at: number): void {
    if (this.#stopped || at >= this.#armedAt) return;
    this.#cancel();
    this.#armedAt = at;
    this.#cancel = this.#surroundings.clock.setTimer(at, () => {
      this.#armedAt = Number.POSITIVE_INFINITY;
      this.#tick.ask();
    });
  }

  async #tickNow(onTick: () => void): Promise<void> {
    const { clock, store } = this.#surroundings;
    await this.#lapse();
    await store.purge(clock.now() - limits.hub.endedKeptSeconds * 1000, limits.hub.endedKept);
    onTick();
    // A storage that fails is noticed although nothing happens.
    await store.probe();
    const next = await store.nextEvent(clock.now());
    if (next !== undefined) this.wakeAt(next);
  }

  async #lapse(): Promise<void> {
    const { clock, counters, log, store } = this.#surroundings;
    let over: readonly Subscription[];
    do {
      over = await store.lapse(clock.now(), LAPSES_AT_ONCE);
      counters.lapsed += over.length;
      for (const { id, topic, callbackGiven: callback } of over)
        log({ event: 'hub.lapsed', id, topic, callback, reason: 'the lease was not renewed' });
    } while (over.length === LAPSES_AT_ONCE);
  }
}
