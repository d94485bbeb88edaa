import { type ReviewEntry, reviewEntry } from '../../site/content/schemas.ts';
import type { IdentifiedEntry } from '../../site/content/write/entry-line.ts';

/** A review that an import adds or changes. */
export interface PlannedChange {
  /**
   * What happened at the source: `answered` if only the reply differs, `gone` if the review is missing there now, `back` if it was. `marked`
   * if only what the import keeps for itself differs.
   */
  readonly kind: 'new' | 'edited' | 'answered' | 'gone' | 'back' | 'marked';
  /** Undefined for a new one. */
  readonly before: IdentifiedEntry | undefined;
  readonly after: IdentifiedEntry;
  /** The keys of the review that differ. */
  readonly fields: readonly (keyof ReviewEntry)[];
}

/** Keys in which an import keeps its own records. */
const RECORDS: ReadonlySet<string> = new Set(['changed_by_business', 'imported', 'row']);
const KEYS = (Object.keys(reviewEntry.shape) as (keyof ReviewEntry)[]).filter((key) => !RECORDS.has(key));

/** The keys of a review in which two versions differ. */
export const differingKeys = (from: ReviewEntry | undefined, to: ReviewEntry): readonly (keyof ReviewEntry)[] =>
  KEYS.filter((key) => JSON.stringify(from?.[key] ?? null) !== JSON.stringify(to[key] ?? null));

/** Compares two versions of a review. */
export function toChange(before: IdentifiedEntry | undefined, after: IdentifiedEntry): PlannedChange {
  const fields = differingKeys(before, after);
  return { kind: kindOf(before, after, fields), before, after, fields };
}

function kindOf(before: IdentifiedEntry | undefined, after: IdentifiedEntry, fields: PlannedChange['fields']): PlannedChange['kind'] {
  if (before === undefined) return 'new';
  if (fields.includes('removed_at_source') && (before.removed_at_source === undefined) !== (after.removed_at_source === undefined))
    return after.removed_at_source === undefined ? 'back' : 'gone';
  const said = fields.filter((field) => field !== 'source_updated_at' && field !== 'edited');
  if (said.length === 0) return 'marked';
  return said.every((field) => field === 'owner_reply') ? 'answered' : 'edited';
}
