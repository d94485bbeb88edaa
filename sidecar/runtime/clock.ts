/** The clock as an argument: the hub, the rate limits and the sessions read the time and set timers only through it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once when `now()` reaches `atMs`, or soon where it already has. Returns a function that cancels it. */
  setTimer(atMs: number, callback: () => void): () => void;
}

/** Longer waits are split, so that a changed clock or a machine that slept is noticed (setTimeout itself ends at 24.8 days). */
const LONGEST_WAIT_MS = 600_000;

/** The machine's clock. Its timers don't keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(atMs, callback) {
    let timer: NodeJS.Timeout;
    const wait = () => {
      const leftMs = atMs - Date.now();
      const isLast = leftMs <= LONGEST_WAIT_MS;
      timer = setTimeout(isLast ? callback : wait, isLast ? Math.max(0, leftMs) : LONGEST_WAIT_MS);
      timer.unref();
    };
    wait();
    return () => clearTimeout(timer);
  },
};
