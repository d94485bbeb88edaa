import { identityOf, reviewId, scopeOf } from '../../site/content/identity.ts';
import { type ReviewEntry, reviewEntry } from '../../site/content/schemas.ts';
import { sortable } from '../../site/shared/dates.ts';

/** A review ready to be merged. `given` are the keys that its source provides; a merge leaves the others alone. */
export interface Incoming {
  readonly place: string;
  readonly identity: string;
  /** The part of a source of which an export can be complete. */
  readonly scope: string;
  /** Its verification reference is the plain number until it is hashed. */
  readonly entry: ReviewEntry & { readonly id: string };
  readonly given: readonly (keyof ReviewEntry)[];
  /** When its reply was last changed, if the source has the time of day. */
  readonly repliedAt?: string | undefined;
  /** Whether names and texts may be the published ones, masked by the policy, instead of the original ones. */
  readonly isPublished?: boolean;
  /** The column of its id, if the id only identifies it together with its author, as in tables of no known platform. */
  readonly idColumn?: string | undefined;
  /** Whether its source doesn't name its author. */
  readonly isAnonymous?: boolean;
}

/** Whether a version of a review is newer than another one, by the source's times; a version without a time is the oldest. */
export function isNewer({ entry: a }: Incoming, { entry: b }: Incoming): boolean {
  return sortable(a.source_updated_at ?? '') > sortable(b.source_updated_at ?? '');
}

/** The business's reply to a review in the same file, in a separate row. */
export interface Reply {
  readonly place: string;
  /** The identity of the review. */
  readonly replyTo: string;
  /** Who wrote it. */
  readonly author: string;
  readonly reply: ReviewEntry['owner_reply'];
}

export interface Refused {
  readonly place: string;
  readonly reason: string;
  /** Identifies the review, if that part of the record is valid: it still exists at its source. */
  readonly identity?: string;
  readonly scope?: string;
}

/** A record that can't become a review; `known` identifies it. */
export function toRefused(place: string, reason: string, known: Pick<ReviewEntry, 'source' | 'source_id'>): Refused {
  return { place, reason, ...(known.source_id === undefined ? {} : { identity: identityOf(known), scope: scopeOf(known) }) };
}

/** Validates a converted record, and refuses it with the first problem. */
export function toIncoming(
  place: string,
  value: Readonly<Record<string, unknown>> & { readonly source: string; readonly source_id?: string | undefined },
  given: Iterable<keyof ReviewEntry>,
): Incoming | Refused {
  const parsed = reviewEntry.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return toRefused(place, `${issue?.path.join('.')}: ${issue?.message}`, { source: value.source, source_id: value.source_id });
  }
  const { date, source, source_id, id = reviewId(date, source, source_id ?? '') } = parsed.data;
  const entry = { ...parsed.data, id };
  return { place, identity: identityOf(entry), scope: scopeOf(entry), entry, given: [...new Set(given)] };
}

/** Counts the occurrences of each key, from 1. */
export function occurrenceCounter(): (key: string) => number {
  const counts = new Map<string, number>();
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
}
