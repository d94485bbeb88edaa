import { bundleWidths, TILE_WIDTH, tilePath } from '../contract/log.ts';
import type { Bytes } from './bytes.ts';
import { HASH_BYTES, nodeHash, type SubtreeHash } from './merkle.ts';

/** The height of a tile: tiles contain every eighth level. */
const HEIGHT = Math.log2(TILE_WIDTH);

/** A tile of a tree: its position, and its number of hashes. */
export interface Tile {
  readonly level: number;
  readonly index: number;
  readonly width: number;
}

/** All tiles of a tree of `size` leaves, including partial ones (tlog-tiles, Partial Tiles). */
export function allTiles(size: number): Tile[] {
  const tiles: Tile[] = [];
  for (let level = 0, hashes = size; hashes > 0; level++, hashes = Math.floor(hashes / TILE_WIDTH))
    tiles.push(...bundleWidths(hashes).map((width, index) => ({ level, index, width })));
  return tiles;
}

/** Reads subtree hashes from the tiles of a tree of `size` leaves, and fetches each tile once. */
export function fromTiles(size: number, fetchTile: (path: string) => Promise<Uint8Array>): SubtreeHash {
  const tiles = new Map<string, Promise<Uint8Array>>();
  const tileAt = async (level: number, index: number): Promise<Uint8Array> => {
    const width = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH);
    const path = tilePath(level, index, width);
    const tile = tiles.get(path) ?? fetchTile(path);
    tiles.set(path, tile);
    if ((await tile).length !== width * HASH_BYTES) throw new RangeError(`log: ${path} does not have ${width} hashes`);
    return tile;
  };
  return async (level, index) => {
    const height = level % HEIGHT;
    const first = index * 2 ** height;
    const tile = await tileAt((level - height) / HEIGHT, Math.floor(first / TILE_WIDTH));
    const hash = (place: number): Bytes => new Uint8Array(tile.slice(place * HASH_BYTES, (place + 1) * HASH_BYTES));
    const within = async (place: number, count: number): Promise<Bytes> =>
      count === 1 ? hash(place) : nodeHash(await within(place, count / 2), await within(place + count / 2, count / 2));
    return within(first % TILE_WIDTH, 2 ** height);
  };
}
