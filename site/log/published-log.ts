import { bundleWidths, type LogEntry, logPaths, openingsPath, readBundle, tilePath } from '../contract/log.ts';
import { counted } from '../shared/text.ts';
import { type Bytes, equal, fromUtf8, type Opening } from './bytes.ts';
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

/** A log can't be checked, for example because a part is missing. That doesn't prove it invalid. */
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
  const entries: Bytes[] = [];
  const openings = new Map<number, Opening>();
  for (const [index, width] of widths.entries()) {
    entries.push(...readEntries(await required(read, tilePath('entries', index, width)), width, index));
    const opened: Readonly<Record<string, Opening>> = JSON.parse(fromUtf8(await required(read, openingsPath(index))));
    for (const [entry, opening] of Object.entries(opened)) openings.set(Number(entry), opening);
    onBundle(index + 1, widths.length);
  }
  const levels = await hashLevels(entries);
  if (!equal(await rootHash(levels, entries.length), checkpoint.root))
    throw new LogError('log: the entries do not match the signed checkpoint');
  const keyChanges = await readKeyChanges(checkpoint.origin, parseEntries(entries));
  checkKeys(key, keyChanges);
  return { key, checkpoint, entries, keyChanges, openings, levels };
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
    throw new LogError(`log: bundle ${index} is truncated`);
  }
}

/** Parses entries. @throws LogError */
export function parseEntries(entries: readonly Uint8Array[]): LogEntry[] {
  return entries.map((entry, index) => {
    try {
      return JSON.parse(fromUtf8(entry)) as LogEntry;
    } catch {
      throw new LogError(`log: entry ${index} is not JSON`);
    }
  });
}

/** Checks that each change ends with the key that the next one starts with, and the last one with the log's key. @throws LogError */
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

/** Explains why `log` doesn't continue the log that was `seen` before; undefined if it does. @throws LogError if `seen` is invalid */
export async function inconsistency(seen: SeenLog, log: PublishedLog): Promise<string | undefined> {
  const before = readCheckpoint(seen.checkpoint);
  const { origin, size } = log.checkpoint;
  if (before.origin !== origin) return `the log is now ${origin} instead of ${before.origin}`;
  if (size < before.size) return `the log has ${counted(size, 'entry', 'entries')}, but had ${before.size}`;
  if (!equal(await rootHash(log.levels, before.size), before.root)) return `the first ${before.size} entries have changed`;
  const keyThen = log.keyChanges.find(({ index }) => index >= before.size)?.before ?? printVerifierKey(log.key);
  return keyThen === seen.key ? undefined : 'the key has changed without an entry';
}
