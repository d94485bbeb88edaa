import type { InsightsDocument } from '../../site/contract/insights.ts';
import type { Dataset } from './dataset.ts';
import { findByName } from './names.ts';

type Entities = InsightsDocument['entities'];

/** The technician that a name or alias stands for. Throws a ToolError with the nearest names. */
export function findTechnician({ insights }: Dataset, given: string): Entities['technicians'][number] {
  return findByName(
    'technician',
    given,
    insights.entities.technicians.map((entry) => ({ entry, names: [entry.name, ...entry.aliases] as const })),
  ).entry;
}

/** The service that an id, name or alias stands for. */
export function findService({ insights }: Dataset, given: string): Entities['services'][number] {
  return findByName(
    'service',
    given,
    insights.entities.services.map((entry) => ({ entry, names: [entry.id, entry.name, ...entry.aliases] as const })),
  ).entry;
}

/** The service area that a name or alias stands for. */
export function findServiceArea({ insights }: Dataset, given: string): Entities['service_areas'][number] {
  return findByName(
    'service area',
    given,
    insights.entities.service_areas.map((entry) => ({ entry, names: [entry.name, ...entry.aliases] as const })),
  ).entry;
}

/** The aspect that an id or label stands for. */
export function findAspect({ insights }: Dataset, given: string): InsightsDocument['aspects'][number] {
  return findByName(
    'aspect',
    given,
    insights.aspects.map((entry) => ({ entry, names: [entry.id, entry.label] as const })),
  ).entry;
}
