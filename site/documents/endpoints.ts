import type { z } from 'zod';
import type { CatalogEntry } from '../content/catalog.ts';
import { limits } from '../contract/limits.ts';
import { changesPath, latestChangesPath, logPaths } from '../contract/log.ts';
import { machinePaths, paths } from '../contract/paths.ts';
import type { ProblemName } from '../contract/problem.ts';
import { searchQuery } from '../contract/search-query.ts';
import type { Publication } from '../publication.ts';
import { oncePer } from '../shared/algorithms.ts';
import type { SchemaName } from './schemas.ts';

/** Shorter words are rarely worth searching for. */
const LONG = /\p{L}{5,}/gu;

const namesOf = ({ name, aliases }: CatalogEntry) => [name, ...aliases];

const longWords = (text: string) => new Set(text.normalize('NFC').toLowerCase().match(LONG));

/** Used if no review has a long word. */
const WITHOUT_WORDS = 'service';

/**
 * The word that search examples look for, so they find something: the most frequent word of four- and five-star reviews that is a
 * name or an alias of a service, or else is part of one, or else isn't part of a name.
 */
export const exampleWord = oncePer(({ dataset: { reviews, catalog } }: Pick<Publication, 'dataset'>): string => {
  const counts = new Map<string, number>();
  for (const { rating, text } of reviews) {
    if (rating >= 4) for (const word of longWords(text ?? '')) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const ranked = [...counts].sort(([a, many], [b, others]) => others - many || (a < b ? -1 : 1)).map(([word]) => word);
  const services = catalog.filter(({ kind }) => kind === 'services').flatMap(namesOf);
  const others = catalog.filter(({ kind }) => kind !== 'services').flatMap(namesOf);
  const whole = new Set(services.map((name) => name.toLowerCase()));
  const parts = longWords(services.join(' '));
  const foreign = longWords(others.join(' '));
  return (
    ranked.find((word) => whole.has(word)) ??
    ranked.find((word) => parts.has(word)) ??
    ranked.find((word) => !foreign.has(word)) ??
    WITHOUT_WORDS
  );
});

/** An endpoint for readers, as the reference and `/openapi.json` describe it. */
export interface ApiEndpoint {
  readonly id: string;
  /** The path in OpenAPI's form, with `{date}` for a parameter. */
  readonly path: string;
  /** An example path, ready to request. */
  readonly example: string;
  readonly title: string;
  readonly description: string;
  readonly schema?: SchemaName;
  /** The parameters of the search, the only endpoint that isn't a document. */
  readonly query?: z.ZodObject;
  readonly problems: readonly ProblemName[];
}

/** The validators of an endpoint's answers, which determine the request headers that can lead to a 304. */
export function validatorsOf({ query }: ApiEndpoint): readonly ('ETag' | 'Last-Modified')[] {
  return query ? ['ETag'] : ['ETag', 'Last-Modified'];
}

/** The endpoints of this publication, with examples that find something in it. */
export function endpointsFor(publication: Pick<Publication, 'dataset' | 'hasLog'>): readonly ApiEndpoint[] {
  const query = `query=${encodeURIComponent(exampleWord(publication))}`;
  const endpoints = apiEndpoints.filter(({ path }) => publication.hasLog || !(path.startsWith(changesPath) || path === logPaths.witnesses));
  return endpoints.map((endpoint) => ({ ...endpoint, example: endpoint.example.replace(`query=${WITHOUT_WORDS}`, query) }));
}

const documentProblems = ['method_not_allowed', 'precondition_failed', 'range_not_satisfiable', 'starting'] as const;

/** An endpoint that is a published document; `given` overrides the defaults. */
export const documentEndpoint = (
  given: Pick<ApiEndpoint, 'id' | 'path' | 'title' | 'description'> & Partial<ApiEndpoint>,
): ApiEndpoint => ({
  example: given.path,
  problems: documentProblems,
  ...given,
});

/** Every endpoint for readers, in the order of the reference. MCP and the hub have their own pages. */
export const apiEndpoints: readonly ApiEndpoint[] = [
  documentEndpoint({
    id: 'getReviews',
    path: paths.reviews,
    title: 'All reviews',
    description: 'The business, its aggregate rating and every verified review, newest first. A WebSub topic.',
    schema: 'reviews',
  }),
  documentEndpoint({
    id: 'getInsights',
    path: paths.insights,
    title: 'Insights',
    description: 'The analysis of the reviews: aspects with counts, passages and trends, entities, topics, questions and a summary.',
    schema: 'insights',
  }),
  documentEndpoint({
    id: 'searchReviews',
    path: paths.search,
    example: `${paths.search}?query=${WITHOUT_WORDS}&min_rating=4&limit=5`,
    title: 'Search',
    description: `Reviews that match all filters, newest first unless you set sort. If there are more, the Link header has the next page (rel="next"). Unknown parameters are ignored. Known parameters that are empty, repeated or out of range are an error, and all errors are listed at once. There is no Last-Modified, so date conditions are ignored.`,
    schema: 'review-list',
    query: searchQuery,
    problems: ['invalid_parameters', 'method_not_allowed', 'precondition_failed', 'too_many_requests', 'starting'],
  }),
  documentEndpoint({
    id: 'getReviewsSince',
    path: `${paths.since}{date}`,
    example: `${paths.since}2026-01-01`,
    title: 'Reviews since a date',
    description: 'Reviews from that date on, newest first. Every valid date has a response, even if it is empty.',
    schema: 'review-list',
    problems: ['invalid_date', 'not_found', ...documentProblems],
  }),
  documentEndpoint({
    id: 'getSources',
    path: machinePaths.sources,
    title: 'Sources and rights',
    description: 'Where the reviews were posted, who owns the texts from each source, and how you can use them.',
    schema: 'sources',
  }),
  documentEndpoint({
    id: 'getReviewPractice',
    path: machinePaths.practice,
    title: 'Review practice',
    description:
      'How the business collects, verifies and publishes reviews: what is left out and why, incentives, insiders, its policies, and how to report a review.',
    schema: 'practice',
  }),
  documentEndpoint({
    id: 'getLatestChanges',
    path: latestChangesPath,
    title: 'Number of changes',
    description: 'The number of changes in the log. If you store the index of the last change you read, you know which pages to read next.',
    schema: 'latest-changes',
  }),
  documentEndpoint({
    id: 'getChanges',
    path: `${changesPath}{page}`,
    example: `${changesPath}0`,
    title: 'Changes',
    description:
      'Every published change, oldest first, 256 per page: reviews added, changed, replied to, removed, taken down, withdrawn and published again, each with the full record if it’s still published.',
    schema: 'changes',
    problems: ['not_found', ...documentProblems],
  }),
  documentEndpoint({
    id: 'getLogWitnesses',
    path: logPaths.witnesses,
    title: 'Witnesses',
    description: 'Who cosigns the log, with their keys and the time of their newest cosignature. The cosignatures are in the checkpoint.',
    schema: 'log-witnesses',
  }),
  documentEndpoint({
    id: 'getJsonFeed',
    path: paths.jsonFeed,
    title: 'JSON Feed',
    description: `The ${limits.feedItems} newest reviews as JSON Feed 1.1, with review fields under _review. A WebSub topic.`,
    schema: 'json-feed',
  }),
  documentEndpoint({
    id: 'getAtomFeed',
    path: paths.atomFeed,
    title: 'Atom feed',
    description: `The ${limits.feedItems} newest reviews as Atom. A WebSub topic.`,
  }),
  documentEndpoint({
    id: 'getCsv',
    path: machinePaths.csv,
    title: 'Spreadsheet',
    description: 'All reviews as CSV (RFC 4180, UTF-8). Cells that a spreadsheet would run as a formula start with an apostrophe.',
  }),
  documentEndpoint({
    id: 'getNdjson',
    path: machinePaths.ndjson,
    title: 'One review per line',
    description: 'All reviews as newline-delimited JSON, for tools that read one line at a time.',
  }),
];

/** The response headers that clients can rely on, in the order of the reference. */
export const publishedHeaders: Readonly<Record<string, string>> = {
  ETag: 'A strong validator. It is the same on every machine and after every rebuild as long as the bytes are the same.',
  'Last-Modified': 'When the bytes last changed. It stays the same if a rebuild changes nothing.',
  'Cache-Control': 'How long a response can be cached: documents for 30 seconds, and for 30 more while they are revalidated.',
  Link: 'On the three topics: the hub (rel="hub") and the topic itself (rel="self"). On a search with more results: the next page (rel="next").',
  'Ignored-Parameters': 'On a search: the names of query parameters that it does not know and ignored.',
  RateLimit:
    'On rate-limited responses: the number of requests left (r) and the seconds over which to spread them (t); with none left, t is the time until the next one. See draft-ietf-httpapi-ratelimit-headers.',
  'RateLimit-Policy': 'The limit: the number of requests (q) per number of seconds (w).',
  'Retry-After': 'With 429 and 503: the number of seconds to wait before you try again.',
  'X-Request-Id': 'If the operator logs requests: the id of this request. Include it when you report a problem.',
  'Mcp-Session-Id': 'On the response to initialize. Send it with every later request.',
  'Access-Control-Allow-Origin': 'Always *: any website can read this service from a browser.',
  Vary: 'Accept-Encoding, if the response can be compressed (br, gzip). Each encoding has its own ETag.',
};
