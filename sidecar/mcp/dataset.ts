import type { Change } from '../../site/contract/changes.ts';
import type { Polarity, ReviewInsight } from '../../site/contract/insights.ts';
import { reviewPagePath, reviewTlogProofPath } from '../../site/contract/paths.ts';
import type { Review } from '../../site/contract/review.ts';
import type { SearchQuery } from '../../site/contract/search-query.ts';
import type { InsightsHead } from '../generation/generation.ts';
import { changesFrom } from '../generation/log-pages.ts';
import { type ReviewFacts, type ReviewsHead, reviewAt } from '../generation/review-lines.ts';
import { inSlices } from '../generation/slices.ts';
import type { Published, SearchResult } from '../published.ts';
import { type Catalogue, toCatalogue } from './catalogue.ts';

/** The data that tools read. */
export interface Dataset {
  readonly baseUrl: string;
  readonly reviews: ReviewsHead;
  /** Newest first. */
  readonly facts: readonly ReviewFacts[];
  readonly insights: InsightsHead;
  /** `/insights.json` as published. */
  readonly insightsBytes: Buffer;
  readonly catalogue: Catalogue;
  /** The languages of the texts (ISO 639-1). */
  readonly languages: readonly string[];
  search(query: SearchQuery): SearchResult;
  /** The review at an index. */
  reviewAt(index: number): Review;
  review(id: string): Review | undefined;
  /** The analysis of a review, if there is one. */
  analysis(id: string): ReviewInsight | undefined;
  /** Its polarity, without parsing the analysis. */
  polarity(id: string): Polarity | undefined;
  /** The number of changes, and up to `count` of them from index `first`. */
  readonly changes: number;
  changesFrom(first: number, count: number): Change[];
  /** The absolute URL of a review's page. */
  pageOf(id: string): string;
  /** The absolute URL of its proof, if there is a log. */
  proofOf(id: string): string | undefined;
}

/** Indexes the reviews in slices, so the first request doesn't block others. */
export async function toDataset({ generation, facts, search, analysis }: Published): Promise<Dataset> {
  const { document, files, reviews, lines, insights, insightsBytes, log } = generation;
  const [perReview, analysed] = await Promise.all([generation.perReview(), analysis()]);
  const indexes = new Map<string, number>();
  await inSlices(facts, ({ id }, index) => indexes.set(id, index));
  const indexed = <T>(id: string, read: (index: number) => T) => {
    const index = indexes.get(id);
    return index === undefined ? undefined : read(index);
  };
  const readAt = (index: number) => reviewAt(lines, index);
  const review = (id: string) => indexed(id, readAt);
  return {
    baseUrl: document.base_url,
    reviews,
    facts,
    insights,
    insightsBytes,
    catalogue: toCatalogue(insights),
    languages: [...analysed.languages.keys()],
    search: (query) => search(query, analysed),
    reviewAt: readAt,
    review,
    analysis: perReview,
    polarity: (id) => indexed(id, analysed.polarityAt),
    changes: log.total,
    changesFrom: (first, count) => changesFrom(log, first, count, review),
    pageOf: (id) => document.base_url + reviewPagePath(id),
    proofOf: (id) => (files.has(reviewTlogProofPath(id)) ? document.base_url + reviewTlogProofPath(id) : undefined),
  };
}
