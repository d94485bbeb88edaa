import type { ServiceShare, TechnicianShare } from '../../../site/contract/mcp-tools/shapes/entity.ts';
import type { Mentions } from '../../../site/contract/review.ts';
import type { ReviewFacts } from '../../generation/review-facts.ts';
import type { Dataset } from '../dataset.ts';
import { meanRating } from './tally.ts';

const EXAMPLES = 5;

/** The technicians or services that these reviews name as well, the most frequent first. */
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
export function mentioning(reviews: readonly ReviewFacts[], kind: keyof Mentions, key: string): ReviewFacts[] {
  return reviews.filter(({ mentions }) => mentions[kind].includes(key));
}

/** How often each technician is named in these reviews, the most frequent first. */
export function technicianShares(reviews: readonly ReviewFacts[]): TechnicianShare[] {
  return sharesOf(reviews, 'technicians').map(({ key, ...figures }) => ({ name: key, ...figures }));
}

/** How often each service is mentioned in these reviews, the most frequent first. */
export function serviceShares({ insights }: Dataset, reviews: readonly ReviewFacts[]): ServiceShare[] {
  const names = new Map(insights.entities.services.map(({ id, name }) => [id, name]));
  return sharesOf(reviews, 'services').map(({ key, ...figures }) => ({ id: key, name: names.get(key) ?? key, ...figures }));
}
