import type { z } from 'zod';
import type { Mentions } from '../../contract/review.ts';
import { mentionKinds } from '../dataset.ts';
import type { CatalogueEntry } from '../mentions.ts';
import { nearest } from '../problems.ts';
import type { correctionsFile } from '../record-schemas.ts';
import type { Placed, Report } from './placed.ts';

/** The entries of a catalogue file. `key` returns the key of an entry in a review's mentions. */
export function catalogueEntries<T extends { readonly name: string; readonly aliases: readonly string[] }>(
  kind: CatalogueEntry['kind'],
  file: Placed<readonly T[]> | undefined,
  key: (item: T) => string,
): Placed<CatalogueEntry>[] {
  return (file?.value ?? []).map((item, index) => ({
    value: { kind, key: key(item), name: item.name, aliases: item.aliases },
    at: (place = []) => (file as Placed<readonly T[]>).at([index, ...place]),
  }));
}

/** The whole catalogue. Reports names and aliases of several entries, because mentions of them would be ambiguous. */
export function toCatalogue(entries: readonly Placed<CatalogueEntry>[], report: Report): CatalogueEntry[] {
  const owners = new Map<string, CatalogueEntry>();
  for (const { value, at } of entries) {
    const names = [value.name, ...value.aliases, ...(value.key === value.name ? [] : [value.key])];
    for (const name of names) {
      const folded = name.toLowerCase();
      const owner = owners.get(folded);
      if (owner && owner !== value)
        report({ ...at(), found: `"${name}", which is already a name of "${owner.name}"`, write: 'use each name and alias once' });
      owners.set(folded, value);
    }
  }
  return entries.map(({ value }) => value);
}

/**
 * Corrected mentions by review id. Reports unknown reviews (unless they were taken down), reviews that are corrected twice, and names
 * that aren't in the catalogue.
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
        const write = known.length > 0 ? `write ${nearest(key, known).join(' or ')}` : `the catalogue has no ${kind}`;
        report(['mentions', kind, place], `"${key}", which is not in the catalogue`, write);
      }
    }
    corrected.set(review, Object.fromEntries(Object.entries(mentions).filter(([, value]) => value !== undefined)));
  }
  return corrected;
}
