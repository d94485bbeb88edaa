import type { AspectId, InsightsDocument } from '../../site/contract/insights.ts';
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

/** Words that people ask for an aspect with. */
const ASPECT_WORDS: Readonly<Record<AspectId, readonly string[]>> = {
  punctuality: ['on time', 'timeliness', 'lateness', 'late', 'no-show'],
  responsiveness: ['callback', 'call back', 'response time', 'availability', 'scheduling'],
  communication: ['explanation', 'explaining', 'information'],
  professionalism: ['friendliness', 'politeness', 'courtesy', 'attitude', 'rudeness'],
  technical_knowledge: ['knowledge', 'expertise', 'competence', 'skill'],
  workmanship: ['quality', 'work quality', 'quality of work', 'reliability'],
  pricing: ['price', 'cost', 'value', 'value for money', 'money', 'expensive'],
  cleanliness: ['mess', 'dust', 'tidiness', 'clean', 'cleanup', 'cleaning up'],
  safety: ['safe', 'danger'],
};

/** The aspect that an id, a label or an everyday word stands for. */
export function findAspect({ insights }: Dataset, given: string): InsightsDocument['aspects'][number] {
  return findByName(
    'aspect',
    given,
    insights.aspects.map((entry) => ({ entry, names: [entry.id, entry.label, ...ASPECT_WORDS[entry.id]] as const })),
  ).entry;
}
