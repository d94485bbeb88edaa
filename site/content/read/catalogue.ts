import type { Mentions } from '../../contract/review.ts';
import { mentionKinds } from '../dataset.ts';
import type { CatalogueEntry } from '../mentions.ts';
import { nearest } from '../problems.ts';
import type { FileData } from '../record-schemas.ts';
import type { Placed, Report } from './placed.ts';

/** The entries of a catalogue file. `key` returns the key of an entry in a review's mentions. */
export function catalogueEntries<T extends { readonly name: string; readonly aliases: readonly string[] }>(
  kind: CatalogueEntry['kind'],
  items: readonly Placed<T>[],
  key: (item: T) => string,
): Placed<CatalogueEntry>[] {
  return items.map(({ value, at }) => ({ value: { kind, key: key(value), name: value.name, aliases: value.aliases }, at }));
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

/** The corrected mentions of a review. Reports names that aren't in the catalogue. */
export function correctedMentions(
  { value: { mentions = {} }, at }: Placed<FileData<'corrections'>[number]>,
  catalogue: readonly CatalogueEntry[],
  report: Report,
): Partial<Mentions> {
  for (const kind of mentionKinds) {
    const known = catalogue.filter((entry) => entry.kind === kind).map(({ key }) => key);
    for (const [index, key] of (mentions[kind] ?? []).entries()) {
      if (known.includes(key)) continue;
      const write = known.length > 0 ? `write ${nearest(key, known).join(' or ')}` : `the catalogue has no ${kind}`;
      report({ ...at(['mentions', kind, index]), found: `"${key}", which is not in the catalogue`, write });
    }
  }
  return Object.fromEntries(Object.entries(mentions).filter(([, value]) => value !== undefined));
}
