import type { z } from 'zod';
import { limits } from '../contract/limits.ts';
import { changesPath, latestChangesPath, logPaths } from '../contract/log.ts';
import { machinePaths, paths } from '../contract/paths.ts';
import type { ProblemName } from '../contract/problem.ts';
import { searchQuery } from '../contract/search-query.ts';
import type { Publication } from '../publication.ts';
import { exampleWord, WITHOUT_WORDS } from '../views/example-word.ts';
import type { SchemaName } from './schemas.ts';

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
