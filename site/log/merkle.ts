import { type Bytes, concat, equal, sha256 } from './bytes.ts';

/** The hashes of all complete subtrees: `levels[level][index]` has the height `level` and the first leaf `index * 2 ** level`. */
export type Levels = readonly (readonly Bytes[])[];

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

/** Hashes entries into the complete subtrees over them. */
export async function hashLevels(entries: readonly Uint8Array[]): Promise<Levels> {
  let level = await Promise.all(entries.map(leafHash));
  const levels = [level];
  while (level.length > 1) {
    const below = level;
    const pairs = below.flatMap((right, index) => {
      const left = index % 2 === 1 ? below[index - 1] : undefined;
      return left ? [nodeHash(left, right)] : [];
    });
    level = await Promise.all(pairs);
    levels.push(level);
  }
  return levels;
}

/** The root hash of a tree of `size` leaves (RFC 9162 2.1.1). */
export async function rootHash(levels: Levels, size: number): Promise<Bytes> {
  return size === 0 ? sha256(new Uint8Array()) : rangeHash(levels, 0, size);
}

/** MTH(D[start:end]); `start` is a multiple of the largest power of two in the range, as in every range of a proof. */
async function rangeHash(levels: Levels, start: number, end: number): Promise<Bytes> {
  const width = end - start;
  const level = Math.ceil(Math.log2(width));
  if (width === 2 ** level) {
    const hash = levels[level]?.[start / width];
    if (!hash) throw new RangeError(`merkle: no leaves ${start} to ${end}`);
    return hash;
  }
  const middle = start + splitOf(width);
  return nodeHash(await rangeHash(levels, start, middle), await rangeHash(levels, middle, end));
}

/** The largest power of two smaller than `width`. */
function splitOf(width: number): number {
  return 2 ** (Math.ceil(Math.log2(width)) - 1);
}

/** The hashes that lead from leaf `index` to the root of a tree of `size` leaves (RFC 9162 2.1.3.1). */
export async function inclusionProof(levels: Levels, index: number, size: number): Promise<Bytes[]> {
  if (!(index >= 0 && index < size)) throw new RangeError(`merkle: no leaf ${index} in ${size}`);
  const path = async (start: number, end: number): Promise<Bytes[]> => {
    if (end - start === 1) return [];
    const middle = start + splitOf(end - start);
    return index < middle
      ? [...(await path(start, middle)), await rangeHash(levels, middle, end)]
      : [...(await path(middle, end)), await rangeHash(levels, start, middle)];
  };
  return path(0, size);
}

/** The hashes that prove that a tree of `size` leaves begins with the tree of `old` leaves (RFC 9162 2.1.4.1). */
export async function consistencyProof(levels: Levels, old: number, size: number): Promise<Bytes[]> {
  if (!(old >= 0 && old <= size)) throw new RangeError(`merkle: no ${old} leaves in ${size}`);
  const subproof = async (start: number, end: number, isWhole: boolean): Promise<Bytes[]> => {
    if (end === old) return isWhole ? [] : [await rangeHash(levels, start, end)];
    const middle = start + splitOf(end - start);
    return old <= middle
      ? [...(await subproof(start, middle, isWhole)), await rangeHash(levels, middle, end)]
      : [...(await subproof(middle, end, false)), await rangeHash(levels, start, middle)];
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
