import { type LatestChanges, reviewOf, toChange } from '../contract/changes.ts';
import {
  bundleWidths,
  changesPath,
  latestChangesPath,
  logPaths,
  openingsPath,
  printBundle,
  TILE_WIDTH,
  tilePath,
} from '../contract/log.ts';
import type { Review } from '../contract/review.ts';
import { type Bytes, concat } from './bytes.ts';
import { printTreeHead } from './checkpoint.ts';
import type { LogSoFar } from './extend.ts';
import { completeSubtrees, fromMemory, leafHash, rootHash, type SubtreeHash } from './merkle.ts';
import { printVerifierKey } from './note.ts';
import { parseEntries } from './published-log.ts';
import type { Signer } from './signer.ts';
import { allTiles } from './tiles.ts';

/** The tree over a log's entries, and its signed head. */
export interface SignedTree {
  readonly levels: readonly (readonly Bytes[])[];
  readonly subtree: SubtreeHash;
  readonly root: Bytes;
  /** The checkpoint. */
  readonly note: string;
}

/** Hashes a log's entries into its tree and signs the head. */
export async function signTree({ origin, entries }: LogSoFar, signers: readonly Signer[]): Promise<SignedTree> {
  const levels = await completeSubtrees(await Promise.all(entries.map(leafHash)));
  const subtree = fromMemory(levels);
  const root = await rootHash(subtree, entries.length);
  const text = printTreeHead({ origin, size: entries.length, root });
  return { levels, subtree, root, note: `${text}\n${signers.map((signer) => signer.sign(text)).join('')}` };
}

/** The bytes of a published document by its path. */
export type Files = ReadonlyMap<string, string | Uint8Array>;

/**
 * Every file of a log. `paths` are those that were published before: a partial tile among them stays while its full one isn't there
 * (tlog-tiles, Partial Tiles).
 */
export function printLog(log: LogSoFar, tree: SignedTree, signer: Signer, paths: ReadonlySet<string>): Files {
  const { entries, openings } = log;
  const files = new Map<string, string | Uint8Array>([
    [logPaths.checkpoint, tree.note],
    [logPaths.key, `${printVerifierKey(signer.key)}\n`],
  ]);
  const add = (level: number | 'entries', index: number, width: number, print: (width: number) => Uint8Array) => {
    for (const smaller of width === TILE_WIDTH ? [] : Array.from({ length: width - 1 }, (_, before) => before + 1)) {
      const path = tilePath(level, index, smaller);
      if (paths.has(path)) files.set(path, print(smaller));
    }
    files.set(tilePath(level, index, width), print(width));
  };
  for (const { level, index, width } of allTiles(entries.length)) {
    const hashes = tree.levels[level * Math.log2(TILE_WIDTH)] ?? [];
    add(level, index, width, (count) => concat(...hashes.slice(index * TILE_WIDTH, index * TILE_WIDTH + count)));
  }
  for (const [index, width] of bundleWidths(entries.length).entries()) {
    const first = index * TILE_WIDTH;
    add('entries', index, width, (count) => printBundle(entries.slice(first, first + count)));
    const lines = entries.slice(first, first + width).flatMap((_, place) => {
      const opening = openings.get(first + place);
      return opening ? [`"${first + place}":${JSON.stringify(opening)}`] : [];
    });
    files.set(openingsPath(index), `{${lines.join(',\n')}}\n`);
  }
  return files;
}

/** The pages of `/api/changes/`: the entries of a log with the records that are published. There is one page at least. */
export function printChanges({ origin, entries, openings }: LogSoFar, reviews: readonly Review[]): Files {
  const records = new Map(reviews.map((review) => [review.id, review]));
  const latest: LatestChanges = { log: origin, total: entries.length, page_size: TILE_WIDTH };
  const files = new Map([[latestChangesPath, `${JSON.stringify(latest)}\n`]]);
  const changes = parseEntries(entries).map((entry, index) =>
    toChange(index, entry, openings.has(index) ? records.get(reviewOf(entry) ?? '') : undefined),
  );
  for (const [page] of (entries.length === 0 ? [0] : bundleWidths(entries.length)).entries()) {
    const first = page * TILE_WIDTH;
    const lines = changes.slice(first, first + TILE_WIDTH).map((change) => JSON.stringify(change));
    files.set(`${changesPath}${page}`, `{"first":${first},"returned":${lines.length},"changes":[\n${lines.join(',\n')}\n]}\n`);
  }
  return files;
}
