import { type Absence, isPublishing, type LogEntry } from '../contract/log.ts';

/** The state of a review as of its newest entry. */
export interface ReviewState {
  /** The index and date of that entry. */
  readonly index: number;
  readonly date: string;
  /** The commitment to the record, if the review is published. */
  readonly commitment?: string | undefined;
  /** The reason why it isn't published. */
  readonly absence?: Absence | undefined;
}

/** The state of each review in the log, by id. */
export type History = ReadonlyMap<string, ReviewState>;

/** Replays entries, oldest first. */
export function toHistory(entries: readonly LogEntry[]): History {
  const states = new Map<string, ReviewState>();
  for (const [index, entry] of entries.entries()) {
    if (!('id' in entry)) continue;
    const { id, date } = entry;
    states.set(id, isPublishing(entry) ? { index, date, commitment: entry.commitment } : { index, date, absence: toAbsence(entry) });
  }
  return states;
}

function toAbsence(entry: Absence): Absence {
  return entry.type === 'removed_at_source' ? { type: entry.type } : ({ type: entry.type, reason: entry.reason } as Absence);
}

/** A log in numbers. */
export interface LogSummary {
  readonly origin: string;
  readonly size: number;
  /** The dates of its first and last entry; null without entries. */
  readonly first: string | null;
  readonly last: string | null;
  /** How many reviews were ever published, and how many are now. */
  readonly ever: number;
  readonly published: number;
  /** How many published reviews have changed since they were added, not counting replies. */
  readonly changed: number;
  /** The number of removed reviews for each reason. */
  readonly gone: readonly (Absence & { readonly count: number })[];
}

export const goneCount = ({ gone }: Pick<LogSummary, 'gone'>): number => gone.reduce((sum, { count }) => sum + count, 0);

/** Counts a log's reviews. */
export function summarize(origin: string, entries: readonly LogEntry[]): LogSummary {
  const history = toHistory(entries);
  const states = [...history.values()];
  const causes = new Map<string, number>();
  for (const { absence } of states) {
    if (absence) causes.set(JSON.stringify(absence), 1 + (causes.get(JSON.stringify(absence)) ?? 0));
  }
  return {
    origin,
    size: entries.length,
    first: entries[0]?.date ?? null,
    last: entries.at(-1)?.date ?? null,
    ever: states.length,
    published: states.filter(({ absence }) => absence === undefined).length,
    changed: [...changedReviews(entries)].filter((id) => history.get(id)?.absence === undefined).length,
    gone: [...causes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([cause, count]) => ({ ...(JSON.parse(cause) as Absence), count })),
  };
}

/**
 * The reviews that have changed since they were added, including changes while they were removed: equal records have equal commitments,
 * unless the log's key has changed.
 */
function changedReviews(entries: readonly LogEntry[]): ReadonlySet<string> {
  const commitments = new Map<string, string>();
  const changed = new Set<string>();
  for (const entry of entries) {
    if (!isPublishing(entry)) continue;
    const isOther = entry.type === 'back' && commitments.get(entry.id) !== entry.commitment;
    if (entry.type === 'changed' || isOther) changed.add(entry.id);
    commitments.set(entry.id, entry.commitment);
  }
  return changed;
}
