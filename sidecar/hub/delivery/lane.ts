import PQueue from 'p-queue';
import { limits } from '../../../site/contract/limits.ts';
import type { Clock } from '../../runtime/clock.ts';

export interface LaneOptions {
  /** How many tasks may be under way at once. */
  readonly places: number;
  /** Where tasks that take long go; lanes may share it. */
  readonly slow: PQueue;
  readonly clock: Clock;
  /** Resolves when one more may start. */
  readonly turn: () => Promise<void>;
}

/** Runs tasks in their order, some at once. One that takes long leaves its place to the next, as long as there is room among the slow ones. */
export class Lane {
  readonly #options: LaneOptions;
  readonly #queue: PQueue;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#queue = new PQueue({ concurrency: options.places });
  }

  /** Settles as the task does, which begins when there is a place. */
  run<Result>(task: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      void this.#queue.add(async () => {
        await this.#options.turn();
        const ended = task().then(resolve, reject);
        await this.#leaveWhenSlow(ended);
      });
    });
  }

  /** Resolves when fewer than `size` tasks wait for a place. */
  onSizeLessThan(size: number): Promise<void> {
    return this.#queue.onSizeLessThan(size);
  }

  /** Resolves when no place is taken. */
  onIdle(): Promise<void> {
    return this.#queue.onIdle();
  }

  async #leaveWhenSlow(ended: Promise<void>): Promise<void> {
    if (!(await this.#isSlow(ended))) return;
    const moved = new Promise<void>((resolve) => {
      void this.#options.slow.add(() => {
        resolve();
        return ended;
      });
    });
    await Promise.race([ended, moved]);
  }

  #isSlow(ended: Promise<void>): Promise<boolean> {
    const { clock } = this.#options;
    return new Promise((resolve) => {
      const cancel = clock.setTimer(clock.now() + limits.hub.slowAfterSeconds * 1000, () => resolve(true));
      void ended.then(() => {
        cancel();
        resolve(false);
      });
    });
  }
}
