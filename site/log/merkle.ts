import { type Bytes, concat, equal, sha256 } from './bytes.ts';

/** Gets the hash of the complete subtree of height `level` whose first leaf is `index * 2 ** level`, from memory or from tiles. */
export type SubtreeHash = (level: number, index: number) => Promise<Bytes>;

export const HASH_BYTES = 32;

/** The hashes of all complete subtrees, by level from the leaves up. Each level is one array, which takes a tenth of the memory. */
export type Levels = readonly Bytes[];

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The hash of an entry, as a leaf (RFC 9162 2.1.1). */
export function leafHash(entry: Uint8Array): Promise<Bytes> {
  return sha256(concat(LEAF, entry));
}

/** The hash of two subtrees side by side (RFC 9162 2.1.1). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Promise<Bytes> {
  return sha256(concat(NODE, left, right));
}

/** The number of entries hashed concurrently, because Web Crypto uses threads. */
const HASHED_AT_ONCE = 256;

/** Hashes entries into the complete subtrees over them. */
export async function hashLevels(entries: readonly Uint8Array[]): Promise<Levels> {
  const leaves = new Uint8Array(entries.length * HASH_BYTES);
  for (let from = 0; from < entries.length; from += HASHED_AT_ONCE) {
    const hashes = await Promise.all(entries.slice(from, from + HASHED_AT_ONCE).map(leafHash));
    leaves.set(concat(...hashes), from * HASH_BYTES);
  }
  const levels = [leaves];
  for (let below = leaves; below.length > HASH_BYTES; ) {
    const level = new Uint8Array(Math.floor(below.length / HASH_BYTES / 2) * HASH_BYTES);
    for (let at = 0; at < level.length; at += HASH_BYTES) {
      const [left, middle, right] = [2 * at, 2 * at + HASH_BYTES, 2 * at + 2 * HASH_BYTES];
      level.set(await nodeHash(below.subarray(left, middle), below.subarray(middle, right)), at);
    }
    levels.push(level);
    below = level;
  }
  return levels;
}

/** Reads subtree hashes from memory. */
export function fromMemory(levels: Levels): SubtreeHash {
  return async (level, index) => {
    const hash = levels[level]?.slice(index * HASH_BYTES, (index + 1) * HASH_BYTES);
    if (hash?.length !== HASH_BYTES) throw new RangeError(`merkle: no subtree ${index} of height ${level}`);
    return hash;
  };
}

/** The root hash of a tree of `size` leaves (RFC 9162 2.1.1). */
export async function rootHash(subtree: SubtreeHash, size: number): Promise<Bytes> {
  return size === 0 ? sha256(new Uint8Array()) : rangeHash(subtree, 0, size);
}

/** MTH(D[start:end]); `start` is a multiple of the largest power of two in the range, as in every range of a proof. */
async function rangeHash(subtree: SubtreeHash, start: number, end: number): Promise<Bytes> {
  const width = end - start;
  const level = Math.ceil(Math.log2(width));
  if (width === 2 ** level) return subtree(level, start / width);
  const middle = start + splitOf(width);
  return nodeHash(await rangeHash(subtree, start, middle), await rangeHash(subtree, middle, end));
}

/** The largest power of two smaller than `width`. */
function splitOf(width: number): number {
  return 2 ** (Math.ceil(Math.log2(width)) - 1);
}

/** The hashes that lead from leaf `index` to the root of a tree of `size` leaves (RFC 9162 2.1.3.1). */
export async function inclusionProof(subtree: SubtreeHash, index: number, size: number): Promise<Bytes[]> {
  if (!(index >= 0 && index < size)) throw new RangeError(`merkle: no leaf ${index} in ${size}`);
  const path = async (start: number, end: number): Promise<Bytes[]> => {
    if (end - start === 1) return [];
    const middle = start + splitOf(end - start);
    return index < middle
      ? [...(await path(start, middle)), await rangeHash(subtree, middle, end)]
      : [...(await path(middle, end)), await rangeHash(subtree, start, middle)];
  };
  return path(0, size);
}

/** The hashes that show that the first `old` of `size` leaves are the tree of `old` leaves (RFC 9162 2.1.4.1). */
export async function consistencyProof(subtree: SubtreeHash, old: number, size: number): Promise<Bytes[]> {
  if (!(old >= 0 && old <= size)) throw new RangeError(`merkle: no ${old} leaves in ${size}`);
  const subproof = async (start: number, end: number, isWhole: boolean): Promise<Bytes[]> => {
    if (end === old) return isWhole ? [] : [await rangeHash(subtree, start, end)];
    const middle = start + splitOf(end - start);
    return old <= middle
      ? [...(await subproof(start, middle, isWhole)), await rangeHash(subtree, middle, end)]
      : [...(await subproof(middle, end, false)), await rangeHash(subtree, start, middle)];
  };
  return old === 0 ? [] : subproof(0, size, true);
}

/** Whether `proof` leads from the leaf hash at `index` to `root` (RFC 9162 2.1.3.2). */
export async function verifyInclusion(
  leaf: Bytes,
  index: number,
  size: number,
  proof: readonly Bytes[],
  root: Uint8Array,
): Promise<boolean> {
  if (!(index >= 0 && index < size)) return false;
  let [place, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      hash = await nodeHash(sibling, hash);
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else hash = await nodeHash(hash, sibling);
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 && equal(hash, root);
}
