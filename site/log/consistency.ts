import { TILE_WIDTH, tilePath } from '../contract/log.ts';
import { type Bytes, equal, HASH_BYTES, sha256 } from './bytes.ts';
import { consistencyProof, nodeHash, rootHash } from './merkle.ts';
import { LogError } from './note.ts';

/** The head of a log's tree. */
export interface TreeHead {
  readonly size: number;
  readonly root: Bytes;
}

/** The root of a tree without leaves (RFC 6962 2.1). */
export const emptyRoot = (): Promise<Bytes> => sha256(new Uint8Array());

/** Whether `proof` shows that the tree `now` begins with the tree `before` (RFC 6962 2.1.2). */
export async function isConsistent(before: TreeHead, now: TreeHead, proof: readonly Bytes[]): Promise<boolean> {
  if (before.size > now.size || (now.size === 0 && !equal(now.root, await emptyRoot()))) return false;
  if (before.size === 0) return proof.length === 0 && equal(before.root, await emptyRoot());
  const left = [...proof];
  const roots = await rebuild(before.size, now.size, left, before.root);
  return roots !== undefined && left.length === 0 && equal(roots.before, before.root) && equal(roots.now, now.root);
}

/**
 * Rebuilds both roots as SUBPROOF (RFC 6962 2.1.2) takes them apart, and removes the hashes that it uses from the front of `proof`. `known`
 * is the hash of the first `old` leaves, which the proof leaves out if they are a complete subtree; undefined if hashes are missing.
 */
async function rebuild(
  old: number,
  size: number,
  proof: Bytes[],
  known?: Bytes,
): Promise<{ readonly before: Bytes; readonly now: Bytes } | undefined> {
  if (old === size) {
    const hash = known ?? proof.shift();
    return hash && { before: hash, now: hash };
  }
  let half = 1;
  while (half * 2 < size) half *= 2;
  const isLeft = old <= half;
  const part = isLeft ? await rebuild(old, half, proof, known) : await rebuild(old - half, size - half, proof);
  const sibling = proof.shift();
  if (part === undefined || sibling === undefined) return undefined;
  return isLeft
    ? { before: part.before, now: await nodeHash(part.now, sibling) }
    : { before: await nodeHash(sibling, part.before), now: await nodeHash(sibling, part.now) };
}

/** Reads a tile. Rejects if there is none. */
type ReadTile = (path: string) => Promise<Uint8Array>;

/** The consistency proof between two sizes of a log, and the root of the smaller tree, according to its tiles. */
interface TileProof {
  readonly proof: readonly Bytes[];
  readonly before: Bytes;
}

/**
 * Makes a consistency proof from a log's tiles. Reads two of each level, which contain the last leaf of both trees.
 * @throws LogError if a tile has the wrong length
 */
export async function proveByTiles(old: number, size: number, readTile: ReadTile): Promise<TileProof> {
  if (old === 0) return { proof: [], before: await emptyRoot() };
  const levels: Bytes[][] = [];
  for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / TILE_WIDTH)) {
    const span = TILE_WIDTH ** (level + 1);
    for (const index of new Set([old - 1, size - 1].map((leaf) => Math.floor(leaf / span)))) {
      const width = Math.min(TILE_WIDTH, count - index * TILE_WIDTH);
      if (width > 0) await addTile(levels, level, index, width, readTile);
    }
  }
  return { proof: await consistencyProof(levels, old, size), before: await rootHash(levels, old) };
}

/** Adds the hashes of a tile and of the subtrees above them that fit in it. */
async function addTile(levels: Bytes[][], level: number, index: number, width: number, readTile: ReadTile) {
  const path = tilePath(level, index, width);
  const tile = new Uint8Array(await readTile(path));
  if (tile.length !== width * HASH_BYTES) throw new LogError(`${path} has ${tile.length} bytes instead of ${width * HASH_BYTES}`);
  let hashes = Array.from({ length: width }, (_, place) => tile.slice(place * HASH_BYTES, (place + 1) * HASH_BYTES));
  let first = index * TILE_WIDTH;
  for (let height = level * Math.log2(TILE_WIDTH); hashes.length > 0; height++, first /= 2) {
    const row = levels[height] ?? [];
    levels[height] = row;
    for (const [place, hash] of hashes.entries()) row[first + place] = hash;
    const pairs = hashes.flatMap((right, place) => (place % 2 === 1 ? [[hashes[place - 1] as Bytes, right] as const] : []));
    hashes = await Promise.all(pairs.map(([left, right]) => nodeHash(left, right)));
  }
}
