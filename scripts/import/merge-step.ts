import type { ReviewEntry } from '../../site/dataset/content-files.ts';
import { printEntry } from './entry-line.ts';
import type { Incoming } from './incoming.ts';
import { dayOf, laterOf, sortable } from './instant.ts';
import { isSaidTheSame, mergeReview, type Publish } from './merge.ts';
import type { Staging, StoredReview } from './staging.ts';
import type { IsTakenDown } from './takedowns.ts';
import type { Tally } from './tally.ts';

export interface MergeOptions {
  readonly staging: Staging;
  readonly tally: Tally;
  /** Which export of this run it is. */
  readonly number: number;
  readonly importId: string;
  readonly isTakenDown: IsTakenDown;
  readonly publish: Publish;
  /** When the newest complete export of each scope was made; this one is put in. */
  readonly newest: Map<string, string>;
  /** When this export was made, for each scope that it is complete of. */
  readonly complete: ReadonlyMap<string, string>;
  /** Whether what is missing may be marked as removed at its source. */
  readonly mayRemove: boolean;
}

/** Merges what came in with one export into what is there, and counts it. */
export function mergeStep(options: MergeOptions): void {
  const { staging, newest, complete } = options;
  for (const [scope, exportedAt] of complete) newest.set(scope, laterOf(newest.get(scope), exportedAt) ?? exportedAt);
  for (const { incoming, stored } of staging.pairs()) mergeOne(incoming, stored, options);
  for (const [scope, exportedAt] of complete) {
    const isNewest = sortable(newest.get(scope) ?? exportedAt) === sortable(exportedAt);
    if (isNewest) markAbsent(scope, exportedAt, options);
  }
}

function mergeOne(incoming: Incoming, stored: StoredReview | undefined, options: MergeOptions): void {
  const { staging, tally, number, importId, isTakenDown, publish, newest, complete } = options;
  const { identity, scope, place } = incoming;
  if (complete.has(scope)) staging.markSeen(number, { identity, id: stored?.entry.id });
  if (isTakenDown(incoming.entry) || (stored && isTakenDown(stored.entry))) {
    tally.keptOut += 1;
    return;
  }
  const merged = mergeReview(stored?.entry, incoming, { exportedAt: complete.get(scope), newest: newest.get(scope) }, publish);
  if (stored === undefined) add(merged);
  else if (stored.elsewhere === undefined ? stored.line === printEntry(merged) : isSaidTheSame(stored.entry, merged)) tally.unchanged += 1;
  else if (stored.elsewhere !== undefined)
    tally.refused.add({ place, reason: `differs from ${stored.elsewhere}, which is written by hand: change it there` });
  else {
    tally.changed.add({ from: stored.entry, to: merged });
    staging.replaceStored(merged);
  }

  function add(entry: typeof merged): void {
    const written = { ...entry, ...(entry.verification ? { verification: { ...entry.verification, import: importId } } : {}) };
    staging.addStored(written, undefined);
    if (complete.has(scope)) staging.markSeen(number, { identity, id: entry.id });
    tally.added.add(written);
    if (entry.removed_at_source !== undefined) tally.addedAsRemoved += 1;
  }
}

/** Marks what a complete export no longer has, unless it was written after the export was made. */
function markAbsent(scope: string, exportedAt: string, { staging, tally, number, mayRemove }: MergeOptions): void {
  let kept = 0;
  for (const { entry, elsewhere } of staging.absent(scope, number)) {
    if (entry.removed_at_source !== undefined || isLater(entry, exportedAt)) continue;
    if (!mayRemove) kept += 1;
    else if (elsewhere !== undefined)
      tally.notes.add(`${elsewhere}: is no longer at its source, and is written by hand: remove it there, or write removed_at_source`);
    else {
      const marked = { ...entry, removed_at_source: dayOf(exportedAt) };
      staging.replaceStored(marked);
      tally.removed.add(marked);
    }
  }
  if (kept > 0) tally.notes.add(`${kept} reviews seem to be missing, but are not marked as removed: records without a name were refused`);
}

function isLater({ source_updated_at, date }: ReviewEntry, exportedAt: string): boolean {
  return source_updated_at === undefined ? date > dayOf(exportedAt) : sortable(source_updated_at) > sortable(exportedAt);
}
