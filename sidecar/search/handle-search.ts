import type { IncomingMessage, ServerResponse } from 'node:http';
import { cacheControl, commonHeaders, readMethods } from '../../site/contract/headers.ts';
import { mediaTypes } from '../../site/contract/paths.ts';
import { parseSearch } from '../../site/contract/search-query.ts';
import { evaluatePreconditions } from '../http/conditional.ts';
import { requestQuery } from '../http/request-path.ts';
import { sendOptions, sendProblem } from '../http/send-problem.ts';
import { listOf, type ReviewLines } from '../review-lines.ts';
import { listTagger } from './list-tag.ts';
import type { Search } from './search.ts';

export type SearchHandler = (request: IncomingMessage, response: ServerResponse) => void;

const shared = Object.entries({ ...commonHeaders, 'Cache-Control': cacheControl.document }).flat();

/** Makes what answers `/api/reviews/search` (spec.md 4, contract.md 3) over one generation's reviews. */
export function searchHandler(search: Search, lines: ReviewLines): SearchHandler {
  const tagOf = listTagger(lines);
  return (request, response) => {
    if (request.method === 'OPTIONS') return sendOptions(response, readMethods);
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendProblem(response, 'method_not_allowed', { Allow: readMethods });
    const parsed = parseSearch(new URLSearchParams(requestQuery(request.url ?? '')));
    if ('issues' in parsed) return sendProblem(response, 'invalid_parameters', {}, parsed.issues);
    const { matched, indexes } = search(parsed.query);
    const etag = tagOf(indexes, matched);
    const precondition = evaluatePreconditions(request.headers, { etag });
    if (precondition === 'failed') return sendProblem(response, 'precondition_failed');
    if (precondition === 'not-modified') {
      response.writeHead(304, [...shared, 'ETag', etag]).end();
      return;
    }
    const body = listOf(lines, indexes, matched);
    response.writeHead(200, [...shared, 'ETag', etag, 'Content-Type', mediaTypes.json, 'Content-Length', String(body.length)]);
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
