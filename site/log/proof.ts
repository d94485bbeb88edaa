import { changesPath, type Entry, logPaths, openingsPath, readBundle, TILE_WIDTH, tilePath } from '../contract/log.ts';
import { type Bytes, fromBase64, fromUtf8, utf8 } from './bytes.ts';
import { canonicalJson, commit, type Opening } from './commitment.ts';
import { inclusionProof, leafHash, verifyInclusion } from './merkle.ts';
import { decodeNote, LogError, readCheckpoint, readNote, readVerifierKey, type TreeHead, verifyNote } from './note.ts';
import { type Read, required } from './published-log.ts';
import { fromTiles } from './tiles.ts';

/** The proof that a published review is in the log: its entry, and the number of hashes that connect it to the signed root. */
export interface ReviewProof {
  readonly index: number;
  readonly size: number;
  readonly entry: Extract<Entry, { readonly commitment: string }>;
  readonly hashes: number;
}

/**
 * Proves that `leaf` is entry `index` of the log, with one tile per level and those at the right edge. Returns the hashes.
 * @throws LogError if it isn't
 */
export async function proveInclusion(read: Read, { size, root }: TreeHead, index: number, leaf: Bytes): Promise<Bytes[]> {
  const proof = await inclusionProof(
    fromTiles(size, (path) => required(read, path)),
    index,
    size,
  );
  if (!(await verifyInclusion(leaf, index, size, proof, root))) throw new LogError(`log: entry ${index} is not in the tree`);
  return proof;
}

/** Proves that the review with this id is in the log as published; undefined for unknown ids. @throws LogError if it isn't */
export async function proveReview(read: Read, id: string): Promise<ReviewProof | undefined> {
  const head = readCheckpoint(decodeNote(await required(read, logPaths.checkpoint)));
  const key = await readVerifierKey(decodeNote(await required(read, logPaths.key)).trimEnd());
  await verifyNote(readNote(head.note), [key]);
  const found = await findOpening(read, head.size, id);
  if (!found) return undefined;
  const { index, salt } = found;
  const page = Math.floor(index / TILE_WIDTH);
  const bundle = await required(read, tilePath('entries', page, Math.min(TILE_WIDTH, head.size - page * TILE_WIDTH)));
  const bytes = readBundle(bundle)[index % TILE_WIDTH] ?? new Uint8Array();
  const entry = JSON.parse(fromUtf8(bytes)) as ReviewProof['entry'];
  const { changes } = await json<{ changes: readonly { review: unknown }[] }>(read, `${changesPath}${page}`);
  const record = changes[index % TILE_WIDTH]?.review;
  if (entry.id !== id || (await commit(salt, utf8(canonicalJson(record)))) !== entry.commitment)
    throw new LogError(`log: entry ${index} is about another record`);
  const hashes = await proveInclusion(read, head, index, await leafHash(bytes));
  return { index, size: head.size, entry, hashes: hashes.length };
}

/** Finds a review's opening, starting with the newest entries. */
async function findOpening(read: Read, size: number, id: string): Promise<{ index: number; salt: Bytes } | undefined> {
  for (let page = Math.ceil(size / TILE_WIDTH) - 1; page >= 0; page--) {
    const openings = await json<Readonly<Record<string, Opening>>>(read, openingsPath(page));
    const [index, opening] = Object.entries(openings).find(([, one]) => one.id === id) ?? [];
    if (opening) return { index: Number(index), salt: fromBase64(opening.salt) ?? new Uint8Array() };
  }
  return undefined;
}

async function json<T>(read: Read, path: string): Promise<T> {
  return JSON.parse(fromUtf8(await required(read, path))) as T;
}
