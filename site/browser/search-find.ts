import type { Review } from '../contract/review.ts';
import { askSearch, type FoundReviews } from './search-api.ts';
import { correctSpelling } from './search-spelling.ts';

/** How many reviews one request brings. */
export const PAGE_SIZE = 20;
/** As many as the API gives at once; the most telling are chosen among them. */
const MOST_AT_ONCE = 100;
/** Threshold: beyond so many words a text tells no more. */
const WORDS_THAT_COUNT = 150;
/** A mention weighs as much as so many words. */
const WORDS_PER_MENTION = 15;

/** What was found, and what it took to find it. */
export interface Finding extends FoundReviews {
  /** Whether the words were found as they were written, as words in any order and form, or in another spelling (`other`). */
  readonly how: 'exact' | 'words' | 'spelling';
  readonly query: string;
  readonly other?: string;
  /** The parameters that found it, without `limit` and `offset`. */
  readonly asked: URLSearchParams;
  /** Whether `reviews` are in the order of `tellingFirst`, and so all that will be shown. */
  readonly telling: boolean;
}

/** What a search needs of the page. */
export interface SearchPlaces {
  readonly api: string;
  /** The words that occur in the reviews, asked for when nothing else finds anything. */
  words(signal: AbortSignal): Promise<readonly string[]>;
}

/**
 * Finds reviews by the state of the form: the words as they are written, else all of them in any order and form, else in the nearest
 * spelling. `atLeast` is how many to bring, if there are so many.
 */
export async function findReviews(places: SearchPlaces, state: URLSearchParams, atLeast: number, signal: AbortSignal): Promise<Finding> {
  const telling = state.get('sort') === 'telling';
  const ask = async (how: Finding['how'], words?: string): Promise<Finding> => {
    const asked = new URLSearchParams(state);
    if (telling) asked.delete('sort');
    if (words !== undefined) {
      asked.delete('query');
      asked.set('words', words);
    }
    const limited = new URLSearchParams(asked);
    limited.set('limit', String(telling ? MOST_AT_ONCE : Math.min(MOST_AT_ONCE, Math.max(PAGE_SIZE, atLeast))));
    const { matched, reviews } = await askSearch(places.api, limited, signal);
    const found = { matched, reviews: telling ? tellingFirst(reviews) : reviews, how, query, asked, telling };
    return how === 'spelling' && words !== undefined ? { ...found, other: words } : found;
  };
  const query = state.get('query') ?? '';
  const exact = await ask('exact');
  if (exact.matched > 0 || query === '' || state.has('words')) return exact;
  const byWords = await ask('words', query);
  if (byWords.matched > 0) return byWords;
  const other = correctSpelling(query, await places.words(signal).catch((): readonly string[] => []));
  if (other === undefined) return exact;
  const spelled = await ask('spelling', other);
  return spelled.matched > 0 ? spelled : exact;
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
