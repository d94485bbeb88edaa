import type { ReviewEntry } from '../../site/content/schemas.ts';
import { CountedSample } from './import-summary.ts';
import { isLocation } from './locations.ts';
import { describeEntry, some } from './report.ts';
import type { Loss, Staging } from './staging.ts';

/** Thresholds: an import may mark this many reviews as removed, or this share of a source's, whichever is larger (C14). */
const MAX_COUNT = 5;
const MAX_PART = 0.1;

/**
 * The message where a run would mark more reviews of a Google location, or of a whole source, as removed than the guard permits, as an
 * empty or truncated export would; undefined otherwise. The files of a run count together.
 */
export function describeMassRemoval(staging: Staging): string | undefined {
  const losses = staging.losses();
  const scopes = losses.filter(isTooMuch);
  const tooMuch = scopes.length > 0 ? scopes : bySource(losses).filter(isTooMuch);
  if (tooMuch.length === 0) return undefined;
  const reviews = new CountedSample<ReviewEntry>();
  for (const review of staging.lost()) reviews.add(review);
  return [
    `${tooMuch.map(({ scope, lived, lost }) => `${lost} of ${lived} reviews of ${scope}`).join(' and ')} would be marked as removed at their source, which is more than a tenth; nothing was imported:`,
    ...some(reviews, (review) => [`  - ${describeEntry(review)}`]),
    'An export that is empty or was cut off looks like this: compare it with what the source shows, and export again.',
    'If they are really gone there, run the same command with --remove; --partial marks nothing as removed.',
  ].join('\n');
}

const isTooMuch = ({ lived, lost }: Loss) => lost > MAX_COUNT && lost > lived * MAX_PART;

/** Only Google has locations. */
function bySource(losses: readonly Loss[]): Loss[] {
  const groups = Map.groupBy(losses, ({ scope }) => (isLocation(scope) ? 'google' : scope));
  return [...groups].map(([scope, parts]) => ({
    scope,
    lived: parts.reduce((sum, { lived }) => sum + lived, 0),
    lost: parts.reduce((sum, { lost }) => sum + lost, 0),
  }));
}
