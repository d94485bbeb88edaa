import { polarity, type ReviewInsight } from '../../site/contract/insights.ts';
import type { Mentions, Review } from '../../site/contract/review.ts';
import { wordFieldNames } from '../../site/contract/review-fields.ts';
import type { SearchQuery } from '../../site/contract/search-query.ts';
import { firstIndex } from '../../site/shared/algorithms.ts';
import { numberForms, plainWords } from '../../site/shared/text.ts';
import type { AnalysisIndex, Search } from '../generation/generation.ts';
import { type ReviewFacts, toFacts } from '../generation/review-lines.ts';
import { inSlices } from '../runtime.ts';
import {
  addBit,
  type BitSet,
  countBits,
  countCommon,
  emptySet,
  exclude,
  firstMembers,
  intersect,
  lastMembers,
  setRange,
  unite,
} from './bit-set.ts';
import { foldCase, textIndexBuilder } from './text-index.ts';

/** Indexes the analysis of each review. This is slow, so it is done on first use. */
export async function indexAnalysis(
  reviews: readonly Pick<Review, 'id'>[],
  found: (id: string) => Pick<ReviewInsight, 'aspects' | 'language' | 'sentiment'> | undefined,
): Promise<AnalysisIndex> {
  const aspects = keyedSets(reviews.length);
  const languages = keyedSets(reviews.length);
  const polarities = new Uint8Array(reviews.length);
  await inSlices(reviews, (review, index) => {
    const insight = found(review.id);
    if (!insight) return;
    polarities[index] = polarity.options.indexOf(insight.sentiment.polarity) + 1;
    if (insight.language !== null) languages.add(insight.language, index);
    for (const verdict of insight.aspects) {
      aspects.add(verdict.id, index);
      aspects.add(`${verdict.id}:${verdict.polarity}`, index);
    }
  });
  return { aspects: aspects.sets, languages: languages.sets, polarityAt: (index) => polarity.options[(polarities[index] ?? 0) - 1] };
}

/** The data of a search: the facts of each review, newest first, and the indexes of the texts, replies and authors. */
type IndexedReviews = Awaited<ReturnType<typeof indexReviews>>;
type TextIndex = IndexedReviews['texts'];

/** Indexes reviews one at a time, and only keeps the facts and the folded texts of each. */
export async function indexReviews(reviews: Iterable<Review>) {
  const facts: ReviewFacts[] = [];
  const [texts, replies, authors] = [textIndexBuilder(), textIndexBuilder(), textIndexBuilder()];
  await inSlices(reviews, (review) => {
    facts.push(toFacts(review));
    texts.add(review.text);
    replies.add(review.owner_reply?.text ?? null);
    authors.add(review.author);
  });
  return { facts, texts: await texts.build(), replies: await replies.build(), authors: await authors.build() };
}

/** The filters by fields with one of a few words. */
const wordFilters = [...wordFieldNames, 'verification'] as const;

interface Named {
  readonly id?: string;
  readonly name: string;
  readonly aliases: readonly string[];
}

/** The names that filters by mention accept, from `insights.json` or the catalog. */
type SearchedEntities = Readonly<Record<keyof Mentions, readonly Named[]>>;

/**
 * Makes the search. All filters are combined with AND. Filters by mention accept the names and aliases of `entities`, and the ids of
 * services.
 */
export async function createSearch(
  { facts: reviews, texts, replies, authors }: IndexedReviews,
  entities: SearchedEntities,
): Promise<Search> {
  const size = reviews.length;
  const partsIn = { text: [texts], reply: [replies], author: [authors], all: [texts, replies, authors] };
  const none = emptySet(size);
  const byRating = [1, 2, 3, 4, 5].map(() => emptySet(size));
  const withReply = emptySet(size);
  const bySource = keyedSets(size);
  const byWord = keyedSets(size);
  const byTechnician = keyedSets(size);
  const byService = keyedSets(size);
  const byArea = keyedSets(size);
  await inSlices(reviews, ({ rating, source, mentions, hasReply, ...words }, index) => {
    const alike = byRating[rating - 1];
    if (alike) addBit(alike, index);
    if (hasReply) addBit(withReply, index);
    bySource.add(foldCase(source), index);
    for (const name of wordFilters) byWord.add(`${name}:${words[name]}`, index);
    for (const name of mentions.technicians) byTechnician.add(name, index);
    for (const id of mentions.services) byService.add(id, index);
    for (const name of mentions.service_areas) byArea.add(name, index);
  });
  const fromRating = byRating.map((_, fewest) => unionOf(byRating.slice(fewest), size));
  const technicians = byTechnician.named(entities.technicians);
  const services = byService.named(entities.services);
  const areas = byArea.named(entities.service_areas);

  return (query, analysis) => {
    // Reviews are sorted newest first, so `until` determines the first index and `since` the last.
    const from = query.until === undefined ? 0 : firstIndex(reviews, ({ date }) => date <= (query.until as string));
    const to = query.since === undefined ? size : firstIndex(reviews, ({ date }) => date < (query.since as string));
    const found = emptySet(size);
    setRange(found, from, to);
    if (query.rating !== undefined) intersect(found, byRating[query.rating - 1] ?? none);
    if (query.min_rating !== undefined) intersect(found, fromRating[Math.ceil(query.min_rating) - 1] ?? none);
    if (query.max_rating !== undefined) exclude(found, fromRating[Math.floor(query.max_rating)] ?? none);
    if (query.mentions_technician !== undefined) intersect(found, technicians.get(foldCase(query.mentions_technician)) ?? none);
    if (query.mentions_service !== undefined) intersect(found, services.get(foldCase(query.mentions_service)) ?? none);
    if (query.area !== undefined) intersect(found, areas.get(foldCase(query.area)) ?? none);
    if (query.source !== undefined) intersect(found, bySource.sets.get(foldCase(query.source)) ?? none);
    if (query.has_reply !== undefined) (query.has_reply ? intersect : exclude)(found, withReply);
    if (query.language !== undefined) intersect(found, analysis?.languages.get(query.language.toLowerCase()) ?? none);
    if (query.aspect !== undefined) intersect(found, analysis?.aspects.get(query.aspect) ?? none);
    for (const name of wordFilters) if (query[name] !== undefined) intersect(found, byWord.sets.get(`${name}:${query[name]}`) ?? none);
    const inAnyPart = (setOf: (part: TextIndex) => BitSet) => intersect(found, unionOf(partsIn[query.in ?? 'text'].map(setOf), size));
    if (query.query !== undefined) inAnyPart((part) => part.containing(query.query as string));
    if (query.words !== undefined) {
      const words = new Set(plainWords(query.words));
      if (words.size === 0) found.fill(0);
      for (const word of words) inAnyPart((part) => part.withWord(numberForms(word)));
    }
    const stars = () => byRating.reduce((sum, rated, index) => sum + countCommon(found, rated) * (index + 1), 0);
    return { matched: countBits(found), stars, indexes: inOrder(found, query, byRating) };
  };
}

/** The members on the requested page: by date, or by stars and then newest first. */
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

/** Sets of reviews by key. */
function keyedSets(size: number) {
  const sets = new Map<string, BitSet>();
  return {
    sets,
    add(key: string, index: number): void {
      const set = sets.get(key) ?? emptySet(size);
      addBit(set, index);
      sets.set(key, set);
    },
    /** The sets by folded id, name and alias of the entries. The key of an entry is its id, or its name if it has none. */
    named(entries: readonly Named[]): ReadonlyMap<string, BitSet> {
      const byName = new Map<string, BitSet>();
      for (const { name, id = name, aliases } of entries)
        for (const known of [id, name, ...aliases]) byName.set(foldCase(known), sets.get(id) ?? emptySet(size));
      return byName;
    },
  };
}

/** The members of any set; the only set itself, if there is one. */
function unionOf(sets: readonly BitSet[], size: number): BitSet {
  const [first] = sets;
  if (first !== undefined && sets.length === 1) return first;
  const union = emptySet(size);
  for (const set of sets) unite(union, set);
  return union;
}
