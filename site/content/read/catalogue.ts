import type { CatalogueEntry } from '../mentions.ts';
import type { Placed, Report } from './placed.ts';

/** The entries of one catalogue file; `key` gives the key that stands for an entry in a review's mentions. */
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

/** The whole catalogue. Names and aliases that belong to two entries are reported, since a mention of them would be ambiguous. */
export function toCatalogue(entries: readonly Placed<CatalogueEntry>[], report: Report): CatalogueEntry[] {
  const owners = new Map<string, CatalogueEntry>();
  for (const { value, at } of entries) {
    const names = [value.name, ...value.aliases, ...(value.key === value.name ? [] : [value.key])];
    for (const name of names) {
      const folded = name.toLowerCase();
      const owner = owners.get(folded);
      if (owner && owner !== value)
        report({ ...at(), found: `"${name}", which names "${owner.name}" already`, write: 'use each name and alias once' });
      owners.set(folded, value);
    }
  }
  return entries.map(({ value }) => value);
}
