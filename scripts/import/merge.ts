import { dayOf, laterOf, sortable } from '../../site/content/instant.ts';
import type { ReviewEntry } from '../../site/content/schemas.ts';
import { type IdentifiedEntry, printEntry } from '../../site/content/write/entry-line.ts';
import type { Incoming } from './incoming.ts';

/** What is known of the complete exports of a review's scope, beside the review itself. Times as toInstant makes them. */
export interface Completeness {
  /** When the export was made that the incoming review stands in, where it is complete. */
  readonly exportedAt: string | undefined;
  /** When the newest complete export was made, this one included. */
  readonly newest: string | undefined;
}

/** A review with name and texts as the policy lets them be published. */
export type Publish = (entry: ReviewEntry) => ReviewEntry;

/**
 * A stored review and the same one out of an export become one: it takes what the source says, keeps what the source doesn't
 * speak of, what was edited by hand and how it was verified before. An older version changes nothing that a newer one said.
 * Without times the last import wins.
 */
export function mergeReview(
  before: IdentifiedEntry | undefined,
  { entry, given, isPublished }: Incoming,
  known: Completeness,
  publish: Publish,
): IdentifiedEntry {
  const seen = laterOf(entry.source_updated_at, known.exportedAt);
  if (before === undefined) return withMark(entry, isGone(seen, known) ? dayOf(known.newest ?? '') : undefined);
  const protectedKeys = new Set<string>(before.edited ?? []);
  const keys = isOlder(seen, lastSeen(before, known)) ? given.filter((key) => FILLED.has(key) && before[key] === null) : given;
  const news = keys.filter((key) => key !== 'verification' && !protectedKeys.has(key) && !isEqual(before[key], entry[key]));
  // Its own publication tells the content nothing new.
  const shown = isPublished && news.length > 0 ? publish(before) : undefined;
  const taken = pick(
    entry,
    news.filter((key) => shown === undefined || !isEqual(shown[key], entry[key])),
  );
  const verification = protectedKeys.has('verification') ? before.verification : verificationOf(before, entry, given);
  const merged = { ...before, ...taken, id: before.id, ...(verification ? { verification } : {}) };
  const isMarked = protectedKeys.has('removed_at_source') || isGone(seen, known);
  return withMark(merged, isMarked ? before.removed_at_source : undefined);
}

/** What one of Google's two exports has and the other never, so that its absence says nothing. */
export const FILLED: ReadonlySet<keyof ReviewEntry> = new Set(['author_avatar_url', 'source_url']);

/** A review that isn't marked stood unchanged in the newest complete export, or is newer. */
function lastSeen(before: ReviewEntry, { newest }: Completeness): string | undefined {
  return before.removed_at_source === undefined ? laterOf(before.source_updated_at, newest) : before.source_updated_at;
}

/** Whether a newer complete export would have the review if it were still there. A version without a time is taken as of now. */
function isGone(seen: string | undefined, { newest }: Completeness): boolean {
  return seen !== undefined && newest !== undefined && sortable(seen) < sortable(newest);
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const isOlder = (a: string | undefined, b: string | undefined) => a !== undefined && b !== undefined && sortable(a) < sortable(b);

function withMark(entry: IdentifiedEntry, day: string | undefined): IdentifiedEntry {
  const { removed_at_source: _, ...rest } = entry;
  return day === undefined ? rest : { ...rest, removed_at_source: day };
}

/** What a record says of it counts, but the first day stays; what only follows from its source fills a gap. */
function verificationOf(before: ReviewEntry, entry: ReviewEntry, given: Incoming['given']): ReviewEntry['verification'] {
  if (before.verification === undefined) return entry.verification;
  if (!given.includes('verification') || entry.verification === undefined) return before.verification;
  const { method, verified_at, reference = before.verification.reference } = entry.verification;
  const changed = { ...before.verification, method, verified_at: before.verification.verified_at ?? verified_at };
  return reference === undefined ? changed : { ...changed, reference };
}

function pick(entry: ReviewEntry, keys: readonly (keyof ReviewEntry)[]): Partial<ReviewEntry> {
  return Object.fromEntries(keys.map((key) => [key, entry[key]]));
}

/** Whether two versions of a review are the same in all that its source can say. */
export function isSaidTheSame(a: ReviewEntry, b: ReviewEntry): boolean {
  return printEntry(asSaid(a)) === printEntry(asSaid(b));
}

function asSaid({
  id,
  source_id,
  verification,
  source_updated_at,
  removed_at_source,
  edited,
  imported,
  ...rest
}: ReviewEntry): ReviewEntry {
  return { ...rest, source_id: '' };
}
