/** Whether a smaller value still shows the same fault. */
type Test<T> = (smaller: T) => Promise<boolean>;

/**
 * Removes all list items in `value` that `test` doesn't need, starting with the outermost lists and the longest runs of items. Everything
 * else stays as it is.
 */
export async function shrink<T>(value: T, test: Test<T>): Promise<T> {
  if (Array.isArray(value)) return (await shrinkList(value, test as Test<unknown[]>)) as T;
  if (typeof value !== 'object' || value === null) return value;
  let small: T = value;
  for (const key of Object.keys(value) as (keyof T)[]) {
    const inside = await shrink(small[key], (smaller) => test({ ...small, [key]: smaller }));
    small = { ...small, [key]: inside };
  }
  return small;
}

async function shrinkList(list: readonly unknown[], test: Test<unknown[]>): Promise<unknown[]> {
  let small = [...list];
  for (let size = small.length; size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < small.length; ) {
      const without = small.toSpliced(start, size);
      if (await test(without)) small = without;
      else start += size;
    }
  }
  for (const index of small.keys()) {
    const item = await shrink(small[index], (smaller) => test(small.with(index, smaller)));
    small = small.with(index, item);
  }
  return small;
}
