import { isLoopback } from '../shared/base-path.ts';

/** The document whose reviews the log records. */
export const loggedPath = '/reviews.json';

/** The paths of the log. */
export const logPaths = {
  checkpoint: '/log/checkpoint',
  key: '/log/key',
  witnesses: '/log/witnesses.json',
  tiles: '/log/tile/',
  openings: '/log/openings/',
} as const;

/** The log's entries as numbered pages of changes, and their total number. */
export const changesPath = '/api/changes/';
export const latestChangesPath = `${changesPath}latest`;

/** Hashes in a full tile, entries in a full bundle and changes on a full page (tlog-tiles, Merkle Tree). */
export const TILE_WIDTH = 256;

/** The path of tile or bundle `index` of `level`, which has `width` hashes or entries (tlog-tiles, Merkle Tree). */
export function tilePath(level: number | 'entries', index: number, width: number): string {
  const groups = [String(index % 1000).padStart(3, '0')];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`);
  }
  return `${logPaths.tiles}${level}/${groups.join('/')}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** The width of each bundle of a log with `size` entries; only the last one may be partial. */
export function bundleWidths(size: number): number[] {
  const count = Math.ceil(size / TILE_WIDTH);
  return Array.from({ length: count }, (_, index) => Math.min(TILE_WIDTH, size - index * TILE_WIDTH));
}

/** The path of the openings of bundle `index`. */
export function openingsPath(index: number): string {
  return `${logPaths.openings}${index}.json`;
}

/** Whether a log belongs to a trial: its origin, the base URL of its first build without the scheme, is a loopback address. */
export function isTrialLog(origin: string): boolean {
  const url = `http://${origin}`;
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}

/** The types of entries about a review: the first four publish it, the others remove it. */
export const publishingTypes = ['added', 'changed', 'replied', 'back'] as const;
export const removalTypes = ['removed_at_source', 'taken_down', 'withdrawn'] as const;
/** The types of entries about the log itself: it replaces another log, or its key changes. */
export const logTypes = ['log_began', 'key_changed'] as const;

/** Why a review was taken down, and what each reason means. Pages and the desk name them with `gone_…` and `reason_…` in site/messages. */
export const takedownMeanings = {
  asked: 'the customer asked for it',
  legal: 'the law or a court requires it',
  personal_data: 'it contains personal data',
  insults: 'it contains insults or threats',
  fake: 'it is not from a customer',
  mistake: 'it was published by mistake',
  other: 'another reason',
} as const;
export const takedownReasons = Object.keys(takedownMeanings) as TakedownReason[];
/**
 * Why a review was withdrawn although its source still has it: the policy excludes it, the business no longer marks it as verified, or there
 * is no explanation.
 */
export const withdrawalReasons = ['policy', 'not_verified', 'unexplained'] as const;

type Publishing = (typeof publishingTypes)[number];
export type TakedownReason = keyof typeof takedownMeanings;

/** Why a review isn't published, as the log records it. */
export type Absence =
  | { readonly type: 'removed_at_source' }
  | { readonly type: 'taken_down'; readonly reason: TakedownReason }
  | { readonly type: 'withdrawn'; readonly reason: (typeof withdrawalReasons)[number] };

/** An entry about a review; `date` is the day of the build. */
export type LoggedReview = { readonly id: string; readonly date: string } & (
  | { readonly type: Publishing; readonly commitment: string }
  | Absence
);

/** An entry about the log: `previous` is the last checkpoint of the previous log; `note` names the new key and is signed with both. */
export type LoggedEvent = { readonly date: string } & (
  | { readonly type: 'log_began'; readonly previous: string }
  | { readonly type: 'key_changed'; readonly note: string }
);

export type LogEntry = LoggedReview | LoggedEvent;

/** Whether an entry publishes its review. */
export function isPublishing(entry: LogEntry): entry is Extract<LoggedReview, { readonly type: Publishing }> {
  return (publishingTypes as readonly string[]).includes(entry.type);
}

/** Frames entries into a bundle: each after its length as a big-endian uint16 (tlog-tiles, Log entries). */
export function printBundle(entries: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bundle = new Uint8Array(entries.reduce((length, entry) => length + 2 + entry.length, 0));
  const view = new DataView(bundle.buffer);
  let offset = 0;
  for (const entry of entries) {
    view.setUint16(offset, entry.length);
    bundle.set(entry, offset + 2);
    offset += 2 + entry.length;
  }
  return bundle;
}

/** The entries in a bundle. Throws a RangeError if it is truncated. */
export function readBundle(bundle: Uint8Array): Uint8Array[] {
  const view = new DataView(bundle.buffer, bundle.byteOffset, bundle.byteLength);
  const entries: Uint8Array[] = [];
  for (let offset = 0; offset < bundle.length; ) {
    const end = offset + 2 + view.getUint16(offset);
    if (end > bundle.length) throw new RangeError('log: a bundle of entries is truncated');
    entries.push(bundle.subarray(offset + 2, end));
    offset = end;
  }
  return entries;
}
