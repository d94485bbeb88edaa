import { checksums, handEdits, markEdited, recordChanges } from '../../site/content/hand-edits.ts';
import { dayOf, laterOf, sortable } from '../../site/content/instant.ts';
import type { ReviewEntry } from '../../site/content/schemas.ts';
import type { takedownFinder } from '../../site/content/takedowns.ts';
import { type IdentifiedEntry, printEntry } from '../../site/content/write/entry-line.ts';
import { differingKeys, type ImportSummary, isEqualAtSource } from './import-summary.ts';
import { type Incoming, identityOf, type Refused, scopeOf } from './incoming.ts';
import { mergeReview, type Publish } from './merge.ts';
import type { StoredReview, StoredReviews } from './stored-reviews.ts';

export interface MergeOptions {
  readonly stored: StoredReviews;
  readonly summary: ImportSummary;
  readonly incoming: Iterable<Incoming>;
  /** The refused records. Their reviews still exist at their source. */
  readonly refused: readonly Refused[];
  readonly importId: string;
  /** The day of this import, YYYY-MM-DD. */
  readonly day: string;
  readonly takedownOf: ReturnType<typeof takedownFinder>;
  readonly publish: Publish;
  /** When the newest complete export of each scope was made; updated with this one. */
  readonly newest: Map<string, string>;
  /** When this export was made, for each scope that it contains completely. */
  readonly complete: ReadonlyMap<string, string>;
}

/** Merges the reviews of one export into the stored ones, and counts the changes. */
export function mergeStep(options: MergeOptions): void {
  const { stored, incoming, refused, newest, complete } = options;
  const earlier = new Map(newest);
  /** Identities and ids. */
  const seen = new Set(refused.flatMap(({ identity }) => identity ?? []));
  for (const [scope, exportedAt] of complete) newest.set(scope, laterOf(newest.get(scope), exportedAt) ?? exportedAt);
  for (const one of incoming) {
    const known = stored.find(one);
    seen.add(one.identity);
    if (known !== undefined) seen.add(known.entry.id);
    mergeOne(one, known, earlier, options);
  }
  for (const [scope, exportedAt] of complete) {
    const isNewest = sortable(newest.get(scope) ?? exportedAt) === sortable(exportedAt);
    if (isNewest) markAbsent(scope, exportedAt, seen, options);
  }
}

/** `earlier`: the newest complete export of each scope before this one. */
function mergeOne(incoming: Incoming, stored: StoredReview | undefined, earlier: ReadonlyMap<string, string>, options: MergeOptions): void {
  const { summary, importId, takedownOf, publish, newest, complete } = options;
  const { scope, place } = incoming;
  if (takedownOf(incoming.entry) ?? (stored && takedownOf(stored.entry))) {
    summary.keptOut += 1;
    return;
  }
  if (stored !== undefined) summary.known += 1;
  const isOurs = stored !== undefined && stored.elsewhere === undefined;
  const known = isOurs ? noteHandEdits(stored.entry, options) : stored?.entry;
  const merged = mergeReview(known, incoming, { exportedAt: complete.get(scope), newest: newest.get(scope) }, publish);
  if (stored === undefined) add(merged);
  else if (isOurs) replace(stored, merged, options);
  else if (isEqualAtSource(stored.entry, merged)) summary.unchanged += 1;
  else summary.refused.push({ place, reason: `differs from ${stored.elsewhere}, which was written by hand: change it there` });

  function add(entry: typeof merged): void {
    const brought = { ...entry, ...(entry.verification ? { verification: { ...entry.verification, import: importId } } : {}) };
    options.stored.put(withChecksums(brought));
    summary.added.push(brought);
    if (entry.removed_at_source !== undefined) summary.addedAsRemoved += 1;
    else if (earlier.has(scope) && !isLater(entry, earlier.get(scope) ?? '')) summary.addedAgain += 1;
  }
}

const withChecksums = (entry: IdentifiedEntry): IdentifiedEntry => ({ ...entry, imported: checksums(entry) });

/** Marks the keys of a stored review that were edited by hand since the last import, and adds them to the summary. */
function noteHandEdits(entry: IdentifiedEntry, { summary, day }: Pick<MergeOptions, 'summary' | 'day'>): IdentifiedEntry {
  const keys = handEdits(entry).filter((key) => !entry.edited?.includes(key));
  if (keys.length > 0) summary.handEdited.push({ entry, keys });
  return markEdited(recordChanges(entry, day), keys);
}

/** Stores the merged version of a review if it differs. New marks or checksums alone don't count as a change. */
function replace(
  { entry, line }: StoredReview,
  merged: IdentifiedEntry,
  { stored, summary }: Pick<MergeOptions, 'stored' | 'summary'>,
): void {
  const written = withChecksums(merged);
  if (printEntry(written) === line) {
    summary.unchanged += 1;
    return;
  }
  stored.put(written);
  if (differingKeys(entry, merged).some((key) => key !== 'edited')) summary.changed.push({ from: entry, to: merged });
  else {
    summary.unchanged += 1;
    summary.marked += 1;
  }
}

/** Marks stored reviews that a complete export lacks, unless they were written after it was made. */
function markAbsent(scope: string, exportedAt: string, seen: ReadonlySet<string>, options: MergeOptions): void {
  const { stored, summary, refused } = options;
  const mayRemove = refused.every(({ identity }) => identity !== undefined);
  let kept = 0;
  for (const { entry, elsewhere } of stored.values()) {
    if (scopeOf(entry) !== scope || seen.has(identityOf(entry)) || seen.has(entry.id)) continue;
    if (entry.removed_at_source !== undefined || isLater(entry, exportedAt)) continue;
    if (!mayRemove) kept += 1;
    else if (elsewhere !== undefined)
      summary.notes.push(`${elsewhere}: is no longer at its source, and was written by hand: remove it there, or add removed_at_source`);
    else markRemoved(entry, dayOf(exportedAt), options);
  }
  if (kept > 0) {
    const missing = kept === 1 ? '1 review seems to be missing, but is' : `${kept} reviews seem to be missing, but are`;
    summary.notes.push(`${missing} not marked as removed: records without a name were refused`);
  }
}

/** Marks a review as removed, unless someone removed an earlier mark by hand. */
function markRemoved(entry: IdentifiedEntry, exportedOn: string, options: MergeOptions): void {
  const { stored, summary } = options;
  const known = noteHandEdits(entry, options);
  if (!known.edited?.includes('removed_at_source')) {
    const marked = { ...known, removed_at_source: exportedOn };
    stored.put(withChecksums(marked));
    summary.removed.push(marked);
  } else if (known !== entry) {
    stored.put(withChecksums(known));
    summary.marked += 1;
  }
}

function isLater({ source_updated_at, date }: ReviewEntry, exportedAt: string): boolean {
  return source_updated_at === undefined ? date > dayOf(exportedAt) : sortable(source_updated_at) > sortable(exportedAt);
}
