import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TILE_WIDTH, tilePath } from '../../site/contract/log.ts';
import { type Bytes, concat, utf8 } from '../../site/log/bytes.ts';
import { isConsistent, proveByTiles } from '../../site/log/consistency.ts';
import { consistencyProof, hashLevels, rootHash } from '../../site/log/merkle.ts';
import { verifyConsistency } from './consistency.ts';

/** A tree with three levels of tiles. */
const LEAVES = TILE_WIDTH ** 2 + 300;
const levels = await hashLevels(Array.from({ length: LEAVES }, (_, index) => utf8(`entry ${index}`)));
const headOf = async (size: number) => ({ size, root: (await rootHash(levels, size)).slice() });
const size = fc.oneof(fc.nat(40), fc.constantFrom(255, 256, 257, 511, 512, 513, 65_535, 65_536, 65_537, LEAVES), fc.nat(LEAVES));
const sizes = fc.tuple(size, size).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

/** Serves the tiles of the tree's first leaves, and counts them. */
function tilesOf(leaves: number) {
  const tiles = new Map<string, Bytes>();
  for (let level = 0, count = leaves; count > 0; level++, count = Math.floor(count / TILE_WIDTH))
    for (let index = 0; index * TILE_WIDTH < count; index++) {
      const width = Math.min(TILE_WIDTH, count - index * TILE_WIDTH);
      const first = index * TILE_WIDTH;
      tiles.set(tilePath(level, index, width), concat(...(levels[level * 8]?.slice(first, first + width) ?? [])));
    }
  const read: string[] = [];
  const readTile = async (path: string) => {
    read.push(path);
    const tile = tiles.get(path);
    if (!tile) throw new Error(`there is no ${path}`);
    return tile;
  };
  return { read, readTile };
}

describe('a consistency proof', () => {
  test('from tiles equals the one from all leaves, and takes two tiles of each level', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, async ([old, now]) => {
        const { read, readTile } = tilesOf(now);
        const { proof, before } = await proveByTiles(old, now, readTile);
        expect(proof).toEqual(await consistencyProof(levels, old, now));
        expect(before).toEqual(await rootHash(levels, old));
        expect(read.length).toBeLessThanOrEqual(6);
        expect(await isConsistent(await headOf(old), await headOf(now), proof)).toBe(true);
      }),
      { numRuns: 100, examples: [[[0, 0]], [[0, 300]], [[256, 65_536]], [[65_535, LEAVES]], [[LEAVES, LEAVES]]] },
    );
  });

  test('with any change is judged as by the algorithm of RFC 9162 2.1.4.2', async () => {
    const change = fc.constantFrom('drop', 'add', 'flip', 'swap', 'old root', 'root', 'old size', 'size', 'none');
    await fc.assert(
      fc.asyncProperty(sizes, change, fc.nat(), async ([old, now], what, place) => {
        const [before, after] = [await headOf(old), await headOf(now)];
        const proof = (await consistencyProof(levels, old, now)).map((hash) => hash.slice());
        const at = place % Math.max(1, proof.length);
        const flip = (hash: Bytes | undefined) => hash?.set([(hash[place % 32] ?? 0) ^ 1], place % 32);
        if (what === 'drop') proof.splice(at, 1);
        if (what === 'add') proof.splice(at, 0, before.root);
        if (what === 'flip') flip(proof[at]);
        if (what === 'swap') proof.reverse();
        if (what === 'old root') flip(before.root);
        if (what === 'root') flip(after.root);
        if (what === 'old size') before.size += 1;
        if (what === 'size') after.size += 1;
        const expected = await verifyConsistency(before.size, after.size, proof, before.root, after.root);
        // The algorithm is only for trees with leaves.
        if (after.size > 0) expect(await isConsistent(before, after, proof)).toBe(expected);
        // A root doesn't fix the size, so a proof can fit another size, too.
        const isBroken = ['old root', 'root', 'add'].includes(what) || (['drop', 'flip'].includes(what) && proof.length > 0);
        if (isBroken && !(what === 'root' && old === 0)) expect([what, expected]).toEqual([what, false]);
      }),
      { numRuns: 300 },
    );
  });
});
