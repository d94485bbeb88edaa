import type { z } from 'zod';
import { changesPage, latestChanges } from '../contract/changes.ts';
import { insightsDocument } from '../contract/insights.ts';
import { limits } from '../contract/limits.ts';
import { changesPath, latestChangesPath } from '../contract/log.ts';
import { machinePaths, mediaTypeOf, paths } from '../contract/paths.ts';
import type { ProblemName } from '../contract/problem.ts';
import { reviewList, reviewsDocument, sourcesDocument } from '../contract/reviews-document.ts';
import { searchQuery } from '../contract/search-query.ts';
import type { Publication } from '../publication.ts';
import { exampleWord } from '../views/example-word.ts';
import type { SchemaName } from './schemas.ts';

/** An endpoint for readers: what the reference and `/openapi.json` say of it. */
export interface ApiEndpoint {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** The path in OpenAPI's form, with `{date}` for a parameter. */
  readonly path: string;
  /** An example path that can be requested as it is. */
  readonly example: string;
  readonly title: string;
  readonly description: string;
  readonly mediaType: string;
  readonly schema?: { readonly name: SchemaName; readonly type: z.ZodType };
  readonly query?: z.ZodObject;
  /** The validators of its answers, and with them the request headers that can lead to a 304. */
  readonly validators: readonly ('ETag' | 'Last-Modified')[];
  readonly problems: readonly ProblemName[];
  readonly needsSidecar: boolean;
}

const document = {
  method: 'GET',
  validators: ['ETag', 'Last-Modified'],
  problems: ['method_not_allowed', 'precondition_failed', 'range_not_satisfiable', 'starting'],
  needsSidecar: false,
} as const;
const lists = { name: 'review-list', type: reviewList } as const;

/** What the example of a search looks for, unless a publication has a word of its own. */
export const EXAMPLE_WORD = 'service';

/** The endpoints of this publication, with examples that find something in it. */
export function endpointsFor(publication: Pick<Publication, 'dataset' | 'hasLog'>): readonly ApiEndpoint[] {
  const query = `query=${encodeURIComponent(exampleWord(publication))}`;
  const endpoints = apiEndpoints.filter(({ path }) => publication.hasLog || !path.startsWith(changesPath));
  return endpoints.map((endpoint) => ({ ...endpoint, example: endpoint.example.replace(`query=${EXAMPLE_WORD}`, query) }));
}

/** Every endpoint for readers, in the order of the reference. MCP and the hub have their own pages. */
export const apiEndpoints: readonly ApiEndpoint[] = [
  {
    ...document,
    id: 'getReviews',
    path: paths.reviews,
    example: paths.reviews,
    title: 'All reviews',
    description: 'The business, its aggregate rating and every verified review, newest first. A WebSub topic.',
    mediaType: mediaTypeOf(paths.reviews),
    schema: { name: 'reviews', type: reviewsDocument },
  },
  {
    ...document,
    id: 'getInsights',
    path: paths.insights,
    example: paths.insights,
    title: 'Insights',
    description: 'The analysis of the reviews: aspects with counts, passages and trends, entities, topics, questions and a summary.',
    mediaType: mediaTypeOf(paths.insights),
    schema: { name: 'insights', type: insightsDocument },
  },
  {
    ...document,
    id: 'searchReviews',
    path: paths.search,
    example: `${paths.search}?query=${EXAMPLE_WORD}&min_rating=4&limit=5`,
    title: 'Search',
    description: `Reviews that match all filters, newest first unless you set sort. If there are more, the Link header has the next page (rel="next"). Unknown parameters are ignored. Known parameters that are empty, repeated or out of range are an error, and all errors are listed at once. There is no Last-Modified, so date conditions are ignored.`,
    mediaType: mediaTypeOf('/search.json'),
    schema: lists,
    query: searchQuery,
    validators: ['ETag'],
    problems: ['invalid_parameters', 'method_not_allowed', 'precondition_failed', 'too_many_requests', 'starting'],
    needsSidecar: true,
  },
  {
    ...document,
    id: 'getReviewsSince',
    path: `${paths.since}{date}`,
    example: `${paths.since}2026-01-01`,
    title: 'Reviews since a date',
    description: 'Reviews from that date on, newest first. Every valid date has a response, even if it is empty.',
    mediaType: mediaTypeOf(paths.since),
    schema: lists,
    problems: ['invalid_date', 'not_found', ...document.problems],
  },
  {
    ...document,
    id: 'getSources',
    path: machinePaths.sources,
    example: machinePaths.sources,
    title: 'Sources and rights',
    description: 'Where the reviews were posted, who owns the texts from each source, and how you can use them.',
    mediaType: mediaTypeOf(machinePaths.sources),
    schema: { name: 'sources', type: sourcesDocument },
  },
  {
    ...document,
    id: 'getLatestChanges',
    path: latestChangesPath,
    example: latestChangesPath,
    title: 'Number of changes',
    description: 'The number of changes in the log. If you store the index of the last change you read, you know which pages to read next.',
    mediaType: mediaTypeOf(latestChangesPath),
    schema: { name: 'latest-changes', type: latestChanges },
  },
  {
    ...document,
    id: 'getChanges',
    path: `${changesPath}{page}`,
    example: `${changesPath}0`,
    title: 'Changes',
    description:
      'Every change of what is published, oldest first, 256 a page: reviews added, changed, replied to, removed, taken down, withdrawn and back, each with the full record if it is still published.',
    mediaType: mediaTypeOf(changesPath),
    schema: { name: 'changes', type: changesPage },
    problems: ['not_found', ...document.problems],
  },
  {
    ...document,
    id: 'getJsonFeed',
    path: paths.jsonFeed,
    example: paths.jsonFeed,
    title: 'JSON Feed',
    description: `The ${limits.feedItems} newest reviews as JSON Feed 1.1, with review fields under _review. A WebSub topic.`,
    mediaType: mediaTypeOf(paths.jsonFeed),
  },
  {
    ...document,
    id: 'getAtomFeed',
    path: paths.atomFeed,
    example: paths.atomFeed,
    title: 'Atom feed',
    description: `The ${limits.feedItems} newest reviews as Atom. A WebSub topic.`,
    mediaType: mediaTypeOf(paths.atomFeed),
  },
  {
    ...document,
    id: 'getCsv',
    path: machinePaths.csv,
    example: machinePaths.csv,
    title: 'Spreadsheet',
    description: 'All reviews as CSV (RFC 4180, UTF-8). Cells that a spreadsheet would run as a formula start with an apostrophe.',
    mediaType: mediaTypeOf(machinePaths.csv),
  },
  {
    ...document,
    id: 'getNdjson',
    path: machinePaths.ndjson,
    example: machinePaths.ndjson,
    title: 'One review per line',
    description: 'All reviews as newline-delimited JSON, for tools that read one line at a time.',
    mediaType: mediaTypeOf(machinePaths.ndjson),
  },
];
