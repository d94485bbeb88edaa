import type { InsightsDocument } from '../contract/insights.ts';
import type { EntityKind } from './listings.ts';

/** The insights of a catalogue entry; undefined where there are none. */
export function entityInsight({ entities }: Pick<InsightsDocument, 'entities'>, kind: EntityKind['kind'], key: string) {
  if (kind === 'services') return entities.services.find(({ id }) => id === key);
  return kind === 'technicians'
    ? entities.technicians.find(({ name }) => name === key)
    : entities.service_areas.find(({ name }) => name === key);
}
