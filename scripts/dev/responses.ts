import type { IncomingMessage, ServerResponse } from 'node:http';
import { eachReview, readReviewsDocument } from '../../sidecar/generation/review-lines.ts';
import { type SearchHandler, searchHandler } from '../../sidecar/search/handle-search.ts';
import { createSearch, indexAnalysis, indexReviews } from '../../sidecar/search/search.ts';
import { refuseDate } from '../../sidecar/static/static-files.ts';
import { answerFor } from '../../site/contract/generation.ts';
import { commonHeaders } from '../../site/contract/headers.ts';
import { hashFolders, machinePaths, mediaTypeOf, mediaTypes, paths, reviewWordsPath } from '../../site/contract/paths.ts';
import { printReviews } from '../../site/documents/json.ts';
import { printSince, toSinceAnswers } from '../../site/documents/since.ts';
import type { Publication } from '../../site/publication.ts';
import { calendarDate } from '../../site/shared/dates.ts';
import { escapeHtml } from '../../site/shared/escape.ts';

const documentPaths: ReadonlySet<string> = new Set([...Object.values(paths), ...Object.values(machinePaths), reviewWordsPath]);

/** Whether a path belongs to a page, document or picture made from the content, and not to a file that Vite serves. */
export function isPublished(publicPath: string): boolean {
  const below = [paths.since, machinePaths.schemas, ...hashFolders].some((folder) => publicPath.startsWith(folder));
  return publicPath.endsWith('/') || documentPaths.has(publicPath) || below;
}

/** A document as it is published. */
export function sendDocument(publicPath: string, body: string | Uint8Array, response: ServerResponse): void {
  send(response, 200, mediaTypeOf(publicPath), body);
}

/** Answers `/api/reviews/since/{date}` from the current publication. A build writes these answers to files. */
export function sendSince({ dataset }: Publication, date: string, response: ServerResponse): void {
  if (!calendarDate.safeParse(date).success) return refuseDate(response, date);
  const { reviews } = dataset;
  const { matched } = answerFor(toSinceAnswers(reviews).answers, date);
  send(response, 200, mediaTypeOf(paths.since), printSince(reviews.slice(0, matched)));
}

const handlers = new WeakMap<Publication, Promise<SearchHandler>>();

/** Answers `/api/reviews/search` from the current publication, as the server does. */
export async function sendSearch(publication: Publication, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const handler = handlers.get(publication) ?? makeSearch(publication);
  handlers.set(publication, handler);
  return (await handler)(request, response);
}

async function makeSearch({ baseUrl, dataset, insights }: Publication): Promise<SearchHandler> {
  const { lines } = await readReviewsDocument(printReviews(dataset));
  const reviews = await indexReviews(eachReview(lines));
  const search = await createSearch(reviews, insights.entities);
  return searchHandler(search, lines, () => indexAnalysis(reviews.facts, (id) => insights.per_review[id]), baseUrl + paths.search);
}

/** Reports a problem in the content: as a page that reloads once it is fixed, or as plain text for programs. */
export function sendContentProblem(problem: string, { headers }: IncomingMessage, response: ServerResponse): void {
  if (!headers.accept?.includes('text/html')) return send(response, 500, mediaTypes.text, `${problem}\n`);
  const page = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>The content has a problem</title>
<script type="module" src="/@vite/client"></script>
<h1>The content has a problem</h1>
<pre style="white-space: pre-wrap">${escapeHtml(problem)}</pre>
<p>Fix it and save: this page reloads by itself.</p></html>
`;
  send(response, 500, mediaTypes.html, page);
}

function send(response: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  response.writeHead(status, {
    ...commonHeaders,
    'Cache-Control': 'no-store',
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
