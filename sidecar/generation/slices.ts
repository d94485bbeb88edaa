import { setImmediate as nextTurn } from 'node:timers/promises';

/** How many reviews or words are read before requests have their turn: a few milliseconds. */
const SLICE = 256;

/** Calls `work` for each item in order, a slice of them in each turn of the event loop, so that long work holds nobody up. */
export async function inSlices<T>(items: Iterable<T>, work: (item: T, index: number) => void): Promise<void> {
  let index = 0;
  for (const item of items) {
    work(item, index);
    index += 1;
    if (index % SLICE === 0) await nextTurn();
  }
}
