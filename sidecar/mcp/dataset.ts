import type { Change } from '../../site/contract/changes.ts';
import type { Polarity, ReviewInsight } from '../../site/contract/insights.ts';
import { reviewPagePath } from '../../site/contract/paths.ts';
import type { Review } from '../../site/contract/review.ts';
import type { ReviewsDocument } from '../../site/contract/reviews-document.ts';
import type { SearchQuery } from '../../site/contract/search-query.ts';
import type { Generation, InsightsHead } from '../generation/generation.ts';
import { changesFrom } from '../generation/log-pages.ts';
import { inSlices } from '../generation/slices.ts';
import { type Catalogue, toCatalogue } from './catalogue.ts';

/** By aspect, or by aspect and polarity, as `indexAspects` makes it. */
type AspectIndex = ReadonlyMap<string, Uint32Array>;

/** How many reviews match, and the indexes of those asked for, in the order asked for. */
type Search = (query: SearchQuery, aspects?: AspectIndex) => { readonly matched: number; readonly indexes: readonly number[] };

/** What is being served: one generation's documents and the search over its reviews. */
export interface Published {
  readonly generation: Pick<Generation, 'document' | 'reviews' | 'insights' | 'insightsBytes' | 'perReview' | 'log'>;
  readonly search: Search;
  readonly aspects: () => Promise<AspectIndex>;
}

/** What the tools read. */
export interface Dataset {
  readonly baseUrl: string;
  readonly reviews: ReviewsDocument;
  readonly insights: InsightsHead;
  /** `/insights.json` as it was published. */
  readonly insightsBytes: Buffer;
  readonly catalogue: Catalogue;
  search(query: SearchQuery): { readonly matched: number; readonly indexes: readonly number[] };
  review(id: string): Review | undefined;
  /** What the analysis found in a review; undefined where it hasn't read any. */
  analysis(id: string): ReviewInsight | undefined;
  /** The polarity in it, at once. */
  polarity(id: string): Polarity | undefined;
  /** How many changes there are, and those from index `first` on, at most `count`. */
  readonly changes: number;
  changesFrom(first: number, count: number): Change[];
  /** The page of a review, absolute. */
  pageOf(id: string): string;
}

/** Reads in slices what the tools want of each review, so that the first request doesn't hold the others. */
export async function toDataset({ generation, search, aspects }: Published): Promise<Dataset> {
  const { document, reviews, insights, insightsBytes, log } = generation;
  const [perReview, aspectIndex] = await Promise.all([generation.perReview(), aspects()]);
  const byId = new Map<string, Review>();
  const polarities = new Map<string, Polarity>();
  await inSlices(reviews.reviews, (review) => {
    byId.set(review.id, review);
    const found = perReview(review.id);
    if (found) polarities.set(review.id, found.sentiment.polarity);
  });
  return {
    baseUrl: document.base_url,
    reviews,
    insights,
    insightsBytes,
    catalogue: toCatalogue(insights),
    search: (query) => search(query, aspectIndex),
    review: (id) => byId.get(id),
    analysis: perReview,
    polarity: (id) => polarities.get(id),
    changes: log.total,
    changesFrom: (first, count) => changesFrom(log, first, count, (id) => byId.get(id)),
    pageOf: (id) => document.base_url + reviewPagePath(id),
  };
}
