import type { AspectId, InsightsDocument } from '../../site/contract/insights.ts';
import { type FindByName, nameFinder } from './names.ts';

type Entities = InsightsDocument['entities'];

/** What can be asked for by name. */
export interface Catalogue {
  /** By name or alias. */
  readonly technician: FindByName<Entities['technicians'][number]>;
  /** By id, name or alias. */
  readonly service: FindByName<Entities['services'][number]>;
  /** By name or alias. */
  readonly serviceArea: FindByName<Entities['service_areas'][number]>;
  /** By id, label or an everyday word. */
  readonly aspect: FindByName<InsightsDocument['aspects'][number]>;
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
  service: ['friendliness', 'politeness', 'courtesy', 'attitude', 'rudeness', 'staff', 'customer service'],
  waiting: ['on time', 'lateness', 'late', 'wait', 'queue', 'delivery time', 'waiting time'],
  price: ['pricing', 'cost', 'value', 'value for money', 'money', 'expensive'],
  quality: ['products', 'workmanship', 'reliability', 'fit'],
  comfort: ['comfortable', 'noise', 'atmosphere', 'looks'],
  location: ['parking', 'place', 'neighborhood', 'distance'],
};

export function toCatalogue({ entities, aspects }: Pick<InsightsDocument, 'entities' | 'aspects'>): Catalogue {
  const { technicians, services, service_areas } = entities;
  return {
    technician: nameFinder(
      'technician',
      technicians.map((entry) => ({ entry, names: [entry.name, ...entry.aliases] })),
    ),
    service: nameFinder(
      'service',
      services.map((entry) => ({ entry, names: [entry.id, entry.name, ...entry.aliases] })),
    ),
    serviceArea: nameFinder(
      'service area',
      service_areas.map((entry) => ({ entry, names: [entry.name, ...entry.aliases] })),
    ),
    aspect: nameFinder(
      'aspect',
      aspects.map((entry) => ({ entry, names: [entry.id, entry.label, ...ASPECT_WORDS[entry.id]] })),
    ),
  };
}
