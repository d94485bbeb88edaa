import { numberForms, plainWords } from '../contract/plain-words.ts';
import type { Review } from '../contract/review.ts';
import { askSearch, type FoundReviews } from './search-api.ts';
import { correctSpelling, type WordCounts } from './search-spelling.ts';

/** How many reviews one request brings. */
export const PAGE_SIZE = 20;
/** As many as the API gives at once; the most telling are chosen among them. */
const MOST_AT_ONCE = 100;
/** Threshold: beyond so many words a text tells no more. */
const WORDS_THAT_COUNT = 150;
/** Threshold: where so few reviews have the words, another spelling is offered. */
const FEW_REVIEWS = 2;
/** A mention weighs as much as so many words. */
const WORDS_PER_MENTION = 15;

/** A person, service or area that the words of a query name, and the parameter that finds the reviews that mention it. */
export interface Named {
  readonly label: string;
  readonly parameter: string;
  readonly key: string;
}

/** What was found, and what it took to find it. */
export interface Finding extends FoundReviews {
  /** Whether the words were found as they were written, as words in any order and form, as a name, or in another spelling. */
  readonly how: 'exact' | 'words' | 'mention' | 'spelling';
  readonly query: string;
  /** The other spelling, or what is named: looked for already, or to be offered where few reviews have the words. */
  readonly other?: string | Named | undefined;
  /** The parameters that found it, without `limit` and `offset`. */
  readonly asked: URLSearchParams;
  /** Whether `reviews` are in the order of `tellingFirst`, and so all that will be shown. */
  readonly telling: boolean;
}

/** What a search needs of the page. */
export interface SearchPlaces {
  readonly api: string;
  readonly named: readonly Named[];
  /** The words that occur in the reviews, asked for when next to nothing is found. */
  words(signal: AbortSignal): Promise<WordCounts>;
}

/**
 * Finds reviews by the state of the form: the words as they are written, else all of them in any order and form, else the person, service or
 * area that they name, else the same in the nearest spelling. `atLeast` is how many to bring, if there are so many.
 */
export async function findReviews(places: SearchPlaces, state: URLSearchParams, atLeast: number, signal: AbortSignal): Promise<Finding> {
  const query = state.get('query') ?? '';
  const ask = (instead?: Readonly<Record<string, string>>) => askInOrder(places.api, withQuery(state, instead), atLeast, signal);
  const exact: Finding = { ...(await ask()), how: 'exact', query };
  if (exact.matched > FEW_REVIEWS || query === '' || state.has('words')) return exact;
  const found: Finding = exact.matched > 0 ? exact : { ...(await ask({ words: query })), how: 'words', query };
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

/** A copy of the state, with other parameters instead of the words, if there are any. */
function withQuery(state: URLSearchParams, instead: Readonly<Record<string, string>> | undefined): URLSearchParams {
  const asked = new URLSearchParams(state);
  if (instead === undefined) return asked;
  asked.delete('query');
  for (const [name, value] of Object.entries(instead)) asked.set(name, value);
  return asked;
}

async function askInOrder(
  api: string,
  asked: URLSearchParams,
  atLeast: number,
  signal: AbortSignal,
): Promise<Pick<Finding, 'matched' | 'reviews' | 'asked' | 'telling'>> {
  const telling = asked.get('sort') === 'telling';
  if (telling) asked.delete('sort');
  const limited = new URLSearchParams(asked);
  limited.set('limit', String(telling ? MOST_AT_ONCE : Math.min(MOST_AT_ONCE, Math.max(PAGE_SIZE, atLeast))));
  const { matched, reviews } = await askSearch(api, limited, signal);
  return { matched, reviews: telling ? tellingFirst(reviews) : reviews, asked, telling };
}

/** The one entry of the catalogue whose name has all words of the query; none where several do, or where the reader chose one of its kind. */
function nameIn(query: string, named: readonly Named[], state: URLSearchParams): Named | undefined {
  const words = plainWords(query);
  const matching = named.filter(({ label, parameter }) => {
    const own = new Set(plainWords(label));
    return !state.has(parameter) && words.length > 0 && words.every((word) => numberForms(word).some((form) => own.has(form)));
  });
  return matching.length === 1 ? matching[0] : undefined;
}

/** Names are words of the reviews, too, though customers may write them in another way. */
function withNames(counts: WordCounts, named: readonly Named[]): WordCounts {
  const names = named.flatMap(({ label }) => plainWords(label)).filter((word) => !Object.hasOwn(counts, word));
  return { ...counts, ...Object.fromEntries(names.map((word) => [word, 1])) };
}

/** The reviews that come after the first `offset` of a finding. */
export async function findMore(api: string, { asked }: Finding, offset: number, signal: AbortSignal): Promise<readonly Review[]> {
  const query = new URLSearchParams(asked);
  query.set('offset', String(offset));
  query.set('limit', String(PAGE_SIZE));
  return (await askSearch(api, query, signal)).reviews;
}

/** Reviews with the most words and mentions first; of those alike the newest, in whose order they come. */
function tellingFirst(reviews: readonly Review[]): Review[] {
  const tells = ({ text, mentions }: Review) => {
    const words = text?.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
    const named = mentions.technicians.length + mentions.services.length + mentions.service_areas.length;
    return Math.min(words, WORDS_THAT_COUNT) + named * WORDS_PER_MENTION;
  };
  return [...reviews].sort((a, b) => tells(b) - tells(a));
}
