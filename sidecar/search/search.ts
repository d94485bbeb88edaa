import type { InsightsDocument } from '../../site/contract/insights.ts';
import type { Review } from '../../site/contract/review.ts';
import type { SearchQuery } from '../../site/contract/search-query.ts';
import { addBit, type BitSet, countBits, emptySet, firstMembers, intersect, setRange } from './bit-set.ts';
import { foldCase } from './fold-case.ts';
import { buildTextIndex } from './text-index.ts';

export interface SearchResult {
  /** How many reviews match, before `limit`. */
  readonly matched: number;
  /** Indexes of the first of them, newest first. */
  readonly indexes: readonly number[];
}

export type Search = (query: SearchQuery) => SearchResult;

/**
 * Makes the search of C27 over `reviews` (newest first); all filters combine by AND. `entities` are those of `insights.json`: their
 * names and aliases are what the two filters by mention accept.
 */
export async function createSearch(
  reviews: readonly Review[],
  entities: Pick<InsightsDocument['entities'], 'technicians' | 'services'>,
): Promise<Search> {
  const size = reviews.length;
  const dates = reviews.map(({ date }) => date);
  const none = emptySet(size);
  // A search is synchronous, so all searches share these two sets.
  const found = emptySet(size);
  const containing = emptySet(size);
  const byRating = [1, 2, 3, 4, 5].map((stars) => where(reviews, ({ rating }) => rating === stars));
  const fromRating = [1, 2, 3, 4, 5].map((stars) => where(reviews, ({ rating }) => rating >= stars));
  const byTechnician = byName(
    reviews,
    'technicians',
    entities.technicians.map(({ name, aliases }) => [name, [name, ...aliases]]),
  );
  const byService = byName(
    reviews,
    'services',
    entities.services.map(({ id, name, aliases }) => [id, [id, name, ...aliases]]),
  );
  const texts = await buildTextIndex(reviews.map(({ text }) => text));

  return (query) => {
    // Reviews are sorted by date, newest first, so a range of dates is a range of indexes.
    const from = query.until === undefined ? 0 : firstIndex(dates, (date) => date <= (query.until as string));
    const to = query.since === undefined ? size : firstIndex(dates, (date) => date < (query.since as string));
    setRange(found, from, to);
    if (query.rating !== undefined) intersect(found, byRating[query.rating - 1] ?? none);
    if (query.min_rating !== undefined) intersect(found, fromRating[Math.ceil(query.min_rating) - 1] ?? none);
    if (query.mentions_technician !== undefined) intersect(found, byTechnician.get(foldCase(query.mentions_technician)) ?? none);
    if (query.mentions_service !== undefined) intersect(found, byService.get(foldCase(query.mentions_service)) ?? none);
    if (query.query !== undefined) {
      containing.fill(0);
      texts.addContaining(query.query, containing);
      intersect(found, containing);
    }
    return { matched: countBits(found), indexes: firstMembers(found, query.limit) };
  };
}

function where(reviews: readonly Review[], test: (review: Review) => boolean): BitSet {
  const set = emptySet(reviews.length);
  for (const [index, review] of reviews.entries()) if (test(review)) addBit(set, index);
  return set;
}

function byName(
  reviews: readonly Review[],
  kind: 'technicians' | 'services',
  entries: readonly (readonly [key: string, names: readonly string[]])[],
): Map<string, BitSet> {
  const byKey = new Map<string, BitSet>();
  for (const [index, { mentions }] of reviews.entries()) {
    for (const key of mentions[kind]) {
      const set = byKey.get(key) ?? emptySet(reviews.length);
      addBit(set, index);
      byKey.set(key, set);
    }
  }
  return new Map(
    entries.flatMap(([key, names]) => names.map((name) => [foldCase(name), byKey.get(key) ?? emptySet(reviews.length)] as const)),
  );
}

/** Binary search: the first index whose date passes `test`, which holds from one index on. */
function firstIndex(dates: readonly string[], test: (date: string) => boolean): number {
  let low = 0;
  let high = dates.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(dates[middle] as string)) high = middle;
    else low = middle + 1;
  }
  return low;
}
