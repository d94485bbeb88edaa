import type { Polarity } from '../site/contract/insights.ts';
import type { SearchQuery } from '../site/contract/search-query.ts';
import type { Generation } from './generation/generation.ts';
import type { ReviewFacts } from './generation/review-lines.ts';

/** The results of the analysis. A set of reviews has a bit for each review. */
export interface AnalysisIndex {
  /** The reviews about an aspect, by its id, and those with one polarity, by `id:polarity`. */
  readonly aspects: ReadonlyMap<string, Uint32Array>;
  /** The reviews in each language (ISO 639-1, lower case). */
  readonly languages: ReadonlyMap<string, Uint32Array>;
  /** The polarity of the review at `index`; undefined if it wasn't analyzed. */
  polarityAt(index: number): Polarity | undefined;
}

export interface SearchResult {
  /** How many reviews match, before `limit`. */
  readonly matched: number;
  /** Sums their stars. */
  readonly stars: () => number;
  /** The indexes on the requested page, in the requested order. */
  readonly indexes: readonly number[];
}

/** `analysis` is required for a query with `aspect` or `language`. */
export type Search = (query: SearchQuery, analysis?: Pick<AnalysisIndex, 'aspects' | 'languages'>) => SearchResult;

/** One generation's documents, and the search over its reviews. */
export interface Published {
  readonly generation: Generation;
  /** Newest first. */
  readonly facts: readonly ReviewFacts[];
  readonly search: Search;
  /** Made on first use. */
  readonly analysis: () => Promise<AnalysisIndex>;
}
