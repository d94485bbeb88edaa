import type { z } from 'zod';
import { changesPage, latestChanges } from '../contract/changes.ts';
import { insightsDocument } from '../contract/insights.ts';
import { limits } from '../contract/limits.ts';
import { changesPath, latestChangesPath } from '../contract/log.ts';
import { machinePaths, mediaTypeOf, paths } from '../contract/paths.ts';
import type { ProblemName } from '../contract/problem.ts';
import { reviewList } from '../contract/review-list.ts';
import { reviewsDocument } from '../contract/reviews-document.ts';
import { searchQuery } from '../contract/search-query.ts';
import { sourcesDocument } from '../contract/sources.ts';
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

/** What the example of a search looks for. */
export const EXAMPLE_WORD = 'panel';

/** The endpoints with examples that find something in this publication. */
export function endpointsFor(publication: Pick<Publication, 'dataset'>): readonly ApiEndpoint[] {
  const query = `query=${encodeURIComponent(exampleWord(publication))}`;
  return apiEndpoints.map((endpoint) => ({ ...endpoint, example: endpoint.example.replace(`query=${EXAMPLE_WORD}`, query) }));
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
    description: `Reviews that pass every filter given, in the order of sort, newest first without it. Where there are more, the header Link has the next page (rel="next"). Parameters that it doesn't know are ignored; a known one that is empty, repeated or out of range is an error, and all errors come at once. It has no Last-Modified, so conditions on dates are ignored.`,
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
    description: 'Reviews of that date and later, newest first. Every date that exists has an answer, be it an empty one.',
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
    description: 'Where the reviews were written, whose the texts of each source are, and what may be done with them.',
    mediaType: mediaTypeOf(machinePaths.sources),
    schema: { name: 'sources', type: sourcesDocument },
  },
  {
    ...document,
    id: 'getLatestChanges',
    path: latestChangesPath,
    example: latestChangesPath,
    title: 'How many changes there are',
    description: 'How many changes the log has, so that who kept the index of the last one knows which pages to read.',
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
      'Every change of what is published, oldest first, 256 a page: reviews added, changed, replied to, removed, taken down, withdrawn and back, each with the record where it is published still.',
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
    description: `The ${limits.feedItems} newest reviews as JSON Feed 1.1, with what is particular to reviews under _review. A WebSub topic.`,
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
    description: 'All reviews as CSV (RFC 4180, UTF-8). A cell that a spreadsheet would run as a formula begins with an apostrophe.',
    mediaType: mediaTypeOf(machinePaths.csv),
  },
  {
    ...document,
    id: 'getNdjson',
    path: machinePaths.ndjson,
    example: machinePaths.ndjson,
    title: 'One review a line',
    description: 'All reviews as newline-delimited JSON, for tools that read a line at a time.',
    mediaType: mediaTypeOf(machinePaths.ndjson),
  },
];
