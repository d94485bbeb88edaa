import type { z } from 'zod';
import type { Mentions } from '../../contract/review.ts';
import { mentionKinds } from '../dataset.ts';
import type { CatalogueEntry } from '../mentions.ts';
import type { correctionsFile } from '../record-schemas.ts';
import { nearest } from './nearest.ts';
import type { Placed, Report } from './placed.ts';

/**
 * By review id the mentions that an editor has corrected. Reports a review that doesn't exist (and wasn't taken down), one that is
 * corrected twice, and names that are not in the catalogue.
 */
export function mentionCorrections(
  file: Placed<z.output<typeof correctionsFile>> | undefined,
  reviews: ReadonlyMap<string, unknown>,
  catalogue: readonly CatalogueEntry[],
  takenDown: ReadonlySet<string>,
  reportProblem: Report,
): Map<string, Partial<Mentions>> {
  const corrected = new Map<string, Partial<Mentions>>();
  for (const [index, { review, mentions = {} }] of (file?.value ?? []).entries()) {
    const report = (path: readonly PropertyKey[], found: string, write: string) =>
      reportProblem({ ...(file as NonNullable<typeof file>).at([index, ...path]), found, write });
    if (!reviews.has(review) && !takenDown.has(review))
      report(['review'], `"${review}", which no review has`, 'write the id that the review has in reviews.json');
    if (corrected.has(review)) report(['review'], `a second correction of ${review}`, 'merge the two');
    for (const kind of mentionKinds) {
      const known = catalogue.filter((entry) => entry.kind === kind).map(({ key }) => key);
      for (const [place, key] of (mentions[kind] ?? []).entries()) {
        if (known.includes(key)) continue;
        const write = known.length > 0 ? `write ${nearest(key, known).join(' or ')}` : `there is nothing in ${kind} to name`;
        report(['mentions', kind, place], `"${key}", which is not in the catalogue`, write);
      }
    }
    corrected.set(review, Object.fromEntries(Object.entries(mentions).filter(([, value]) => value !== undefined)));
  }
  return corrected;
}
