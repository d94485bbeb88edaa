/** Time as an argument: the hub, the rate limits and the sessions read it and wait on it through this alone. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once when `now()` has reached `atMs`, soon where it has already. Returns what cancels it. */
  setTimer(atMs: number, callback: () => void): () => void;
}

/** Longer waits are cut into pieces, so that a clock that was set or a machine that slept is noticed (setTimeout itself ends at 24.8 days). */
const LONGEST_WAIT_MS = 600_000;

/** The machine's clock. Its timers keep no process alive. */
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
