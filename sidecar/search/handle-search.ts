import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { cacheControl, commonHeaders, type Headers, nextLink } from '../../site/contract/headers.ts';
import { limits } from '../../site/contract/limits.ts';
import { mediaTypes } from '../../site/contract/paths.ts';
import { listFrame } from '../../site/contract/reviews-document.ts';
import { ignoredParameters, nextPageQuery, parseSearch, type SearchQuery } from '../../site/contract/search-query.ts';
import type { AnalysisIndex, Search, SearchResult } from '../generation/generation.ts';
import { countReviews, lineAt, printList, type ReviewLines } from '../generation/review-lines.ts';
import { chooseCoding, codedTag, compressAs, entityTag, evaluatePreconditions } from '../http/representation.ts';
import { requestQuery } from '../http/request.ts';
import { refuseMethod, sendBody, sendProblem } from '../http/send.ts';

/** Answers one request. Rejects if compressing or reading the analysis fails. */
export type SearchHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Makes the handler of `/api/reviews/search` for the reviews of one generation. `url` is its public URL, for links to the next page.
 */
export function searchHandler(search: Search, lines: ReviewLines, analysis: () => Promise<AnalysisIndex>, url: string): SearchHandler {
  const hashes = new Array<string>(countReviews(lines));
  const hashReview = (index: number) => (hashes[index] ??= hash('sha1', lineAt(lines, index), 'base64url'));
  /** The entity tag of a list. Hashes of reviews are kept, because hashing a whole list takes longer than finding it. */
  const tagOf = ({ matched, indexes }: SearchResult) =>
    entityTag([listFrame.open(matched, indexes.length), ...indexes.map(hashReview)].join());
  const answer = async (request: IncomingMessage, response: ServerResponse, query: SearchQuery, result: SearchResult) => {
    const { matched, indexes } = result;
    const list = printList(lines, indexes, matched);
    const isCompressible = list.length >= limits.compressedFromBytes;
    const coding = chooseCoding(request.headers['accept-encoding'], (name) => name === 'identity' || isCompressible);
    const tag = codedTag(tagOf(result), coding);
    const precondition = evaluatePreconditions(request.headers, { etag: tag });
    if (precondition === 'failed') return sendProblem(response, 'precondition_failed');
    const hasMore = (query.offset ?? 0) + indexes.length < matched;
    const headers: Headers = {
      'Cache-Control': cacheControl.document,
      Vary: 'Accept-Encoding',
      ETag: tag,
      ...(hasMore ? { Link: nextLink(`${url}?${nextPageQuery(query)}`) } : {}),
    };
    if (precondition === 'not-modified') return void response.writeHead(304, { ...commonHeaders, ...headers }).end();
    const ofBody = { ...headers, 'Content-Type': mediaTypes.json };
    if (coding === 'identity') return sendBody(response, 200, ofBody, list);
    const ofCoded = { ...ofBody, 'Content-Encoding': coding };
    // RFC 9110 9.3.2: HEAD may omit headers that are known only when the body is made, here its compressed length.
    if (request.method === 'HEAD') return void response.writeHead(200, { ...commonHeaders, ...ofCoded }).end();
    sendBody(response, 200, ofCoded, await compressAs(list, coding));
  };
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(response);
    const params = new URLSearchParams(requestQuery(request.url ?? ''));
    const ignored = ignoredParameters(params);
    if (ignored !== undefined) response.setHeader('Ignored-Parameters', ignored);
    const parsed = parseSearch(params);
    if ('issues' in parsed) return sendProblem(response, 'invalid_parameters', {}, parsed.issues);
    const { query } = parsed;
    const isOfAnalysis = query.aspect !== undefined || query.language !== undefined;
    return answer(request, response, query, search(query, isOfAnalysis ? await analysis() : undefined));
  };
}
