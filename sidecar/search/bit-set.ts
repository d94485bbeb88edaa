/** A set of small whole numbers, 32 to a word. */
export type BitSet = Uint32Array;

export function emptySet(size: number): BitSet {
  return new Uint32Array((size + 31) >>> 5);
}

export function addBit(set: BitSet, index: number): void {
  set[index >>> 5] = (set[index >>> 5] ?? 0) | (1 << (index & 31));
}

/** Intersects `set` with `other`, in place. */
export function intersect(set: BitSet, other: BitSet): void {
  for (let word = 0; word < set.length; word++) set[word] = (set[word] as number) & (other[word] as number);
}

/** Removes from `set` the members of `other`. */
export function exclude(set: BitSet, other: BitSet): void {
  for (let word = 0; word < set.length; word++) set[word] = (set[word] as number) & ~(other[word] as number);
}

export function unite(set: BitSet, other: BitSet): void {
  for (let word = 0; word < set.length; word++) set[word] = (set[word] as number) | (other[word] as number);
}

/** Fills `set` with the numbers from `from` up to `to`, exclusive. */
export function setRange(set: BitSet, from: number, to: number): void {
  const first = from >>> 5;
  const last = from < to ? (to - 1) >>> 5 : -1;
  for (let word = 0; word < set.length; word++) set[word] = word >= first && word <= last ? 0xffffffff : 0;
  if (from >= to) return;
  set[first] = (set[first] as number) & (0xffffffff << (from & 31));
  set[last] = (set[last] as number) & (0xffffffff >>> (31 - ((to - 1) & 31)));
}

export function countBits(set: BitSet): number {
  return countCommon(set, set);
}

/** How many members two sets of the same size have in common. */
export function countCommon(set: BitSet, other: BitSet): number {
  let count = 0;
  for (let index = 0; index < set.length; index++) {
    let word = (set[index] as number) & (other[index] as number);
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
  }
  return count;
}

/** The smallest `limit` members after the first `offset`, in order. */
export function firstMembers(set: BitSet, limit: number, offset = 0): number[] {
  const members: number[] = [];
  let skipped = 0;
  for (let index = 0; index < set.length && members.length < limit; index++) {
    let word = set[index] as number;
    for (; word !== 0 && skipped < offset; skipped++) word &= word - 1;
    while (word !== 0 && members.length < limit) {
      members.push((index << 5) + (31 - Math.clz32(word & -word)));
      word &= word - 1;
    }
  }
  return members;
}

/** The greatest `limit` members before the last `offset`, in descending order. */
export function lastMembers(set: BitSet, limit: number, offset = 0): number[] {
  const members: number[] = [];
  let skipped = 0;
  for (let index = set.length - 1; index >= 0 && members.length < limit; index--) {
    let word = set[index] as number;
    while (word !== 0 && members.length < limit) {
      const bit = 31 - Math.clz32(word);
      word &= ~(1 << bit);
      if (skipped < offset) skipped++;
      else members.push((index << 5) + bit);
    }
  }
  return members;
}
