import { reviewPagePath, reviewTlogProofPath } from '../../site/contract/paths.ts';
import type { SearchQuery } from '../../site/contract/search-query.ts';
import { changesFrom } from '../generation/log-pages.ts';
import { reviewAt } from '../generation/review-lines.ts';
import type { Published } from '../published.ts';
import { inSlices } from '../runtime.ts';
import { toCatalog } from './catalog.ts';

/** The data that tools read. */
export type McpDataset = Awaited<ReturnType<typeof toDataset>>;

/** Indexes the reviews in slices, so the first request doesn't block others. */
export async function toDataset({ generation, facts, search, analysis }: Published) {
  const { document, files, reviews, lines, insights, insightsBytes, log, reviewCards } = generation;
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
    /** The page in which hosts of MCP Apps show reviews. */
    reviewCards,
    catalog: toCatalog(insights),
    /** The languages of the texts (ISO 639-1). */
    languages: [...analysed.languages.keys()],
    search: (query: SearchQuery) => search(query, analysed),
    reviewAt: readAt,
    review,
    /** The analysis of a review, if there is one. */
    analysis: perReview,
    /** The polarity of a review, without parsing its analysis. */
    polarity: (id: string) => indexed(id, analysed.polarityAt),
    /** The number of changes, and up to `count` of them from index `first`. */
    changes: log.total,
    changesFrom: (first: number, count: number) => changesFrom(log, first, count, review),
    /** The absolute URL of a review's page. */
    pageOf: (id: string) => document.base_url + reviewPagePath(id),
    /** The absolute URL of a review's proof, if there is a log. */
    proofOf: (id: string) => (files.has(reviewTlogProofPath(id)) ? document.base_url + reviewTlogProofPath(id) : undefined),
  };
}
