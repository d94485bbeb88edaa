import type { Review } from '../contract/review.ts';
import type { ReviewList } from '../contract/reviews-document.ts';
import { editDistance } from '../shared/algorithms.ts';
import { numberForms, plainWords, truncate } from '../shared/text.ts';

/** The API rejected the request: too many requests (`issues` is undefined), or invalid parameters such as `rating=9, since=soon`. */
export class SearchRefusal extends Error {
  readonly issues: string | undefined;

  constructor(issues: string | undefined) {
    super('search: refused');
    this.issues = issues;
  }
}

/**
 * Queries the search at `api`. Rejects with a SearchRefusal, or with another error if the API can't be reached or the request was aborted.
 */
export async function askSearch(api: string, query: URLSearchParams, signal: AbortSignal): Promise<ReviewList> {
  const response = await fetch(`${api}?${query}`, { signal, headers: { Accept: 'application/json' } });
  if (!/json/.test(response.headers.get('Content-Type') ?? '')) throw new Error('search: the answer is not JSON');
  const answer = (await response.json()) as ReviewList & { issues?: readonly { path: readonly string[] }[] };
  if (response.ok) return answer;
  if (response.status === 429) throw new SearchRefusal(undefined);
  if (response.status !== 400) throw new Error(`search: answered ${response.status}`);
  const names = new Set((answer.issues ?? []).map(({ path }) => path.join('.')));
  throw new SearchRefusal([...names].map((name) => `${name}=${truncate(query.get(name) ?? '', LONGEST_VALUE)}`).join(', '));
}

const LONGEST_VALUE = 40;

/** How many reviews are shown per page. */
export const PAGE_SIZE = 20;
/** The API's maximum per request. Sorting by relevance only considers this many reviews. */
const MOST_AT_ONCE = 100;
/** Threshold: words beyond this number don't make a text more relevant. */
const WORDS_THAT_COUNT = 150;
/** Threshold: with this many matches or fewer, another spelling is offered. */
const FEW_REVIEWS = 2;
/** A mention counts as this many words. */
const WORDS_PER_MENTION = 15;

/** A technician, service or area, and the parameter that finds the reviews that mention it. */
export interface Named {
  readonly label: string;
  readonly parameter: string;
  readonly key: string;
}

/** The results, and how they were found. */
export interface SearchMatch extends Pick<ReviewList, 'matched'> {
  readonly reviews: readonly Review[];
  /** Whether the query matched exactly, as words in any order and form, as a name, or in another spelling. */
  readonly how: 'exact' | 'words' | 'mention' | 'spelling';
  readonly query: string;
  /** The other spelling or the named entry: already searched for, or offered because few reviews match. */
  readonly other?: string | Named | undefined;
  /** The parameters that found the results, without `limit` and `offset`. */
  readonly asked: URLSearchParams;
  /** Whether `reviews` are sorted by relevance. */
  readonly byRelevance: boolean;
  /** Whether `reviews` are all results, so there are no more pages. */
  readonly whole: boolean;
}

/** The parts of the page that a search needs. */
export interface SearchPlaces {
  readonly api: string;
  readonly named: readonly Named[];
  /** The words that occur in the reviews; loaded if few reviews are found. */
  words(signal: AbortSignal): Promise<WordCounts>;
}

/**
 * Finds reviews by the state of the form. Tries the exact phrase, then all its words in any order and form, then the person, service or
 * area that they name, and finally the words or the name in the nearest spelling. `atLeast` is the minimum number of reviews to load.
 */
export async function findReviews(
  places: SearchPlaces,
  state: URLSearchParams,
  atLeast: number,
  signal: AbortSignal,
): Promise<SearchMatch> {
  const query = state.get('query') ?? '';
  const ask = (instead: Readonly<Record<string, string>>) => askInOrder(places.api, withoutQuery(state, instead), atLeast, signal);
  const exact: SearchMatch = { ...(await findPhrase(places.api, state, query, atLeast, signal)), how: 'exact', query };
  if (exact.matched > FEW_REVIEWS || query === '' || state.has('words')) return exact;
  const found: SearchMatch = exact.matched > 0 ? exact : { ...(await ask({ words: query })), how: 'words', query };
  if (found.matched > FEW_REVIEWS) return found;
  const name = nameIn(query, places.named, state);
  if (found.matched > 0 && name) return { ...found, other: name };
  const byName = name && (await ask({ [name.parameter]: name.key }));
  if (byName && byName.matched > 0) return { ...byName, how: 'mention', query, other: name };
  const counts = await places.words(signal).catch((): WordCounts => ({}));
  const other = correctSpelling(query, withNames(counts, places.named));
  if (other === undefined || found.matched > 0) return { ...found, other };
  const spelled = await ask({ words: other });
  if (spelled.matched > 0) return { ...spelled, how: 'spelling', query, other };
  const meant = nameIn(other, places.named, state);
  const byMeant = meant && (await ask({ [meant.parameter]: meant.key }));
  return byMeant && byMeant.matched > 0 ? { ...byMeant, how: 'mention', query, other: meant } : exact;
}

type Asked = Pick<SearchMatch, 'matched' | 'reviews' | 'asked' | 'byRelevance' | 'whole'>;

/**
 * Finds reviews with a phrase at the beginning of a word. The API also finds letters within words ("late" in "plates"). Up to 100 results
 * are filtered here; if there are more, a second query only finds reviews that have the phrase's words as whole words.
 */
async function findPhrase(api: string, state: URLSearchParams, query: string, atLeast: number, signal: AbortSignal): Promise<Asked> {
  const ask = (least: number) => askInOrder(api, new URLSearchParams(state), least, signal);
  if (plainWords(query).length === 0) return ask(atLeast);
  const all = await ask(MOST_AT_ONCE);
  if (all.matched <= all.reviews.length) {
    const pattern = phrasePattern(query);
    const reviews = all.reviews.filter(({ text }) => text !== null && pattern.test(text.normalize('NFC')));
    return { ...all, reviews, matched: reviews.length, whole: true };
  }
  if (state.has('words')) return ask(atLeast);
  const words = new URLSearchParams(state);
  words.set('words', query);
  const found = await askInOrder(api, words, atLeast, signal);
  return found.matched > 0 ? found : ask(atLeast);
}

/** Matches a phrase at the beginning of a word, in any case and with any white space; without flags `g` and `y`. */
export function phrasePattern(phrase: string): RegExp {
  const pattern = phrase
    .trim()
    .normalize('NFC')
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/\s+/g, '\\s+');
  return new RegExp(/^[\p{L}\p{N}]/u.test(phrase.trim()) ? `(?<![\\p{L}\\p{M}\\p{N}])${pattern}` : pattern, 'iu');
}

/** Returns a copy of the state with other parameters in place of `query`. */
function withoutQuery(state: URLSearchParams, instead: Readonly<Record<string, string>>): URLSearchParams {
  const asked = new URLSearchParams({ ...Object.fromEntries(state), ...instead });
  asked.delete('query');
  return asked;
}

async function askInOrder(api: string, asked: URLSearchParams, atLeast: number, signal: AbortSignal): Promise<Asked> {
  const byRelevance = asked.get('sort') === 'relevance';
  if (byRelevance) asked.delete('sort');
  const limited = new URLSearchParams(asked);
  limited.set('limit', String(byRelevance ? MOST_AT_ONCE : Math.min(MOST_AT_ONCE, Math.max(PAGE_SIZE, atLeast))));
  const { matched, reviews } = await askSearch(api, limited, signal);
  return { matched, reviews: byRelevance ? sortByRelevance(reviews) : reviews, asked, byRelevance, whole: byRelevance };
}

/** The only catalog entry whose name has all words of the query; undefined if several have, or if a filter of its kind is set. */
function nameIn(query: string, named: readonly Named[], state: URLSearchParams): Named | undefined {
  const words = plainWords(query);
  const matching = named.filter(({ label, parameter }) => {
    const own = new Set(plainWords(label));
    return !state.has(parameter) && words.length > 0 && words.every((word) => numberForms(word).some((form) => own.has(form)));
  });
  return matching.length === 1 ? matching[0] : undefined;
}

/** Names count as known words, even if customers spell them differently. */
function withNames(counts: WordCounts, named: readonly Named[]): WordCounts {
  const names = named.flatMap(({ label }) => plainWords(label)).filter((word) => !Object.hasOwn(counts, word));
  return { ...counts, ...Object.fromEntries(names.map((word) => [word, 1])) };
}

/** The next reviews after the first `offset`. */
export async function findMore(api: string, { asked }: SearchMatch, offset: number, signal: AbortSignal): Promise<readonly Review[]> {
  const query = new URLSearchParams(asked);
  query.set('offset', String(offset));
  query.set('limit', String(PAGE_SIZE));
  return (await askSearch(api, query, signal)).reviews;
}

/** Beyond this many results, they aren't counted by list, because each hundred takes a request. */
const MOST_COUNTED = 500;

/** All results of a search, in requests of 100; undefined if there are too many. */
export async function findAll(api: string, found: SearchMatch, signal: AbortSignal): Promise<readonly Review[] | undefined> {
  if (found.matched > MOST_COUNTED) return undefined;
  const reviews = [...found.reviews];
  while (reviews.length < found.matched) {
    const query = new URLSearchParams(found.asked);
    query.set('offset', String(reviews.length));
    query.set('limit', String(MOST_AT_ONCE));
    const { reviews: more } = await askSearch(api, query, signal);
    if (more.length === 0) return undefined;
    reviews.push(...more);
  }
  return reviews;
}

/** Reviews with the most matched words and mentions first; ties stay newest first. */
function sortByRelevance(reviews: readonly Review[]): Review[] {
  const tells = ({ text, mentions }: Review) => {
    const words = text?.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
    const named = mentions.technicians.length + mentions.services.length + mentions.service_areas.length;
    return Math.min(words, WORDS_THAT_COUNT) + named * WORDS_PER_MENTION;
  };
  return [...reviews].sort((a, b) => tells(b) - tells(a));
}

/** For each plain word the number of reviews that have it, most frequent first. */
export type WordCounts = Readonly<Record<string, number>>;

/** Threshold: a word of this many letters or fewer may differ by one letter, a longer one by two: "zebra" isn't "era". */
const SHORT_LETTERS = 5;
/** Threshold: a known word counts as a typo if a similar word occurs in this many times as many reviews. */
const TIMES_AS_FREQUENT = 10;

/**
 * The query with each rare or unknown word replaced by the most similar frequent word, the more frequent one of equally similar words.
 * Undefined if a word has no similar one, or if nothing changed.
 */
export function correctSpelling(query: string, counts: WordCounts): string | undefined {
  const words = plainWords(query);
  const corrected = words.map((word) => {
    const count = numberForms(word).reduce((sum, form) => sum + (Object.hasOwn(counts, form) ? (counts[form] ?? 0) : 0), 0);
    const nearest = nearestWord(word, counts, count * TIMES_AS_FREQUENT);
    return nearest ?? (count > 0 ? word : undefined);
  });
  if (corrected.includes(undefined)) return undefined;
  const text = corrected.join(' ');
  return text === words.join(' ') ? undefined : text;
}

/** The most similar of the words that occur in at least `least` reviews. */
function nearestWord(word: string, counts: WordCounts, least: number): string | undefined {
  const most = word.length <= SHORT_LETTERS ? 1 : 2;
  let nearest: { readonly word: string; readonly distance: number } | undefined;
  for (const [candidate, count] of Object.entries(counts)) {
    if (count < least) break;
    if (candidate === word || Math.abs(candidate.length - word.length) > most) continue;
    const distance = slips(word, candidate);
    if (distance <= most && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = { word: candidate, distance };
  }
  return nearest?.word;
}

/** How many letters differ; swapped letters ("wierd") count as one difference. */
function slips(a: string, b: string): number {
  const isReordered = a.length === b.length && [...a].sort().join('') === [...b].sort().join('');
  return isReordered ? 1 : editDistance(a, b);
}
