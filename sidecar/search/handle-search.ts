import type { IncomingMessage, ServerResponse } from 'node:http';
import { cacheControl, commonHeaders, nextLink, readMethods } from '../../site/contract/headers.ts';
import { limits } from '../../site/contract/limits.ts';
import { mediaTypes } from '../../site/contract/paths.ts';
import { ignoredParameters, nextPageQuery, parseSearch, type SearchQuery } from '../../site/contract/search-query.ts';
import { listLength, printList, type ReviewLines } from '../generation/review-lines.ts';
import { codedTag, compressAs } from '../http/compress.ts';
import { evaluatePreconditions } from '../http/conditional.ts';
import { chooseCoding } from '../http/content-coding.ts';
import { requestQuery } from '../http/request-path.ts';
import { sendOptions, sendProblem } from '../http/send-problem.ts';
import type { AnalysisIndex } from './analysis-index.ts';
import { listTagger } from './list-tag.ts';
import type { Search, SearchResult } from './search.ts';

/** Answers one request. Rejects only where compressing fails. */
export type SearchHandler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const shared = Object.entries({ ...commonHeaders, 'Cache-Control': cacheControl.document, Vary: 'Accept-Encoding' }).flat();

/** Makes what answers `/api/reviews/search` (C27) over one generation's reviews; `url` is its public address, which links to a next page carry. */
export function searchHandler(search: Search, lines: ReviewLines, analysis: () => Promise<AnalysisIndex>, url: string): SearchHandler {
  const tagOf = listTagger(lines);
  const answer = (request: IncomingMessage, response: ServerResponse, query: SearchQuery, { matched, indexes }: SearchResult) => {
    const length = listLength(lines, indexes, matched);
    const coding = chooseCoding(request.headers['accept-encoding'], (name) => name === 'identity' || length >= limits.compressedFromBytes);
    const etag = codedTag(tagOf(indexes, matched), coding);
    const precondition = evaluatePreconditions(request.headers, { etag });
    if (precondition === 'failed') return sendProblem(response, 'precondition_failed');
    const hasMore = (query.offset ?? 0) + indexes.length < matched;
    const validated = [...shared, 'ETag', etag, ...(hasMore ? ['Link', nextLink(`${url}?${nextPageQuery(query)}`)] : [])];
    if (precondition === 'not-modified') {
      response.writeHead(304, validated).end();
      return;
    }
    const head = [...validated, 'Content-Type', mediaTypes.json];
    if (coding === 'identity') {
      response.writeHead(200, [...head, 'Content-Length', String(length)]);
      response.end(request.method === 'HEAD' ? undefined : printList(lines, indexes, matched), 'latin1');
      return;
    }
    const codedHead = [...head, 'Content-Encoding', coding];
    if (request.method === 'GET') {
      return compressAs(Buffer.from(printList(lines, indexes, matched), 'latin1'), coding).then((body) => {
        response.writeHead(200, [...codedHead, 'Content-Length', String(body.length)]).end(body);
      });
    }
    // RFC 9110 9.3.2: HEAD may omit headers that are known only when the body is made, here its length.
    response.writeHead(200, codedHead).end();
  };
  return (request, response) => {
    if (request.method === 'OPTIONS') return sendOptions(response, readMethods);
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendProblem(response, 'method_not_allowed', { Allow: readMethods });
    const params = new URLSearchParams(requestQuery(request.url ?? ''));
    const ignored = ignoredParameters(params);
    if (ignored !== undefined) response.setHeader('Ignored-Parameters', ignored);
    const parsed = parseSearch(params);
    if ('issues' in parsed) return sendProblem(response, 'invalid_parameters', {}, parsed.issues);
    const { query } = parsed;
    if (query.aspect === undefined) return answer(request, response, query, search(query));
    return analysis().then(({ aspects }) => answer(request, response, query, search(query, aspects)));
  };
}
