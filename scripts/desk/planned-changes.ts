import type { IdentifiedEntry, ReviewEntry } from '../../site/content/schemas.ts';
import type { ImportPlan } from '../import/plan.ts';
import { differingKeys } from '../import/report.ts';

/** A review that an import adds or changes. */
export interface PlannedChange {
  /**
   * `answered` if only the reply differs, `gone` if the review is no longer at its source, `back` if it is there again, and `marked` if
   * only the import's own records differ.
   */
  readonly kind: 'new' | 'edited' | 'answered' | 'gone' | 'back' | 'marked';
  /** Undefined for a new one. */
  readonly before: IdentifiedEntry | undefined;
  readonly after: IdentifiedEntry;
  /** The keys of the review that differ. */
  readonly fields: readonly (keyof ReviewEntry)[];
}

/** The changes that a plan would make, one per review. */
export function plannedChanges(plan: ImportPlan): readonly PlannedChange[] {
  return plan.changes().map(({ before, after }) => toChange(before?.entry, after.entry));
}

function toChange(before: IdentifiedEntry | undefined, after: IdentifiedEntry): PlannedChange {
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
