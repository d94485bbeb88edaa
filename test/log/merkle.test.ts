import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bundleWidths, printBundle, readBundle, tilePath } from '../../site/contract/log.ts';
import { type Bytes, utf8 } from '../../site/log/bytes.ts';
import { consistencyProof, hashLevels, inclusionProof, leafHash, rootHash, verifyInclusion } from '../../site/log/merkle.ts';
import { printLog, signTree } from '../../site/log/print.ts';
import { roundsOf } from '../support/release-test.ts';
import { RFC9162 } from '../third-party/log.ts';
import { verifyConsistency } from './consistency.ts';
import { ORIGIN, signerOf } from './site-in-memory.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const treeOf = async (entries: readonly Uint8Array[]) => {
  const leaves = await Promise.all(entries.map(leafHash));
  const levels = await hashLevels(entries);
  return { leaves, levels, root: await rootHash(levels, entries.length) };
};
const numbered = (count: number) => Array.from({ length: count }, (_, index) => utf8(`entry ${index}`));

// The usual test vectors for implementations of RFC 6962, which has the same tree as RFC 9162.
const entries = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

describe('tree hashes', () => {
  test.each(roots.map((root, size) => [size, root] as const))('of %i known entries give the known root', async (size, root) => {
    const { root: own } = await treeOf(entries.slice(0, size).map((entry) => new Uint8Array(Buffer.from(entry, 'hex'))));
    expect(hex(own)).toBe(root);
  });

  test('match a third-party implementation, which verifies every proof for up to 40 entries', async () => {
    const all = numbered(40);
    const trees = await Promise.all(all.map((_, size) => treeOf(all.slice(0, size + 1))));
    for (const [last, { levels, root, leaves }] of trees.entries()) {
      const size = last + 1;
      expect(hex(await RFC9162.treeHead(all.slice(0, size)))).toBe(hex(root));
      for (const [index, leaf] of leaves.entries()) {
        const inclusion_path = await inclusionProof(levels, index, size);
        const proof = { log_id: '', tree_size: size, leaf_index: index, inclusion_path };
        expect(await RFC9162.verifyInclusionProof(root, leaf, proof)).toBe(true);
      }
      for (const [older, { root: oldRoot }] of trees.slice(0, last).entries()) {
        const old = older + 1;
        const path = await consistencyProof(levels, old, size);
        // It leaves the first step of RFC 9162 2.1.4.2 to its callers: the root of a complete tree is put before the proof.
        const consistency_path = Number.isInteger(Math.log2(old)) ? [oldRoot, ...path] : path;
        const proof = { log_id: '', tree_size_1: old, tree_size_2: size, consistency_path };
        expect(await RFC9162.verifyConsistencyProof(oldRoot, root, proof)).toBe(true);
      }
    }
  });
});

const flip = (hash: Bytes, bit: number): Bytes => hash.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));

describe('proofs', () => {
  const places = fc.tuple(fc.integer({ min: 1, max: 700 }), fc.nat(), fc.nat());
  test('of inclusion verify, but not with a changed, missing or extra hash, or at another index', async () => {
    await fc.assert(
      fc.asyncProperty(places, fc.nat(255), async ([size, at, other], bit) => {
        const { levels, root, leaves } = await treeOf(numbered(size));
        const index = at % size;
        const leaf = leaves[index] as Bytes;
        const proof = await inclusionProof(levels, index, size);
        expect(await verifyInclusion(leaf, index, size, proof, root)).toBe(true);
        expect(await verifyInclusion(flip(leaf, bit), index, size, proof, root)).toBe(false);
        expect(await verifyInclusion(leaf, index, size, [...proof, leaf], root)).toBe(false);
        expect(await verifyInclusion(leaf, index, size, proof.slice(0, -1), root)).toBe(size === 1);
        const place = other % size;
        if (place !== index) expect(await verifyInclusion(leaf, place, size, proof, root)).toBe(false);
        if (proof.length > 0) {
          const changed = proof.map((hash, step) => (step === other % proof.length ? flip(hash, bit) : hash));
          expect(await verifyInclusion(leaf, index, size, changed, root)).toBe(false);
        }
      }),
      { numRuns: roundsOf(100) },
    );
  });

  test('of consistency verify for an earlier state of the tree, but not for a forged one', async () => {
    await fc.assert(
      fc.asyncProperty(places, fc.nat(255), async ([size, at, other], bit) => {
        const old = 1 + (at % size);
        const all = numbered(size);
        const [{ root: oldRoot }, { levels, root }] = [await treeOf(all.slice(0, old)), await treeOf(all)];
        const proof = await consistencyProof(levels, old, size);
        expect(await verifyConsistency(old, size, proof, oldRoot, root)).toBe(true);
        expect(await verifyConsistency(old, size, proof, flip(oldRoot, bit), root)).toBe(false);
        expect(await verifyConsistency(old, size, proof, oldRoot, flip(root, bit))).toBe(false);
        expect(await verifyConsistency(old, size, [...proof, root], oldRoot, root)).toBe(false);
        if (proof.length > 0) {
          const changed = proof.map((hash, step) => (step === other % proof.length ? flip(hash, bit) : hash));
          expect(await verifyConsistency(old, size, changed, oldRoot, root)).toBe(false);
        }
        // One of the old entries is different, missing or moved to the end.
        const victim = other % old;
        const isSame = (one: readonly Uint8Array[]) => one.slice(0, old).every((entry, index) => hex(entry) === hex(all[index] as Bytes));
        for (const forged of [
          all.with(victim, utf8('other')),
          all.toSpliced(victim, 1),
          all.toSpliced(victim, 1).concat(all[victim] as Bytes),
        ]) {
          if (isSame(forged) || forged.length < old) continue;
          const tree = await treeOf(forged);
          const forgedProof = await consistencyProof(tree.levels, old, forged.length);
          expect(await verifyConsistency(old, forged.length, forgedProof, oldRoot, tree.root)).toBe(false);
        }
      }),
      { numRuns: roundsOf(100) },
    );
  });

  test('from the empty tree or between equal trees need no hashes', async () => {
    const { root: empty } = await treeOf([]);
    const { levels, root } = await treeOf(numbered(3));
    expect(await consistencyProof(levels, 0, 3)).toEqual([]);
    expect(await verifyConsistency(0, 3, [], empty, root)).toBe(true);
    expect(await verifyConsistency(0, 3, [], root, root)).toBe(false);
    expect(await verifyConsistency(3, 3, [], root, root)).toBe(true);
    expect(await verifyConsistency(4, 3, [], root, root)).toBe(false);
  });
});

describe('tiles', () => {
  // tlog-tiles, Merkle Tree and Partial Tiles.
  test.each<readonly [level: number | 'entries', index: number, width: number, path: string]>([
    [0, 1_234_067, 256, '/log/tile/0/x001/x234/067'],
    [0, 0, 256, '/log/tile/0/000'],
    [1, 999, 17, '/log/tile/1/999.p/17'],
    ['entries', 1000, 1, '/log/tile/entries/x001/000.p/1'],
  ])('of level %s, number %i and width %i have the path in the specification', (level, index, width, path) => {
    expect(tilePath(level, index, width)).toBe(path);
  });

  const count = async (size: number) => {
    const [log, signer] = [{ origin: ORIGIN, entries: numbered(size), openings: new Map() }, await signerOf(1)];
    const paths = [...printLog(log, await signTree(log, [signer]), signer, new Set())].map(([path]) => path);
    const tiles = paths.flatMap((path) => {
      const [, level, width = '256'] = /^\/log\/tile\/(\d+)\/.+?(?:\.p\/(\d+))?$/.exec(path) ?? [];
      return level === undefined ? [] : [`${level} ${width}`];
    });
    return Object.entries(Object.groupBy(tiles, (tile) => tile)).map(([tile, all]) => [tile, all?.length]);
  };
  test('of 70,000 and 256 entries match the specification', async () => {
    expect(await count(70_000)).toEqual([
      ['0 256', 273],
      ['0 112', 1],
      ['1 256', 1],
      ['1 17', 1],
      ['2 1', 1],
    ]);
    expect(await count(256)).toEqual([
      ['0 256', 1],
      ['1 1', 1],
    ]);
    expect([await count(0), bundleWidths(0), bundleWidths(257)]).toEqual([[], [], [256, 1]]);
  });
});

test('an entry bundle survives a round trip, and a truncated one is rejected', () => {
  const some = [utf8('{}'), utf8(''), utf8('x'.repeat(65_535))];
  const bundle = printBundle(some);
  expect(hex(bundle.subarray(0, 6))).toBe('00027b7d0000');
  expect(readBundle(bundle).map(hex)).toEqual(some.map(hex));
  expect(() => readBundle(bundle.subarray(0, -1))).toThrow(RangeError);
  expect(() => readBundle(Uint8Array.of(0))).toThrow(RangeError);
});
