import type { Clock } from '../../sidecar/runtime/clock.ts';

/** A clock that stands until it is moved. */
export interface ManualClock extends Clock {
  /** Moves to `ms` later and runs what is due. */
  advance(ms: number): void;
  readonly waiting: number;
}

export function manualClock(startMs = Date.parse('2026-11-21T00:00:00Z')): ManualClock {
  let nowMs = startMs;
  const timers = new Set<{ atMs: number; callback: () => void }>();
  return {
    now: () => nowMs,
    setTimer: (atMs, callback) => {
      const timer = { atMs, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: (ms) => {
      nowMs += ms;
      for (const timer of [...timers]) {
        if (timer.atMs > nowMs) continue;
        timers.delete(timer);
        timer.callback();
      }
    },
    get waiting() {
      return timers.size;
    },
  };
}
