import type { Mentions } from '../contract/review.ts';

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
