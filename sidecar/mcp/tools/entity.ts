import { z } from 'zod';
import type { Mentions, Review } from '../../../site/contract/review.ts';
import { citedQuote } from '../citation.ts';
import type { Dataset } from '../dataset.ts';
import { meanRating } from '../tally.ts';

/** What the tools for a person, a service and a place answer alike, in words of their own. */
export const quotes = z.array(citedQuote).describe('Sentences that name it');

const figures = {
  mention_count: z.int().describe('Reviews that mention both'),
  rating_value: z.number().nullable().describe('Mean stars of these reviews, two decimals'),
  example_review_ids: z.array(z.string()).describe('Review ids to read, newest first'),
};

/** How often something else is named in the same reviews. */
export const technicianShare = z.object({ name: z.string(), ...figures });
export const serviceShare = z.object({ id: z.string(), name: z.string(), ...figures });

const EXAMPLES = 5;

/** The technicians or services that these reviews name as well, the most frequent first. */
function sharesOf(reviews: readonly Review[], kind: 'technicians' | 'services') {
  const keys = new Set(reviews.flatMap(({ mentions }) => mentions[kind]));
  return [...keys]
    .map((key) => {
      const naming = mentioning(reviews, kind, key);
      return {
        key,
        mention_count: naming.length,
        rating_value: meanRating(naming),
        example_review_ids: naming.slice(0, EXAMPLES).map(({ id }) => id),
      };
    })
    .sort((a, b) => b.mention_count - a.mention_count || (b.rating_value ?? 0) - (a.rating_value ?? 0) || (a.key < b.key ? -1 : 1));
}

export function mentioning(reviews: readonly Review[], kind: keyof Mentions, key: string): Review[] {
  return reviews.filter(({ mentions }) => mentions[kind].includes(key));
}

export function technicianShares(reviews: readonly Review[]): z.infer<typeof technicianShare>[] {
  return sharesOf(reviews, 'technicians').map(({ key, ...figures }) => ({ name: key, ...figures }));
}

export function serviceShares({ insights }: Dataset, reviews: readonly Review[]): z.infer<typeof serviceShare>[] {
  const names = new Map(insights.entities.services.map(({ id, name }) => [id, name]));
  return sharesOf(reviews, 'services').map(({ key, ...figures }) => ({ id: key, name: names.get(key) ?? key, ...figures }));
}
