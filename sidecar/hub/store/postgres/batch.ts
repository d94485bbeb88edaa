/**
 * Collects calls while one is under way, and makes one of them: `work` gets all their items at once. Each caller waits for the call that its
 * item is in, and gets its result.
 */
export function batch<Item, Result>(work: (items: readonly Item[]) => Promise<Result>): (item: Item) => Promise<Result> {
  let waiting: Item[] = [];
  let next: Promise<Result> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return (item) => {
    waiting.push(item);
    next ??= last.then(() => {
      const items = waiting;
      waiting = [];
      next = undefined;
      return work(items);
    });
    last = next.catch(() => {});
    return next;
  };
}
