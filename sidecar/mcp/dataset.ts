import type { Change } from '../../site/contract/changes.ts';
import type { InsightsDocument, ReviewInsight } from '../../site/contract/insights.ts';
import { reviewPagePath } from '../../site/contract/paths.ts';
import type { Review } from '../../site/contract/review.ts';
import type { ReviewsDocument } from '../../site/contract/reviews-document.ts';
import type { SearchQuery } from '../../site/contract/search-query.ts';
import type { Generation } from '../generation.ts';
import { changesFrom } from '../log-pages.ts';

/** How many reviews match, and the indexes of the first `limit` of them, newest first. */
type Search = (query: SearchQuery) => { readonly matched: number; readonly indexes: readonly number[] };

/** What is being served: one generation's documents and the search over its reviews. */
export interface Published {
  readonly generation: Pick<Generation, 'document' | 'reviews' | 'insights' | 'log'>;
  readonly search: Search;
}

/** What the tools read. */
export interface Dataset {
  readonly baseUrl: string;
  readonly reviews: ReviewsDocument;
  readonly insights: InsightsDocument;
  readonly search: Search;
  review(id: string): Review | undefined;
  /** What the analysis found in a review; undefined where it hasn't read any. */
  analysis(id: string): ReviewInsight | undefined;
  /** How many changes there are, and those from index `first` on, at most `count`. */
  readonly changes: number;
  changesFrom(first: number, count: number): Change[];
  /** The page of a review, absolute. */
  pageOf(id: string): string;
}

export function toDataset({ generation: { document, reviews, insights, log }, search }: Published): Dataset {
  const byId = new Map(reviews.reviews.map((review) => [review.id, review]));
  const { per_review: analyses } = insights;
  return {
    baseUrl: document.base_url,
    reviews,
    insights,
    search,
    review: (id) => byId.get(id),
    analysis: (id) => (Object.hasOwn(analyses, id) ? analyses[id] : undefined),
    changes: log.total,
    changesFrom: (first, count) => changesFrom(log, first, count, (id) => byId.get(id)),
    pageOf: (id) => document.base_url + reviewPagePath(id),
  };
}
