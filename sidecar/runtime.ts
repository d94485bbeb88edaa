import { randomBytes } from 'node:crypto';
import { setImmediate as endOfTurn } from 'node:timers/promises';

/** The clock, passed as an argument so tests can control the time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once when `now()` reaches `atMs`, up to 24 days ahead, or soon if it already has. Returns a function that cancels this. */
  setTimer(atMs: number, callback: () => void): () => void;
}

/** The machine's clock. Its timers don't keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(atMs, callback) {
    const timer = setTimeout(callback, Math.max(0, atMs - Date.now())).unref();
    return () => clearTimeout(timer);
  },
};

/** Calls `action` repeatedly, `seconds` after it last finished. Returns a function that stops it. */
export function repeat(clock: Clock, seconds: number, action: () => Promise<void>): () => void {
  let cancel = () => {};
  let isStopped = false;
  const wait = () => {
    if (!isStopped) cancel = clock.setTimer(clock.now() + seconds * 1000, () => void action().finally(wait));
  };
  wait();
  return () => {
    isStopped = true;
    cancel();
  };
}

/**
 * Waits until Node has read the requests that arrived in the meantime. A single immediate may still run in the current turn of the event
 * loop, before any of them are read.
 */
export async function nextTurn(): Promise<void> {
  await endOfTurn();
  await endOfTurn();
}

/** How many items are processed per turn of the event loop: a few milliseconds. */
const SLICE = 256;

/** Calls `work` for each item in order, in batches, so the event loop isn't blocked. */
export async function inSlices<T>(items: Iterable<T>, work: (item: T, index: number) => void): Promise<void> {
  let index = 0;
  for (const item of items) {
    work(item, index);
    index += 1;
    if (index % SLICE === 0) await nextTurn();
  }
}

/** Whether `work`, which must not reject, is done within `seconds`. */
export function settlesWithin(clock: Clock, seconds: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.setTimer(clock.now() + seconds * 1000, () => resolve(false));
    void work.then(() => {
      cancel();
      resolve(true);
    });
  });
}

/**
 * Makes a function that runs `work`, but never concurrently: calls during a run cause one more run after it. The function settles when
 * nothing is left to do.
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let isAsked = false;
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      while (isAsked) {
        isAsked = false;
        await work();
      }
    } finally {
      running = undefined;
    }
  };
  return () => {
    isAsked = true;
    running ??= Promise.resolve().then(run);
    return running;
  };
}

/** The source of randomness, passed as an argument so tests can control it. */
export interface Random {
  /** `count` cryptographically random bytes. */
  bytes(count: number): Buffer;
  /** From 0 inclusive to 1 exclusive; for jitter, not for secrets. */
  fraction(): number;
}

export const systemRandom: Random = { bytes: (count) => randomBytes(count), fraction: () => Math.random() };

/** Writes one structured log line. */
export type Log = (line: object) => void;

/**
 * The same log, with callbacks reduced to their origin: their full URLs are secrets, since anybody who knows one can pose as the hub
 * (WebSub 5.1). Operators can see them with `npm run hub -- show`.
 */
export function withoutCallbacks(log: Log): Log {
  return (line) => log('callback' in line ? { ...line, callback: originOf(String(line.callback)) } : line);
}

function originOf(callback: string): string {
  return URL.canParse(callback) ? new URL(callback).origin : '';
}
