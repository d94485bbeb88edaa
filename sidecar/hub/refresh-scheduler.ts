import { limits } from '../../site/contract/limits.ts';
import type { Clock } from '../runtime/clock.ts';

/**
 * When the hub looks for a new generation of its topics: at a ping, several times in the minutes after it (a CDN may have the files
 * later than the ping), and by itself every few minutes. Never two refreshes at once, and a pause between them.
 */
export class RefreshScheduler {
  readonly #clock: Clock;
  readonly #refresh: () => Promise<void>;
  /** Times of the refreshes that the last ping asked for, the earliest first. */
  #planned: number[] = [];
  #cancel: () => void = () => {};
  #running: Promise<void> | undefined;
  #lastAt = Number.NEGATIVE_INFINITY;
  #stopped = true;

  /** `refresh` must not reject. */
  constructor(clock: Clock, refresh: () => Promise<void>) {
    this.#clock = clock;
    this.#refresh = refresh;
  }

  start(): void {
    this.#stopped = false;
    this.#arm();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  get isIdle(): boolean {
    return this.#running === undefined;
  }

  async onIdle(): Promise<void> {
    await this.#running;
  }

  /** Somebody has announced new content. */
  ping(): void {
    const now = this.#clock.now();
    this.#planned = [now, ...limits.hub.refreshAfterPingSeconds.map((seconds) => now + seconds * 1000)];
    this.#arm();
  }

  #nextAt(): number {
    const { refreshEverySeconds, refreshGapSeconds } = limits.hub;
    const regular = (Number.isFinite(this.#lastAt) ? this.#lastAt : this.#clock.now()) + refreshEverySeconds * 1000;
    return Math.max(Math.min(this.#planned[0] ?? regular, regular), this.#lastAt + refreshGapSeconds * 1000);
  }

  #arm(): void {
    this.#cancel();
    if (this.#stopped || this.#running !== undefined) return;
    const at = this.#nextAt();
    if (at <= this.#clock.now()) this.#begin();
    else this.#cancel = this.#clock.setTimer(at, () => this.#begin());
  }

  #begin(): void {
    this.#lastAt = this.#clock.now();
    this.#planned = this.#planned.filter((at) => at > this.#lastAt);
    this.#running = this.#refresh().then(() => {
      this.#running = undefined;
      this.#arm();
    });
  }
}
