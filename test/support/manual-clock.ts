import type { Clock } from '../../sidecar/runtime.ts';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that stands still until it is moved. */
export class ManualClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();

  constructor(startMs: number = Date.UTC(2026, 0, 1)) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  /** How many timers are set. */
  get waiting(): number {
    return this.#timers.size;
  }

  setTimer(at: number, callback: () => void): () => void {
    const timer = { at, callback };
    this.#timers.add(timer);
    if (at <= this.#now) queueMicrotask(() => this.#fire());
    return () => this.#timers.delete(timer);
  }

  /** Advances the clock and calls each timer that is due on the way, in order and at its time. */
  advance(ms: number): void {
    const until = this.#now + ms;
    for (let next = this.#next(until); next !== undefined; next = this.#next(until)) {
      this.#now = Math.max(this.#now, next.at);
      this.#call(next);
    }
    this.#now = until;
  }

  #fire(): void {
    for (let next = this.#next(this.#now); next !== undefined; next = this.#next(this.#now)) this.#call(next);
  }

  #call(timer: Timer): void {
    this.#timers.delete(timer);
    timer.callback();
  }

  #next(until: number): Timer | undefined {
    return [...this.#timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
  }
}
