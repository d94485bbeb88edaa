import { newestFirst } from '../../site/contract/review.ts';
import type { ReviewEntry } from '../../site/dataset/content-files.ts';
import { type Incoming, identityOf, type Refused } from './adapt.ts';

export interface StoredReview {
  readonly entry: ReviewEntry & { readonly id: string };
  /** Where it is written, for messages; undefined in the file that imports write. */
  readonly elsewhere: string | undefined;
}

export interface Merge {
  /** The whole content of the file that imports write, newest first. */
  readonly entries: readonly ReviewEntry[];
  readonly added: readonly ReviewEntry[];
  readonly changed: readonly { readonly from: ReviewEntry; readonly to: ReviewEntry }[];
  readonly unchanged: number;
  readonly refused: readonly Refused[];
}

/**
 * Merges reviews into those that are there: the same identity keeps its id and takes what the source says, a new one
 * is added, and what the source doesn't speak of stays. A review that is written in another file is never touched.
 */
export function mergeReviews(stored: readonly StoredReview[], incoming: readonly Incoming[]): Merge {
  const known = new Map(stored.map((review) => [identityOf(review.entry.source, review.entry.source_id ?? review.entry.id), review]));
  const own = new Map(stored.filter(({ elsewhere }) => elsewhere === undefined).map(({ entry }) => [entry.id, entry as ReviewEntry]));
  const added: ReviewEntry[] = [];
  const changed: { from: ReviewEntry; to: ReviewEntry }[] = [];
  const refused: Refused[] = [];
  let unchanged = 0;
  for (const { place, identity, entry, given } of incoming) {
    const before = known.get(identity);
    const merged = before ? { ...before.entry, ...pick(entry, given) } : entry;
    if (before && same(before.entry, merged)) unchanged += 1;
    else if (before?.elsewhere !== undefined)
      refused.push({ place, reason: `differs from ${before.elsewhere}, which is written by hand: change it there` });
    else {
      if (before) changed.push({ from: before.entry, to: merged });
      else added.push(merged);
      own.set(merged.id ?? '', merged);
    }
  }
  const entries = [...own.values()].sort((a, b) => newestFirst({ date: a.date, id: a.id ?? '' }, { date: b.date, id: b.id ?? '' }));
  return { entries, added, changed, unchanged, refused };
}

function pick(entry: ReviewEntry, keys: ReadonlySet<keyof ReviewEntry>): Partial<ReviewEntry> {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => keys.has(key as keyof ReviewEntry)));
}

const same = (a: ReviewEntry, b: ReviewEntry) => JSON.stringify(a) === JSON.stringify(b);
