/** Levenshtein distance: how many letters (UTF-16 units) must be added, removed or replaced to turn one into the other. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/**
 * The mean of whole numbers from their sum and count, rounded half up to `1 / steps` (two decimals) in exact integer arithmetic; null without
 * any.
 */
export const meanOfSum = (sum: number, count: number, steps = 100): number | null =>
  count === 0 ? null : Math.floor((sum * 2 * steps + count) / (2 * count)) / steps;

/** The mean of whole numbers such as stars, rounded half up to two decimals; null without any. */
export function mean(numbers: readonly number[]): number | null {
  const sum = numbers.reduce((total, number) => total + number, 0);
  return meanOfSum(sum, numbers.length);
}

/** Binary search: the first index whose entry passes `test`, which must hold for all later entries, too; the list's length if none does. */
export function firstIndex<T>(list: ArrayLike<T>, test: (entry: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(list[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The offset of each line of `bytes` from `first` to `end`. JSON escapes line breaks in values, so `separator` is only between lines. */
export function* lineStarts(bytes: Buffer, separator: string, first: number, end: number): Generator<number> {
  for (let from = first; from < end; from = lineEnd(bytes, separator, from, end) + separator.length) yield from;
}

/** The offset of the end of the line that starts at `from`: its separator, or `end` for the last line. */
export function lineEnd(bytes: Buffer, separator: string, from: number, end: number): number {
  const found = bytes.indexOf(separator, from);
  return found === -1 ? end : found;
}

/** Whether a value is an object and not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The message of a thrown value. If every address of a host refused the connection, Node's error has none, so it is the first one's. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** Memoizes `make` by key, for as long as the key exists. */
export function oncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const known = made.get(key) ?? { value: make(key) };
    made.set(key, known);
    return known.value;
  };
}
