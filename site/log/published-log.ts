import { bundleWidths, type Entry, logPaths, openingsPath, readBundle, tilePath } from '../contract/log.ts';
import { counted } from '../views/words.ts';
import { type Bytes, equal, fromUtf8 } from './bytes.ts';
import type { Opening } from './commitment.ts';
import { fromMemory, hashLevels, rootHash, type SubtreeHash } from './merkle.ts';
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

/**
 * Reads a published path, of a folder or of a site: its bytes, or undefined where there is none. Rejects where that can't be told.
 */
export type Read = (publicPath: string) => Promise<Uint8Array | undefined>;

/** Thrown where a part of a log isn't there, which proves nothing. */
export class MissingError extends Error {
  override name = 'MissingError';
}

/** A log that is what its checkpoint says. */
export interface PublishedLog {
  readonly key: VerifierKey;
  readonly checkpoint: Checkpoint;
  /** As they were published: canonical JSON. */
  readonly entries: readonly Bytes[];
  readonly keyChanges: readonly KeyChange[];
  /** By the index of the entry. */
  readonly openings: ReadonlyMap<number, Opening>;
  /** Over the entries. */
  readonly subtree: SubtreeHash;
}

const READS_AT_ONCE = 8;

/**
 * Reads a log whole and verifies it: the signature, every entry against the root hash, and every change of the key. Resolves with
 * undefined where there is none. Rejects with a LogError where it isn't what its checkpoint says, with a MissingError where a part is missing.
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
  const subtree = fromMemory(await hashLevels(entries));
  if (!equal(await rootHash(subtree, entries.length), checkpoint.root))
    throw new LogError('log: the entries are not those that the checkpoint was signed over');
  const keyChanges = await readKeyChanges(checkpoint.origin, parseEntries(entries));
  checkKeys(key, keyChanges);
  return { key, checkpoint, entries, keyChanges, openings: new Map(bundles.flatMap(({ opened }) => opened)), subtree };
}

/** The bytes of a path that must be there. Rejects with a MissingError where it isn't. */
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

/** Maps with some calls under way at a time, in the order of `items`. */
async function mapWide<T, R>(items: readonly T[], map: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const work = async () => {
    for (const [index, item] of waiting) results[index] = await map(item, index);
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, work));
  return results;
}

/** The entries as values. Throws a LogError for one that isn't JSON. */
export function parseEntries(entries: readonly Uint8Array[]): Entry[] {
  return entries.map((entry, index) => {
    try {
      return JSON.parse(fromUtf8(entry)) as Entry;
    } catch {
      throw new LogError(`log: entry ${index} is no JSON`);
    }
  });
}

/** Each change leads to the key that the next one starts from, and the last one to the key of the checkpoint. */
function checkKeys(key: VerifierKey, changes: readonly KeyChange[]): void {
  const current = printVerifierKey(key);
  for (const [place, { index, after }] of changes.entries()) {
    if (after !== (changes[place + 1]?.before ?? current))
      throw new LogError(`log: the key in use is not the one that entry ${index} names`);
  }
}

const TIMEOUT_MS = 30_000;

/**
 * Reads the site at `baseUrl`. Caches on the way may hold documents of two builds: `run`, a word of its own for each reading, makes
 * them ask for all but tiles, which never change.
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

/** What is kept of a log that was seen: the key and the checkpoint, which is signed with it. */
export interface SeenLog {
  /** As verifier keys are written. */
  readonly key: string;
  /** The signed note. */
  readonly checkpoint: string;
}

/**
 * What keeps `log` from being what the log that was seen has become since, as a sentence; undefined where nothing does. Throws a LogError
 * where `seen` has no checkpoint.
 */
export async function inconsistency(seen: SeenLog, log: PublishedLog): Promise<string | undefined> {
  const before = readCheckpoint(seen.checkpoint);
  const { origin, size } = log.checkpoint;
  if (before.origin !== origin) return `another log, ${origin}, stands in the place of ${before.origin}`;
  if (size < before.size) return `the log has ${counted(size, 'entry', 'entries')} and had ${before.size}`;
  if (!equal(await rootHash(log.subtree, before.size), before.root)) return `the first ${before.size} entries are others than before`;
  const keyThen = log.keyChanges.find(({ index }) => index >= before.size)?.before ?? printVerifierKey(log.key);
  return keyThen === seen.key ? undefined : 'the key is another one, and no entry says so';
}
