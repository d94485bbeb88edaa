import { setImmediate as nextTurn } from 'node:timers/promises';

/** How many items are processed per turn of the event loop: a few milliseconds. */
const SLICE = 256;

/** How many numbers of a typed array are processed per turn: about a millisecond. */
const CHUNK = 65_536;

/** Calls `work` for each item in order, in batches, so that the event loop isn't blocked. */
export async function inSlices<T>(items: Iterable<T>, work: (item: T, index: number) => void): Promise<void> {
  let index = 0;
  for (const item of items) {
    work(item, index);
    index += 1;
    if (index % SLICE === 0) await nextTurn();
  }
}

/** Calls `work` for consecutive ranges that cover the numbers below `length`, one per turn of the event loop; `to` is exclusive. */
export async function inChunks(length: number, work: (from: number, to: number) => void, chunk = CHUNK): Promise<void> {
  for (let from = 0; from < length; from += chunk) {
    work(from, Math.min(from + chunk, length));
    await nextTurn();
  }
}
