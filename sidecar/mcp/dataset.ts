import { reviewPagePath, reviewTlogProofPath } from '../../site/contract/paths.ts';
import type { SearchQuery } from '../../site/contract/search-query.ts';
import type { Generation } from '../generation/generation.ts';
import { changesAt, readChangeTypes } from '../generation/log-pages.ts';
import { reviewAt } from '../generation/review-lines.ts';
import { inSlices } from '../runtime.ts';
import { toCatalog } from './catalog.ts';

/** The data that tools read: a generation whose analysis has been read, and what tools look up in it. */
export type McpDataset = Awaited<ReturnType<typeof toDataset>>;

/** Indexes the reviews in slices, so the first request doesn't block others. */
export async function toDataset(generation: Generation) {
  const { document, files, facts, lines, insights, log } = generation;
  const [perReview, analysed, changeTypes] = await Promise.all([generation.perReview(), generation.analysis(), readChangeTypes(log)]);
  const indexes = new Map<string, number>();
  await inSlices(facts, ({ id }, index) => indexes.set(id, index));
  const indexed = <T>(id: string, read: (index: number) => T) => {
    const index = indexes.get(id);
    return index === undefined ? undefined : read(index);
  };
  const readAt = (index: number) => reviewAt(lines, index);
  const review = (id: string) => indexed(id, readAt);
  return {
    ...generation,
    catalog: toCatalog(insights),
    /** The languages of the texts (ISO 639-1). */
    languages: [...analysed.languages.keys()],
    search: (query: SearchQuery) => generation.search(query, analysed),
    reviewAt: readAt,
    review,
    /** The analysis of a review, if there is one. */
    analysis: perReview,
    /** The polarity of a review, without parsing its analysis. */
    polarity: (id: string) => indexed(id, analysed.polarityAt),
    /** The type of each change, by its index. */
    changeTypes,
    /** The changes at these ascending indexes. */
    changesAt: (indexes: readonly number[]) => changesAt(log, indexes, review),
    /** The absolute URL of a review's page. */
    pageOf: (id: string) => document.base_url + reviewPagePath(id),
    /** The absolute URL of a review's proof, if there is a log. */
    proofOf: (id: string) => (files.has(reviewTlogProofPath(id)) ? document.base_url + reviewTlogProofPath(id) : undefined),
  };
}
