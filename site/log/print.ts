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
import { type LatestChanges, reviewOf, toChange } from '../contract/log-documents.ts';
import { reviewTlogProofPath } from '../contract/paths.ts';
import type { Review } from '../contract/review.ts';
import { type Bytes, concat } from './bytes.ts';
import type { LogSoFar } from './extend.ts';
import { hashLevels, inclusionProof, type Levels, rootHash } from './merkle.ts';
import { printTreeHead, printVerifierKey } from './note.ts';
import { parseEntries } from './published-log.ts';
import { printReviewProof } from './review-proof.ts';
import type { Signer } from './signer.ts';

/** The tree of a log's entries, and its signed head. */
export interface SignedTree {
  readonly levels: Levels;
  readonly root: Bytes;
  /** The checkpoint. */
  readonly note: string;
}

/** Hashes a log's entries into its tree and signs the head. */
export async function signTree({ origin, entries }: LogSoFar, signers: readonly Signer[]): Promise<SignedTree> {
  const levels = await hashLevels(entries);
  const root = await rootHash(levels, entries.length);
  const text = printTreeHead({ origin, size: entries.length, root });
  return { levels, root, note: `${text}\n${signers.map((signer) => signer.sign(text)).join('')}` };
}

/** A file of the log or of the changes, to be published at a path. */
export type LogFile = readonly [path: string, body: string | Uint8Array];

/**
 * Yields the files of a log. `paths` are the paths of the last build: its partial tiles stay published until the full tile is
 * (tlog-tiles, Partial Tiles).
 */
export function* printLog(
  { entries, openings }: LogSoFar,
  tree: SignedTree,
  signer: Signer,
  paths: ReadonlySet<string>,
): Generator<LogFile> {
  yield [logPaths.checkpoint, tree.note];
  yield [logPaths.key, `${printVerifierKey(signer.key)}\n`];
  // Tiles contain every eighth level.
  const tiled = tree.levels.filter((_, height) => height % Math.log2(TILE_WIDTH) === 0);
  for (const [level, hashes] of tiled.entries())
    for (const [index, width] of bundleWidths(hashes.length).entries()) {
      const first = index * TILE_WIDTH;
      for (const count of widthsOf(level, index, width, paths))
        yield [tilePath(level, index, count), concat(...hashes.slice(first, first + count))];
    }
  for (const [index, width] of bundleWidths(entries.length).entries()) {
    const first = index * TILE_WIDTH;
    for (const count of widthsOf('entries', index, width, paths))
      yield [tilePath('entries', index, count), printBundle(entries.slice(first, first + count))];
    const lines = entries.slice(first, first + width).flatMap((_, place) => {
      const opening = openings.get(first + place);
      return opening ? [`"${first + place}":${JSON.stringify(opening)}`] : [];
    });
    yield [openingsPath(index), `{${lines.join(',\n')}}\n`];
  }
}

/** The widths of a tile to publish: its current one and, until it is full, those in `paths`. */
function widthsOf(level: number | 'entries', index: number, width: number, paths: ReadonlySet<string>): number[] {
  const narrower = width === TILE_WIDTH ? [] : Array.from({ length: width - 1 }, (_, before) => before + 1);
  return [...narrower.filter((count) => paths.has(tilePath(level, index, count))), width];
}

/** The proof of each published review, `/reviews/<id>.tlog-proof`. `note` is the signed checkpoint, with its cosignatures. */
export async function* printProofs({ entries, openings }: LogSoFar, levels: Levels, note: string, reviews: readonly Review[]) {
  const records = new Map(reviews.map((review) => [review.id, review]));
  for (const [index, { id, salt }] of openings) {
    const [entry, record] = [entries[index], records.get(id)];
    if (!entry || !record) continue;
    const hashes = await inclusionProof(levels, index, entries.length);
    yield [reviewTlogProofPath(id), printReviewProof({ index, entry, hashes, note }, record, salt)] as const satisfies LogFile;
  }
}

/** The pages of `/api/changes/`: the entries of a log with the records that are still published. There is at least one page. */
export function* printChanges({ origin, entries, openings }: LogSoFar, reviews: readonly Review[]): Generator<LogFile> {
  const records = new Map(reviews.map((review) => [review.id, review]));
  const latest: LatestChanges = { log: origin, total: entries.length, page_size: TILE_WIDTH };
  yield [latestChangesPath, `${JSON.stringify(latest)}\n`];
  for (const [page] of (entries.length === 0 ? [0] : bundleWidths(entries.length)).entries()) {
    const first = page * TILE_WIDTH;
    const lines = parseEntries(entries.slice(first, first + TILE_WIDTH)).map((entry, place) => {
      const index = first + place;
      return JSON.stringify(toChange(index, entry, openings.has(index) ? records.get(reviewOf(entry) ?? '') : undefined));
    });
    yield [`${changesPath}${page}`, `{"first":${first},"returned":${lines.length},"changes":[\n${lines.join(',\n')}\n]}\n`];
  }
}
