import type { WrittenReview } from '../../site/content/read/written-reviews.ts';
import type { IdentifiedEntry, ReviewEntry } from '../../site/content/schemas.ts';
import type { Review } from '../../site/contract/review.ts';
import type { ImportPlan } from '../import/plan.ts';
import { differingKeys } from '../import/report.ts';

/** The parts of a review that people recognize it by. */
export type ShownReview = Pick<Review, 'id' | 'date' | 'rating' | 'author' | 'text'>;

/** The differences between the reviews of two states. */
export interface ReviewChanges {
  readonly added: readonly ShownReview[];
  readonly removed: readonly ShownReview[];
  /** In their new versions. */
  readonly changed: readonly ShownReview[];
}

export function compareReviews(before: readonly ShownReview[], after: readonly ShownReview[]): ReviewChanges {
  const [old, fresh] = [before, after].map((reviews) => new Map(reviews.map((review) => [review.id, review])));
  return {
    added: after.filter(({ id }) => !old?.has(id)),
    removed: before.filter(({ id }) => !fresh?.has(id)),
    changed: after.filter((review) => old?.has(review.id) && JSON.stringify(old.get(review.id)) !== JSON.stringify(review)),
  };
}

export const entriesOf = (reviews: readonly WrittenReview[]): ShownReview[] => reviews.map(({ entry }) => entry);

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
