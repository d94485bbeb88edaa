import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { InsightsDocument } from '../../../site/contract/insights.ts';
import { limits } from '../../../site/contract/limits.ts';
import { paths } from '../../../site/contract/paths.ts';
import type { Review } from '../../../site/contract/review.ts';

/** The data of a peer: the published reviews, newest first, and the names of people and services in searches. */
export interface PeerData {
  readonly reviews: readonly Review[];
  /** Names and aliases in lower case, mapped to the names in reviews' `mentions`. */
  readonly technicians: ReadonlyMap<string, string>;
  readonly services: ReadonlyMap<string, string>;
}

export function readPeerData(distDir: string): PeerData {
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(distDir, file), 'utf8'));
  const { reviews } = read(paths.reviews) as { readonly reviews: readonly Review[] };
  const { entities } = read(paths.insights) as InsightsDocument;
  const technicians = entities.technicians.map(({ name, aliases }) => [name, [name, ...aliases]] as const);
  const services = entities.services.map(({ id, name, aliases }) => [id, [id, name, ...aliases]] as const);
  return { reviews, technicians: byName(technicians), services: byName(services) };
}

function byName(entries: readonly (readonly [key: string, names: readonly string[]])[]): ReadonlyMap<string, string> {
  return new Map(entries.flatMap(([key, names]) => names.map((name) => [name.toLowerCase(), key] as const)));
}

/** A search of the benchmark's mix. */
export interface PeerQuestion {
  readonly query: string | undefined;
  readonly minRating: number;
  readonly maxRating: number;
  readonly since: string;
  readonly until: string;
  /** As reviews mention it; '' for an unknown one. */
  readonly technician: string | undefined;
  readonly service: string | undefined;
  readonly limit: number;
}

export interface FoundAnswer {
  readonly matched: number;
  readonly reviews: readonly Review[];
}

/** Reads the parameters of the benchmark's mix. */
export function readQuestion(params: URLSearchParams, { technicians, services }: PeerData): PeerQuestion {
  const get = (name: string) => params.get(name) ?? undefined;
  const nameIn = (names: ReadonlyMap<string, string>, given: string | undefined) =>
    given === undefined ? undefined : (names.get(given.toLowerCase()) ?? '');
  return {
    query: get('query'),
    minRating: Number(get('rating') ?? get('min_rating') ?? 1),
    maxRating: Number(get('rating') ?? 5),
    since: get('since') ?? '',
    until: get('until') ?? '9999',
    technician: nameIn(technicians, get('mentions_technician')),
    service: nameIn(services, get('mentions_service')),
    limit: Number(get('limit') ?? limits.search.defaultLimit),
  };
}

/** Whether a review matches everything except the words. */
export function passes(review: Review, { minRating, maxRating, since, until, technician, service }: PeerQuestion): boolean {
  return (
    review.rating >= minRating &&
    review.rating <= maxRating &&
    review.date >= since &&
    review.date <= until &&
    (technician === undefined || review.mentions.technicians.includes(technician)) &&
    (service === undefined || review.mentions.services.includes(service))
  );
}

/** Whether a text has the words. */
export type WordRule = (text: string, query: string) => boolean;

/** Our search's rule: the text contains the query exactly, ignoring case. */
export const asSubstring: WordRule = (text, query) => text.toLowerCase().includes(query.toLowerCase());

/** The rule of full-text engines: each word of the query begins a word of the text. `between` matches what separates words. */
export const asWords =
  (between: RegExp): WordRule =>
  (text, query) =>
    split(query, between).every((asked) => split(text, between).some((word) => word.startsWith(asked)));

/** One of the words begins a word of the text. */
export const asAnyWord =
  (between: RegExp): WordRule =>
  (text, query) =>
    split(query, between).some((asked) => asWords(between)(text, asked));

const split = (text: string, between: RegExp) => text.toLowerCase().split(between);

/** The plain filter: looks at each review, and answers with the newest. */
export function filterPlainly(reviews: readonly Review[], question: PeerQuestion, rule: WordRule): FoundAnswer {
  const { query, limit } = question;
  const found = reviews.filter((review) => passes(review, question) && (query === undefined || rule(review.text ?? '', query)));
  return { matched: found.length, reviews: found.slice(0, limit) };
}
