import type { Mentions } from '../contract/review.ts';

export type EntityKind = keyof Mentions;

/** The kinds of catalog entries in the order of the filters. */
export const entityKinds = ['services', 'technicians', 'service_areas'] as const satisfies readonly EntityKind[];

/** The search parameter for the reviews that mention an entry. */
export const entityParameters = {
  services: 'mentions_service',
  technicians: 'mentions_technician',
  service_areas: 'area',
} as const satisfies Record<EntityKind, string>;
