import { bundleWidths, type Entry, logPaths, openingsPath, readBundle, tilePath } from '../contract/log.ts';
import { counted } from '../views/words.ts';
import { type Bytes, equal, fromUtf8 } from './bytes.ts';
import type { Opening } from './commitment.ts';
import { hashLevels, type Levels, rootHash } from './merkle.ts';
import {
  type Checkpoint,
  decodeNote,
  type KeyChange,
  LogError,
  printVerifierKey,
  readCheckpoint,
  readKeyChanges,
  readNote,
  readVerifierKey,
  type VerifierKey,
  verifyNote,
} from './note.ts';

/** Reads a published path of a folder or site: its bytes, or undefined if it doesn't exist. Rejects if that is unknown. */
export type Read = (publicPath: string) => Promise<Uint8Array | undefined>;

/** A part of a log is missing, which proves nothing. */
export class MissingError extends Error {
  override name = 'MissingError';
}

/** A log that matches its checkpoint. */
export interface PublishedLog {
  readonly key: VerifierKey;
  readonly checkpoint: Checkpoint;
  /** Canonical JSON, as published. */
  readonly entries: readonly Bytes[];
  readonly keyChanges: readonly KeyChange[];
  /** By the index of the entry. */
  readonly openings: ReadonlyMap<number, Opening>;
  readonly levels: Levels;
}

const READS_AT_ONCE = 8;

/**
 * Reads a whole log and verifies it: the signature, the entries against the root hash, and every change of the key. Undefined if there is
 * no log. @throws LogError if it is invalid, MissingError if a part is missing
 */
export async function readLog(read: Read, onBundle: (done: number, all: number) => void = () => {}): Promise<PublishedLog | undefined> {
  const note = await read(logPaths.checkpoint);
  if (!note) return undefined;
  const checkpoint = readCheckpoint(decodeNote(note));
  const key = await readVerifierKey(decodeNote(await required(read, logPaths.key)).trimEnd());
  await verifyNote(readNote(checkpoint.note), [key]);
  const widths = bundleWidths(checkpoint.size);
  let done = 0;
  const bundles = await mapWide(widths, async (width, index) => {
    const entries = readEntries(await required(read, tilePath('entries', index, width)), width, index);
    const opened = readOpenings(await required(read, openingsPath(index)));
    onBundle(++done, widths.length);
    return { entries, opened };
  });
  const entries = bundles.flatMap((bundle) => bundle.entries);
  const levels = await hashLevels(entries);
  if (!equal(await rootHash(levels, entries.length), checkpoint.root))
    throw new LogError('log: the entries do not match the signed checkpoint');
  const keyChanges = await readKeyChanges(checkpoint.origin, parseEntries(entries));
  checkKeys(key, keyChanges);
  return { key, checkpoint, entries, keyChanges, openings: new Map(bundles.flatMap(({ opened }) => opened)), levels };
}

/** Reads a path that must exist. @throws MissingError */
export async function required(read: Read, publicPath: string): Promise<Uint8Array> {
  const bytes = await read(publicPath);
  if (!bytes) throw new MissingError(`${publicPath} is missing`);
  return bytes;
}

function readEntries(bundle: Uint8Array, width: number, index: number): Bytes[] {
  const entries = framedEntries(bundle, index);
  if (entries.length !== width) throw new LogError(`log: bundle ${index} has ${entries.length} entries instead of ${width}`);
  return entries;
}

function framedEntries(bundle: Uint8Array, index: number): Bytes[] {
  try {
    return readBundle(bundle).map((entry) => new Uint8Array(entry));
  } catch {
    throw new LogError(`log: bundle ${index} is cut short`);
  }
}

function readOpenings(document: Uint8Array): [number, Opening][] {
  return Object.entries(JSON.parse(fromUtf8(document)) as Record<string, Opening>).map(([index, opening]) => [Number(index), opening]);
}

/** Maps concurrently; the results are in the order of `items`. */
async function mapWide<T, R>(items: readonly T[], map: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const work = async () => {
    for (const [index, item] of waiting) results[index] = await map(item, index);
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, work));
  return results;
}

/** Parses entries. @throws LogError */
export function parseEntries(entries: readonly Uint8Array[]): Entry[] {
  return entries.map((entry, index) => {
    try {
      return JSON.parse(fromUtf8(entry)) as Entry;
    } catch {
      throw new LogError(`log: entry ${index} is not JSON`);
    }
  });
}

/** Each change must end with the key that the next one starts with, and the last one with the checkpoint's key. */
function checkKeys(key: VerifierKey, changes: readonly KeyChange[]): void {
  const current = printVerifierKey(key);
  for (const [place, { index, after }] of changes.entries()) {
    if (after !== (changes[place + 1]?.before ?? current)) throw new LogError(`log: the key in use is not the one in entry ${index}`);
  }
}

const TIMEOUT_MS = 30_000;

/**
 * Reads the site at `baseUrl`. Caches may have documents of different builds; the query `run`, different each time, bypasses them, except
 * for tiles, which never change.
 */
export function siteReader(baseUrl: string, run: string): Read {
  return async (publicPath) => {
    const query = publicPath.startsWith(logPaths.tiles) ? '' : `?${run}`;
    const response = await fetch(`${baseUrl}${publicPath}${query}`, { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`${baseUrl}${publicPath} answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
}

/** A log as it was seen before: its key and signed checkpoint. */
export interface SeenLog {
  /** A printed verifier key. */
  readonly key: string;
  /** The signed note. */
  readonly checkpoint: string;
}

/** Why `log` doesn't continue the log that was `seen` before, in a sentence; undefined if it does. @throws LogError if `seen` is invalid */
export async function inconsistency(seen: SeenLog, log: PublishedLog): Promise<string | undefined> {
  const before = readCheckpoint(seen.checkpoint);
  const { origin, size } = log.checkpoint;
  if (before.origin !== origin) return `the log is now ${origin} instead of ${before.origin}`;
  if (size < before.size) return `the log has ${counted(size, 'entry', 'entries')}, but had ${before.size}`;
  if (!equal(await rootHash(log.levels, before.size), before.root)) return `the first ${before.size} entries have changed`;
  const keyThen = log.keyChanges.find(({ index }) => index >= before.size)?.before ?? printVerifierKey(log.key);
  return keyThen === seen.key ? undefined : 'the key has changed without an entry';
}
