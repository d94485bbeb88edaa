import { nextTurn } from '../runtime.ts';

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
