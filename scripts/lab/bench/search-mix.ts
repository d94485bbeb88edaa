import { paths } from '../../../site/contract/paths.ts';
import { seeded } from './generate.ts';

const WORDS =
  'breaker panel charger kitchen price great on time would recommend lights quote mess office called back clean dog permit garage outlet flickering thank'.split(
    ' ',
  );
const PHRASES = ['on time', 'great job', 'would recommend', 'called back', 'the panel', 'half the house', 'not cheap', 'did not'];
const TECHNICIANS = ['Dana', 'Marcus', 'Will Okafor', 'Priya', 'nobody'];
const SERVICES = ['ev-charger', 'panel-upgrade', 'Lighting', 'ceiling fan', 'no-such-service'];

/** A few hundred typical searches of people and agents. Always the same. */
export function searchMix(): string[] {
  const random = seeded(7);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const chance = (share: number) => random() < share;
  return Array.from({ length: 400 }, () => {
    const query = new URLSearchParams();
    if (chance(0.6)) query.set('query', chance(0.25) ? pick(PHRASES) : pick(WORDS));
    if (chance(0.15)) query.set('rating', pick(['1', '2', '5']));
    else if (chance(0.2)) query.set('min_rating', pick(['3', '4', '4.5']));
    if (chance(0.2)) query.set('since', pick(['2017-06-01', '2022-01-01', '2025-01-01']));
    if (chance(0.1)) query.set('until', '2024-12-31');
    if (chance(0.15)) query.set('mentions_technician', pick(TECHNICIANS));
    if (chance(0.15)) query.set('mentions_service', pick(SERVICES));
    if (chance(0.3)) query.set('limit', pick(['5', '10', '50']));
    return `${paths.search}?${query}`;
  });
}
