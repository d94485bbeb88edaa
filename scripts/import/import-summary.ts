import { type ReviewEntry, reviewEntry } from '../../site/content/schemas.ts';
import type { Refused } from './incoming.ts';

export interface EntryChange {
  readonly from: ReviewEntry;
  readonly to: ReviewEntry;
}

/** A review whose keys were edited by hand since the last import. */
export interface HandEdited {
  readonly entry: ReviewEntry;
  readonly keys: readonly string[];
}

/** The result of an import or a dry run. */
export class ImportSummary {
  readonly added: ReviewEntry[] = [];
  readonly changed: EntryChange[] = [];
  readonly removed: ReviewEntry[] = [];
  readonly refused: Refused[] = [];
  readonly notes: string[] = [];
  readonly handEdited: HandEdited[] = [];
  /** Reviews of the exports that the content already has. */
  known = 0;
  unchanged = 0;
  /** Reviews of which only the marks of hand edits or the checksums change. */
  marked = 0;
  keptOut = 0;
  /** Added although a newer complete export doesn't have them, so they are marked as removed from the start. */
  addedAsRemoved = 0;
  /** Added although an earlier complete export must have contained them: they were refused then, or have been deleted since. */
  addedAgain = 0;

  get counts() {
    return { added: this.added.length, changed: this.changed.length, removed: this.removed.length };
  }

  /** Whether the imported file changes. */
  get isToBeWritten(): boolean {
    return this.added.length + this.changed.length + this.removed.length + this.marked > 0;
  }

  /** Whether there were records, and all of them were refused. */
  get isAllRefused(): boolean {
    return this.refused.length > 0 && this.added.length + this.changed.length + this.unchanged + this.keptOut === 0;
  }
}

/** Keys in which an import keeps its own records. */
const RECORDS: ReadonlySet<string> = new Set(['changed_by_business', 'imported', 'row']);
const KEYS = (Object.keys(reviewEntry.shape) as (keyof ReviewEntry)[]).filter((key) => !RECORDS.has(key));

/** The keys of a review in which two versions differ. Null counts as absent. */
export function differingKeys(from: ReviewEntry | undefined, to: ReviewEntry): readonly (keyof ReviewEntry)[] {
  const print = (value: unknown) => JSON.stringify(value, (_key, inner) => inner ?? undefined);
  return KEYS.filter((key) => print(from?.[key]) !== print(to[key]));
}

/** Keys that the source of a review can't provide. */
const OURS: ReadonlySet<string> = new Set(['id', 'source_id', 'verification', 'source_updated_at', 'removed_at_source', 'edited']);

/** Whether two versions of a review are equal in everything that their source can provide. */
export const isEqualAtSource = (a: ReviewEntry, b: ReviewEntry): boolean => differingKeys(a, b).every((key) => OURS.has(key));
