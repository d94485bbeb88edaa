import type { IncomingMessage, ServerResponse } from 'node:http';
import etag from 'etag';
import { cacheControl, commonHeaders, readMethods } from '../../site/contract/headers.ts';
import { mediaTypes } from '../../site/contract/paths.ts';
import { parseSearch } from '../../site/contract/search-query.ts';
import { evaluatePreconditions } from '../http/conditional.ts';
import { requestQuery } from '../http/request-path.ts';
import { sendOptions, sendProblem } from '../http/send-problem.ts';
import { listOf, type ReviewLines } from '../review-lines.ts';
import type { Search } from './search.ts';

/** Answers `/api/reviews/search` (spec.md 4, contract.md 3). */
export function handleSearch(request: IncomingMessage, response: ServerResponse, search: Search, lines: ReviewLines): void {
  if (request.method === 'OPTIONS') return sendOptions(response, readMethods);
  if (request.method !== 'GET' && request.method !== 'HEAD') return sendProblem(response, 'method_not_allowed', { Allow: readMethods });
  const parsed = parseSearch(new URLSearchParams(requestQuery(request.url ?? '')));
  if ('issues' in parsed) return sendProblem(response, 'invalid_parameters', {}, parsed.issues);
  const { matched, indexes } = search(parsed.query);
  const body = listOf(lines, indexes, matched);
  const tag = etag(body);
  const shared = { ...commonHeaders, 'Cache-Control': cacheControl.document, ETag: tag };
  const precondition = evaluatePreconditions(request.headers, { etag: tag });
  if (precondition === 'failed') return sendProblem(response, 'precondition_failed');
  if (precondition === 'not-modified') {
    response.writeHead(304, shared).end();
    return;
  }
  response.writeHead(200, { ...shared, 'Content-Type': mediaTypes.json, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}
