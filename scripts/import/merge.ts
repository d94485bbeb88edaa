import { checksums, compareToSource, handEdits, markEdited, recordChanges } from '../../site/content/hand-edits.ts';
import { identityOf, scopeOf } from '../../site/content/identity.ts';
import { reasonToLeaveOut } from '../../site/content/read/publication-policy.ts';
import type { IdentifiedEntry, Policy, ReviewEntry } from '../../site/content/schemas.ts';
import type { takedownFinder } from '../../site/content/takedowns.ts';
import { dayOf, laterOf, sortable } from '../../site/shared/dates.ts';
import { counted } from '../../site/shared/text.ts';
import { printEntry, type StoredReview, type StoredReviews } from '../content/stored-reviews.ts';
import type { Incoming, Refused } from './incoming.ts';
import { differingKeys, type ImportSummary, isEqualAtSource } from './report.ts';

/** Masks names and texts of a review according to the policy. */
type Publish = (entry: ReviewEntry) => ReviewEntry;

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
  readonly policy: Policy;
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
    summary.rows.notPublished += 1;
    return;
  }
  if (stored !== undefined) summary.known += 1;
  const isOurs = stored !== undefined && stored.elsewhere === undefined;
  const known = isOurs ? noteHandEdits(stored.entry, options) : stored?.entry;
  const merged = mergeReview(known, incoming, { exportedAt: complete.get(scope), newest: newest.get(scope) }, publish);
  const isLeftOut = reasonToLeaveOut(merged, options.policy, false) !== undefined;
  const isOlderRow = isOlder(incoming.entry.source_updated_at, stored?.entry.source_updated_at);
  const count = (change: 'changed' | 'unchanged') => {
    summary.rows[isOlderRow ? 'older' : isLeftOut ? 'notPublished' : change] += 1;
  };
  if (stored === undefined) add(merged);
  else if (isOurs) count(replace(stored, merged, options));
  else if (isEqualAtSource(stored.entry, merged)) count('unchanged');
  else summary.refused.push({ place, reason: `differs from ${stored.elsewhere}, which was written by hand: change it there` });

  function add(entry: typeof merged): void {
    const brought = { ...entry, ...(entry.verification ? { verification: { ...entry.verification, import: importId } } : {}) };
    options.stored.put(withChecksums(brought));
    summary.added.push(brought);
    summary.rows[isLeftOut ? 'notPublished' : 'added'] += 1;
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
): 'changed' | 'unchanged' {
  const written = withChecksums(merged);
  if (printEntry(written) === line) return 'unchanged';
  stored.put(written);
  if (differingKeys(entry, merged).some((key) => key !== 'edited')) {
    summary.changed.push({ from: entry, to: merged });
    return 'changed';
  }
  summary.marked += 1;
  return 'unchanged';
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
    const missing = counted(kept, 'review seems to be missing, but is', 'reviews seem to be missing, but are');
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

/** When complete exports of a review's scope were made, as printed by toInstant. */
interface Completeness {
  /** The complete export that contains the incoming review. */
  readonly exportedAt: string | undefined;
  /** The newest complete export, including this one. */
  readonly newest: string | undefined;
}

/**
 * Merges a stored review with a version from an export. Values from the source replace stored ones, except for hand edits and an earlier
 * verification. An older version doesn't overwrite a newer one. Without times, the last import wins.
 */
function mergeReview(before: IdentifiedEntry | undefined, incoming: Incoming, known: Completeness, publish: Publish): IdentifiedEntry {
  const { entry, given, isPublished } = incoming;
  const seen = laterOf(entry.source_updated_at, known.exportedAt);
  if (before === undefined) return withMark(entry, isGone(seen, known) ? dayOf(known.newest ?? '') : entry.removed_at_source);
  const protectedKeys = new Set<string>(before.edited ?? []);
  const isOutdated = isOlder(seen, lastSeen(before, known));
  const keys = isOutdated ? given.filter((key) => FILLED.has(key) && before[key] === null) : given;
  const isDeleted = known.exportedAt === undefined && isReplyDeleted(before, incoming);
  const changed = keys.filter(
    (key) =>
      key !== 'verification' && !(key === 'owner_reply' && isDeleted) && !protectedKeys.has(key) && !isEqual(before[key], entry[key]),
  );
  // In a record that this service published, a value that equals the published form of the stored one isn't a change.
  const shown = isPublished && changed.length > 0 ? publish(before) : undefined;
  const taken = changed.filter((key) => shown === undefined || !isEqual(shown[key], entry[key])).map((key) => [key, entry[key]] as const);
  const verification = protectedKeys.has('verification') ? before.verification : verificationOf(before, entry, given);
  const merged = { ...before, ...Object.fromEntries(taken), id: before.id, ...(verification ? { verification } : {}) };
  const isMarked = protectedKeys.has('removed_at_source') || isGone(seen, known);
  const marked = withMark(merged, isMarked ? before.removed_at_source : entry.removed_at_source);
  return isPublished || isOutdated ? marked : compareToSource(marked, entry, given);
}

/**
 * Whether the reply of an incoming version has been deleted since. Google's update time of a review includes its reply, so of two versions
 * with the same time, the one without the reply is newer. But if that is the time of the reply itself, the version without it is older:
 * Google shows replies some time after they were written.
 */
function isReplyDeleted(before: ReviewEntry, { entry, repliedAt }: Incoming): boolean {
  const isOfOneTime = entry.source_updated_at !== undefined && entry.source_updated_at === before.source_updated_at;
  return entry.source === 'google' && isOfOneTime && before.owner_reply === null && repliedAt !== entry.source_updated_at;
}

/** Keys that not every export of Google reviews has, so even an older version can fill them in. */
const FILLED: ReadonlySet<keyof ReviewEntry> = new Set(['author_avatar_url', 'source_url']);

/** When a review was last known to exist: without a mark, it was in the newest complete export or is newer. */
function lastSeen(before: ReviewEntry, { newest }: Completeness): string | undefined {
  return before.removed_at_source === undefined ? laterOf(before.source_updated_at, newest) : before.source_updated_at;
}

/** Whether a newer complete export would contain the review if it still existed. A version without a time counts as current. */
function isGone(seen: string | undefined, { newest }: Completeness): boolean {
  return seen !== undefined && newest !== undefined && sortable(seen) < sortable(newest);
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const isOlder = (a: string | undefined, b: string | undefined) => a !== undefined && b !== undefined && sortable(a) < sortable(b);

function withMark(entry: IdentifiedEntry, day: string | undefined): IdentifiedEntry {
  const { removed_at_source: _, ...rest } = entry;
  return day === undefined ? rest : { ...rest, removed_at_source: day };
}

/** A verification in the record takes precedence, but the first date stays; one that is implied by the source only fills a gap. */
function verificationOf(before: ReviewEntry, entry: ReviewEntry, given: Incoming['given']): ReviewEntry['verification'] {
  if (before.verification === undefined) return entry.verification;
  if (!given.includes('verification') || entry.verification === undefined) return before.verification;
  const { method, verified_at, reference = before.verification.reference } = entry.verification;
  const changed = { ...before.verification, method, verified_at: before.verification.verified_at ?? verified_at };
  return reference === undefined ? changed : { ...changed, reference };
}
