/** Binary search: the first index whose entry passes `test`, which holds from one index on; the length of the list where it never holds. */
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
