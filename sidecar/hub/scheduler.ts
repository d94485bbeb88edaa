import { limits } from '../../site/contract/limits.ts';
import { type HubContext, logError } from './context.ts';
import type { Lapsed } from './store/store.ts';

const LAPSES_PER_CALL = 500;

/** Work that never runs concurrently. If it is requested while it runs, it runs once more afterwards. */
export interface Coalesced {
  ask(): void;
  readonly isIdle: boolean;
  onIdle(): Promise<void>;
}

/** `work` must not reject. */
export function coalesce(work: () => Promise<void>): Coalesced {
  let isAsked = false;
  let running: Promise<void> | undefined;
  const run = async () => {
    while (isAsked) {
      isAsked = false;
      await work();
    }
    running = undefined;
  };
  return {
    ask() {
      isAsked = true;
      running ??= Promise.resolve().then(run);
    },
    get isIdle() {
      return running === undefined;
    },
    onIdle: async () => running,
  };
}

/** Ends leases, wakes deliveries and denials that wait for a retry, and purges old subscriptions. It has one timer, set to the earliest of these events. */
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

  /** Ticks at `at`, or earlier if that is already planned. */
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
    // Notices a failing storage even while the hub has nothing to do.
    await store.probe();
    const next = await store.nextEvent(clock.now());
    if (next !== undefined) this.wakeAt(next);
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
