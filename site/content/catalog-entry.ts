import type { Mentions } from '../contract/review.ts';

/** One entry of the catalog; `key` is what documents publish (a technician's or an area's name, a service's id). */
export interface CatalogEntry {
  readonly kind: keyof Mentions;
  readonly key: string;
  readonly name: string;
  readonly aliases: readonly string[];
}
