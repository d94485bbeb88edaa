/** The clock as an argument: the hub, the rate limits and the MCP sessions only use this one. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once when `now()` reaches `atMs`, or soon if it already has. Returns a function that cancels the timer. */
  setTimer(atMs: number, callback: () => void): () => void;
}

/** Longer waits are split, to notice a changed clock or a machine that slept (setTimeout's own maximum is 24.8 days). */
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
