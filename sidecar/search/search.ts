import type { InsightsDocument } from '../../site/contract/insights.ts';
import { numberForms, plainWords } from '../../site/contract/plain-words.ts';
import type { Mentions, Review } from '../../site/contract/review.ts';
import type { SearchQuery } from '../../site/contract/search-query.ts';
import type { AspectIndex } from './aspect-index.ts';
import { addBit, type BitSet, countBits, emptySet, exclude, firstMembers, intersect, lastMembers, setRange } from './bit-set.ts';
import { foldCase } from './fold-case.ts';
import { buildTextIndex, type TextIndex } from './text-index.ts';

export interface SearchResult {
  /** How many reviews match, before `limit`. */
  readonly matched: number;
  /** Indexes of those asked for, in the order asked for. */
  readonly indexes: readonly number[];
}

/** `aspects` is needed where the query names one. */
export type Search = (query: SearchQuery, aspects?: AspectIndex) => SearchResult;

/**
 * Makes the search of C27 over `reviews` (newest first); all filters combine by AND. `entities` are those of
 * `insights.json`, whose names and aliases the filters by mention take.
 */
export async function createSearch(
  reviews: readonly Review[],
  entities: Pick<InsightsDocument['entities'], 'technicians' | 'services' | 'service_areas'>,
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
  const byArea = byName(
    reviews,
    'service_areas',
    entities.service_areas.map(({ name, aliases }) => [name, [name, ...aliases]]),
  );
  const bySource = new Map<string, BitSet>();
  for (const source of new Set(reviews.map((review) => review.source)))
    bySource.set(
      foldCase(source),
      where(reviews, (review) => foldCase(review.source) === foldCase(source)),
    );
  const texts = await buildTextIndex(reviews.map(({ text }) => text));

  return (query, aspects) => {
    // Newest first: dates fall, so the days until `until` are behind the first index, those since `since` before the second.
    const from = query.until === undefined ? 0 : firstIndex(dates, (date) => date <= (query.until as string));
    const to = query.since === undefined ? size : firstIndex(dates, (date) => date < (query.since as string));
    setRange(found, from, to);
    if (query.rating !== undefined) intersect(found, byRating[query.rating - 1] ?? none);
    if (query.min_rating !== undefined) intersect(found, fromRating[Math.ceil(query.min_rating) - 1] ?? none);
    if (query.max_rating !== undefined) exclude(found, fromRating[Math.floor(query.max_rating)] ?? none);
    if (query.mentions_technician !== undefined) intersect(found, byTechnician.get(foldCase(query.mentions_technician)) ?? none);
    if (query.mentions_service !== undefined) intersect(found, byService.get(foldCase(query.mentions_service)) ?? none);
    if (query.area !== undefined) intersect(found, byArea.get(foldCase(query.area)) ?? none);
    if (query.source !== undefined) intersect(found, bySource.get(foldCase(query.source)) ?? none);
    if (query.aspect !== undefined) intersect(found, aspects?.get(query.aspect) ?? none);
    if (query.query !== undefined) {
      containing.fill(0);
      texts.addContaining(query.query, containing);
      intersect(found, containing);
    }
    if (query.words !== undefined) keepWithWords(texts, query.words, found, containing);
    return { matched: countBits(found), indexes: inOrder(found, query, byRating) };
  };
}

/** Keeps of `found` the texts in which all words stand; without any word in the query there are none. `scratch` is overwritten. */
function keepWithWords(texts: TextIndex, query: string, found: BitSet, scratch: BitSet): void {
  const words = new Set(plainWords(query));
  if (words.size === 0) found.fill(0);
  for (const word of words) {
    scratch.fill(0);
    texts.addWithWord(numberForms(word), scratch);
    intersect(found, scratch);
  }
}

/** The members asked for: by date, or by stars and then newest first. */
function inOrder(found: BitSet, { sort, limit, offset = 0 }: SearchQuery, byRating: readonly BitSet[]): number[] {
  if (sort === 'oldest') return lastMembers(found, limit, offset);
  if (sort !== 'highest' && sort !== 'lowest') return firstMembers(found, limit, offset);
  const members: number[] = [];
  let toSkip = offset;
  for (const rated of sort === 'highest' ? byRating.toReversed() : byRating) {
    const some = found.slice();
    intersect(some, rated);
    members.push(...firstMembers(some, limit - members.length, toSkip));
    toSkip = Math.max(0, toSkip - countBits(some));
  }
  return members;
}

function where(reviews: readonly Review[], test: (review: Review) => boolean): BitSet {
  const set = emptySet(reviews.length);
  for (const [index, review] of reviews.entries()) if (test(review)) addBit(set, index);
  return set;
}

function byName(
  reviews: readonly Review[],
  kind: keyof Mentions,
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
