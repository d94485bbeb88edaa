import type { ServiceShare, TechnicianShare } from '../../../site/contract/mcp-tools/definition.ts';
import type { Mentions } from '../../../site/contract/review.ts';
import type { ReviewFacts } from '../../generation/review-lines.ts';
import type { Dataset } from '../dataset.ts';
import { citeCritical, citeQuotes, meanRating, remarkOnCoverage } from './answer-parts.ts';
import { madeOnce, type Tool } from './tool.ts';

const EXAMPLES = 5;

/** The technicians or services that these reviews also mention, most frequent first. */
function sharesOf(reviews: readonly ReviewFacts[], kind: 'technicians' | 'services') {
  const byKey = new Map<string, ReviewFacts[]>();
  for (const review of reviews) {
    for (const key of review.mentions[kind]) {
      const naming = byKey.get(key);
      if (naming) naming.push(review);
      else byKey.set(key, [review]);
    }
  }
  return [...byKey]
    .map(([key, naming]) => ({
      key,
      mention_count: naming.length,
      rating_value: meanRating(naming),
      example_review_ids: naming.slice(0, EXAMPLES).map(({ id }) => id),
    }))
    .sort((a, b) => b.mention_count - a.mention_count || (b.rating_value ?? 0) - (a.rating_value ?? 0) || (a.key < b.key ? -1 : 1));
}

/** The reviews that mention it, in their order. */
function mentioning(reviews: readonly ReviewFacts[], kind: keyof Mentions, key: string): ReviewFacts[] {
  return reviews.filter(({ mentions }) => mentions[kind].includes(key));
}

function technicianShares(reviews: readonly ReviewFacts[]): TechnicianShare[] {
  return sharesOf(reviews, 'technicians').map(({ key, ...figures }) => ({ name: key, ...figures }));
}

function serviceShares({ insights }: Dataset, reviews: readonly ReviewFacts[]): ServiceShare[] {
  const names = new Map(insights.entities.services.map(({ id, name }) => [id, name]));
  return sharesOf(reviews, 'services').map(({ key, ...figures }) => ({ id: key, name: names.get(key) ?? key, ...figures }));
}

/** The passages of an entry with their sources. */
const cite = (
  dataset: Dataset,
  { critical_mentions, quotes }: Dataset['insights']['entities']['technicians' | 'services' | 'service_areas'][number],
) => ({
  critical_mentions: citeCritical(dataset, critical_mentions),
  quotes: citeQuotes(dataset, quotes),
});

/** The technician from `/insights.json`, and the services that the same reviews mention. */
export const getTechnician: Tool<'get_technician'> = (dataset, { name }) => describeTechnician(dataset, dataset.catalogue.technician(name));

const describeTechnician = madeOnce((dataset, found: Dataset['insights']['entities']['technicians'][number]) => {
  const reviews = mentioning(dataset.facts, 'technicians', found.name);
  return { remark: remarkOnCoverage(dataset), ...found, ...cite(dataset, found), services: serviceShares(dataset, reviews) };
});

/** The service from `/insights.json`, and the technicians that the same reviews name. */
export const getService: Tool<'get_service'> = (dataset, { service }) => describeService(dataset, dataset.catalogue.service(service));

const describeService = madeOnce((dataset, found: Dataset['insights']['entities']['services'][number]) => {
  const reviews = mentioning(dataset.facts, 'services', found.id);
  return { remark: remarkOnCoverage(dataset), ...found, ...cite(dataset, found), technicians: technicianShares(reviews) };
});

/** The service area from `/insights.json`, and the services and technicians that the same reviews mention. */
export const getServiceArea: Tool<'get_service_area'> = (dataset, { area }) => describeArea(dataset, dataset.catalogue.serviceArea(area));

const describeArea = madeOnce((dataset, found: Dataset['insights']['entities']['service_areas'][number]) => {
  const reviews = mentioning(dataset.facts, 'service_areas', found.name);
  return {
    remark: remarkOnCoverage(dataset),
    ...found,
    ...cite(dataset, found),
    services: serviceShares(dataset, reviews),
    technicians: technicianShares(reviews),
  };
});
