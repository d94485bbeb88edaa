import type { Mentions } from '../contract/review.ts';
import { nearest, type Placed, type Report } from './problems.ts';
import type { FileData } from './record-schemas.ts';

/** The kinds of catalog entries, which are the keys of a review's `mentions`, in the order of the filters. */
export const entityKinds = ['services', 'technicians', 'service_areas'] as const satisfies readonly (keyof Mentions)[];

export type EntityKind = keyof Mentions;

/** The search parameter for the reviews that mention an entry. */
export const entityParameters = {
  services: 'mentions_service',
  technicians: 'mentions_technician',
  service_areas: 'area',
} as const satisfies Record<EntityKind, string>;

/** One entry of the catalog; `key` is what documents publish (a technician's or an area's name, a service's id). */
export interface CatalogEntry {
  readonly kind: EntityKind;
  readonly key: string;
  readonly name: string;
  readonly aliases: readonly string[];
}

/** The entries of a catalog file. `key` returns the key of an entry in a review's mentions. */
export function catalogEntries<T extends { readonly name: string; readonly aliases: readonly string[] }>(
  kind: CatalogEntry['kind'],
  items: readonly Placed<T>[],
  key: (item: T) => string,
): Placed<CatalogEntry>[] {
  return items.map(({ value, at }) => ({ value: { kind, key: key(value), name: value.name, aliases: value.aliases }, at }));
}

/** The whole catalog. Reports names and aliases of several entries, because mentions of them would be ambiguous. */
export function toCatalog(entries: readonly Placed<CatalogEntry>[], report: Report): CatalogEntry[] {
  const owners = new Map<string, CatalogEntry>();
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

/** The corrected mentions of a review. Reports names that aren't in the catalog. */
export function correctedMentions(
  { value: { mentions = {} }, at }: Placed<FileData<'corrections'>[number]>,
  catalog: readonly CatalogEntry[],
  report: Report,
): Partial<Mentions> {
  for (const kind of entityKinds) {
    const known = catalog.filter((entry) => entry.kind === kind).map(({ key }) => key);
    for (const [index, key] of (mentions[kind] ?? []).entries()) {
      if (known.includes(key)) continue;
      const write = known.length > 0 ? `write ${nearest(key, known).join(' or ')}` : `the catalog has no ${kind}`;
      report({ ...at(['mentions', kind, index]), found: `"${key}", which is not in the catalog`, write });
    }
  }
  return Object.fromEntries(Object.entries(mentions).filter(([, value]) => value !== undefined));
}
