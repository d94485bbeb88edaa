import type { ServiceShare, TechnicianShare } from '../../../site/contract/mcp-tools/definition.ts';
import type { Mentions } from '../../../site/contract/review.ts';
import { mean } from '../../../site/shared/algorithms.ts';
import type { ReviewFacts } from '../../generation/review-lines.ts';
import type { McpDataset } from '../dataset.ts';
import { citeCritical, citeQuotes, remarkOnCoverage } from './answer-parts.ts';
import type { Tools } from './tool.ts';

const EXAMPLES = 5;

/** The technicians or services that these reviews also mention, most frequent first. */
function sharesOf(reviews: readonly ReviewFacts[], kind: 'technicians' | 'services') {
  const mentioned = reviews.flatMap((review) => review.mentions[kind].map((key) => ({ key, review })));
  return [...Map.groupBy(mentioned, ({ key }) => key)]
    .map(([key, naming]) => ({
      key,
      mention_count: naming.length,
      rating_value: mean(naming.map(({ review }) => review.rating)),
      example_review_ids: naming.slice(0, EXAMPLES).map(({ review }) => review.id),
    }))
    .sort((a, b) => b.mention_count - a.mention_count || (b.rating_value ?? 0) - (a.rating_value ?? 0) || (a.key < b.key ? -1 : 1));
}

function technicianShares(reviews: readonly ReviewFacts[]): TechnicianShare[] {
  return sharesOf(reviews, 'technicians').map(({ key, ...figures }) => ({ name: key, ...figures }));
}

function serviceShares({ insights }: McpDataset, reviews: readonly ReviewFacts[]): ServiceShare[] {
  const names = new Map(insights.entities.services.map(({ id, name }) => [id, name]));
  return sharesOf(reviews, 'services').map(({ key, ...figures }) => ({ id: key, name: names.get(key) ?? key, ...figures }));
}

type Entities = McpDataset['insights']['entities'];

/** An entry of `/insights.json` with the sources of its passages. */
function cite<E extends Entities['technicians' | 'services' | 'service_areas'][number]>(dataset: McpDataset, entry: E) {
  const critical_mentions = citeCritical(dataset, entry.critical_mentions);
  return { remark: remarkOnCoverage(dataset), ...entry, critical_mentions, quotes: citeQuotes(dataset, entry.quotes) };
}

/** The reviews that mention the entry with `key`, newest first. */
function mentioning({ facts }: McpDataset, kind: keyof Mentions, key: string): ReviewFacts[] {
  return facts.filter(({ mentions }) => mentions[kind].includes(key));
}

/** One person, service or area. */
export const entityTools = {
  /** The technician from `/insights.json`, and the services that the same reviews mention. */
  get_technician: (dataset, { name }) => {
    const found = dataset.catalog.technician(name);
    return { ...cite(dataset, found), services: serviceShares(dataset, mentioning(dataset, 'technicians', found.name)) };
  },

  /** The service from `/insights.json`, and the technicians that the same reviews name. */
  get_service: (dataset, { service }) => {
    const found = dataset.catalog.service(service);
    return { ...cite(dataset, found), technicians: technicianShares(mentioning(dataset, 'services', found.id)) };
  },

  /** The service area from `/insights.json`, and the services and technicians that the same reviews mention. */
  get_service_area: (dataset, { area }) => {
    const found = dataset.catalog.serviceArea(area);
    const reviews = mentioning(dataset, 'service_areas', found.name);
    return { ...cite(dataset, found), services: serviceShares(dataset, reviews), technicians: technicianShares(reviews) };
  },
} satisfies Partial<Tools>;
