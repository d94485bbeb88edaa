import type { ReviewEntry } from '../../site/content/schemas.ts';
import { CountedSample } from './import-summary.ts';
import { isLocation } from './locations.ts';
import { describeEntry, some } from './report.ts';
import type { Removals, Staging } from './staging.ts';

/** An import can mark this many reviews as removed, or this share of a source, whichever is larger. */
const MAX_COUNT = 5;
const MAX_PART = 0.1;

/** More reviews than an import may mark as removed. */
export interface MassRemoval {
  /** The Google locations or sources that would lose too many. */
  readonly scopes: readonly Removals[];
  readonly reviews: CountedSample<ReviewEntry>;
}

/**
 * Finds out whether a run would mark too many reviews of a Google location or a source as removed, as an empty or truncated export would;
 * undefined otherwise. All files of a run count together.
 */
export function findMassRemoval(staging: Staging): MassRemoval | undefined {
  const removals = staging.removals();
  const places = removals.filter(isTooMuch);
  const scopes = places.length > 0 ? places : bySource(removals).filter(isTooMuch);
  if (scopes.length === 0) return undefined;
  const reviews = new CountedSample<ReviewEntry>();
  for (const review of staging.removedReviews()) reviews.add(review);
  return { scopes, reviews };
}

/** The message for a mass removal, with what to do. */
export function describeMassRemoval({ scopes, reviews }: MassRemoval): string {
  return [
    `${scopes.map(({ scope, present, removed }) => `${removed} of ${present} reviews of ${scope}`).join(' and ')} would be marked as removed at their source, which is more than a tenth; nothing was imported:`,
    ...some(reviews, (review) => [`  - ${describeEntry(review)}`]),
    'An empty or incomplete export has the same effect. Compare it with what the source shows, and export again.',
    'If they are really gone, run the same command with --remove. With --partial, nothing is marked as removed.',
  ].join('\n');
}

const isTooMuch = ({ present, removed }: Removals) => removed > MAX_COUNT && removed > present * MAX_PART;

/** Only Google has locations. */
function bySource(removals: readonly Removals[]): Removals[] {
  const groups = Map.groupBy(removals, ({ scope }) => (isLocation(scope) ? 'google' : scope));
  return [...groups].map(([scope, parts]) => ({
    scope,
    present: parts.reduce((sum, { present }) => sum + present, 0),
    removed: parts.reduce((sum, { removed }) => sum + removed, 0),
  }));
}
