import { compareToSource } from '../../site/content/hand-edits.ts';
import { dayOf, laterOf, sortable } from '../../site/content/instant.ts';
import type { ReviewEntry } from '../../site/content/schemas.ts';
import type { IdentifiedEntry } from '../../site/content/write/entry-line.ts';
import type { Incoming } from './incoming.ts';

/** When complete exports of a review's scope were made, as printed by toInstant. */
interface Completeness {
  /** The complete export that contains the incoming review. */
  readonly exportedAt: string | undefined;
  /** The newest complete export, including this one. */
  readonly newest: string | undefined;
}

/** Masks names and texts of a review according to the policy. */
export type Publish = (entry: ReviewEntry) => ReviewEntry;

/**
 * Merges a stored review with a version from an export. Values from the source replace stored ones, except for hand edits and an earlier
 * verification. An older version doesn't overwrite a newer one. Without times, the last import wins.
 */
export function mergeReview(
  before: IdentifiedEntry | undefined,
  incoming: Incoming,
  known: Completeness,
  publish: Publish,
): IdentifiedEntry {
  const { entry, given, isPublished } = incoming;
  const seen = laterOf(entry.source_updated_at, known.exportedAt);
  if (before === undefined) return withMark(entry, isGone(seen, known) ? dayOf(known.newest ?? '') : undefined);
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
  const marked = withMark(merged, isMarked ? before.removed_at_source : undefined);
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
