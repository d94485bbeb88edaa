import type { InsightsDocument } from '../contract/insights.ts';
import type { EntityKind } from './listings.ts';

/** What the insights say about an entry of the catalogue; undefined where they don't know it. */
export function entityInsight({ entities }: Pick<InsightsDocument, 'entities'>, kind: EntityKind['kind'], key: string) {
  if (kind === 'services') return entities.services.find(({ id }) => id === key);
  return kind === 'technicians'
    ? entities.technicians.find(({ name }) => name === key)
    : entities.service_areas.find(({ name }) => name === key);
}
