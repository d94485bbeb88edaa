import { limits } from '../../site/contract/limits.ts';
import type { Clock } from '../runtime/clock.ts';

/**
 * When the hub looks at its topics again: at a ping, several times in the minutes after it (a CDN may have the files later
 * than the ping), and by itself every few minutes. Never two looks at once, and a pause between them.
 */
export class LookAgain {
  readonly #clock: Clock;
  readonly #look: () => Promise<void>;
  #plan: number[] = [];
  #cancel: () => void = () => {};
  #looking: Promise<void> | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #stopped = true;

  /** `look` must not reject. */
  constructor(clock: Clock, look: () => Promise<void>) {
    this.#clock = clock;
    this.#look = look;
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
    return this.#looking === undefined;
  }

  async onIdle(): Promise<void> {
    await this.#looking;
  }

  /** Somebody says that there is something new. */
  ping(): void {
    const now = this.#clock.now();
    this.#plan = [now, ...limits.hub.lookAgainSeconds.map((seconds) => now + seconds * 1000)];
    this.#arm();
  }

  #nextAt(): number {
    const now = this.#clock.now();
    const regular = Number.isFinite(this.#lookedAt)
      ? this.#lookedAt + limits.hub.lookEverySeconds * 1000
      : now + limits.hub.lookEverySeconds * 1000;
    return Math.max(Math.min(this.#plan[0] ?? regular, regular), this.#lookedAt + limits.hub.lookGapSeconds * 1000);
  }

  #arm(): void {
    this.#cancel();
    if (this.#stopped || this.#looking !== undefined) return;
    const at = this.#nextAt();
    if (at <= this.#clock.now()) this.#begin();
    else this.#cancel = this.#clock.setTimer(at, () => this.#begin());
  }

  #begin(): void {
    this.#lookedAt = this.#clock.now();
    const isDone = (at: number) => at <= this.#lookedAt;
    this.#plan = this.#plan.slice(this.#plan.findLastIndex(isDone) + 1);
    this.#looking = this.#look().then(() => {
      this.#looking = undefined;
      this.#arm();
    });
  }
}
