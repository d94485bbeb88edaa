import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { HookParameters } from 'astro';
import { eachReview, readReviewsDocument } from '../../sidecar/generation/review-lines.ts';
import { requestPath } from '../../sidecar/http/request.ts';
import { type SearchHandler, searchHandler } from '../../sidecar/search/handle-search.ts';
import { createSearch, indexAnalysis, indexReviews } from '../../sidecar/search/search.ts';
import { refuseDate } from '../../sidecar/static/static-files.ts';
import { ContentError } from '../../site/content/problems.ts';
import { isContent, listContent } from '../../site/content/read/folder-listing.ts';
import { answerFor } from '../../site/contract/generation.ts';
import { commonHeaders } from '../../site/contract/headers.ts';
import { hashFolders, machinePaths, mediaTypeOf, mediaTypes, paths, reviewWordsPath } from '../../site/contract/paths.ts';
import { documentsOf } from '../../site/documents/documents.ts';
import { printReviews } from '../../site/documents/json.ts';
import { printSince, toSinceAnswers } from '../../site/documents/since.ts';
import { publishFrom } from '../../site/integration.ts';
import type { Publication } from '../../site/publication.ts';
import { pathBeneath } from '../../site/shared/base-path.ts';
import { calendarDate } from '../../site/shared/dates.ts';
import { escapeHtml } from '../../site/shared/escape.ts';
import { fingerprintOf } from '../../site/shared/regular-file.ts';

type ViteServer = HookParameters<'astro:server:setup'>['server'];

/** Where the content is, and where its pages are in the site: `basePath` is the path of BASE_URL, `trailingSlash` a setting of Astro. */
interface Place {
  readonly contentDir: string;
  readonly basePath: string;
  readonly trailingSlash: 'always' | 'never' | 'ignore';
}

/** A Vite plugin with which `astro dev` shows the current content on each request, and reloads open pages when a content file changes. */
export function contentPlugin(place: Place, content: () => ContentState) {
  return {
    name: 'open-reviews:content',
    apply: 'serve' as const,
    configureServer(server: ViteServer) {
      watch(server, path.resolve(place.contentDir), content);
      // Before Astro's own handlers, which refuse URLs that don't match `trailingSlash`. Vite calls this after Astro has added them.
      return () => void server.middlewares.stack.unshift({ route: '', handle: answerFromContent(server, place, content) });
    },
  };
}

/** Debounce: an editor may take this long to write one or several files. */
const SETTLE_MS = 50;

function watch(server: ViteServer, folder: string, content: () => ContentState): void {
  let timer: NodeJS.Timeout | undefined;
  const reload = () => {
    content();
    server.hot.send({ type: 'full-reload', path: '*' });
  };
  server.watcher.add(folder).on('all', (_event, file) => {
    if (!path.resolve(file).startsWith(folder + path.sep) || !isContent(file)) return;
    clearTimeout(timer);
    timer = setTimeout(reload, SETTLE_MS);
  });
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

function answerFromContent(server: ViteServer, { basePath, trailingSlash }: Place, content: () => ContentState): Middleware {
  let shown: unknown;
  return async (request, response, next) => {
    const publicPath = pathBeneath(basePath, requestPath(request.url ?? '') ?? '');
    if (publicPath === undefined || !isPublished(publicPath)) return next();
    const reading = content();
    if (reading.problem !== undefined) return sendContentProblem(reading.problem, request, response);
    const { publication } = reading;
    if (publicPath === paths.search) return sendSearch(publication, request, response);
    if (publicPath.startsWith(paths.since)) return sendSince(publication, publicPath.slice(paths.since.length), response);
    const body = await (await documentsOf(publication))[publicPath]?.(publication);
    if (body !== undefined) return sendDocument(publicPath, body, response);
    if (trailingSlash === 'never') request.url = request.url?.replace(/\/(?=$|\?)/, '');
    if (shown === publication) return next();
    shown = publication;
    forgetPaths(server);
    setImmediate(next);
  };
}

/** Astro caches the list of pages until it is told that its content has changed. */
function forgetPaths(server: ViteServer): void {
  for (const environment of Object.values(server.environments)) environment.hot.send('astro:content-changed', {});
}

/** The current content: its publication, or the problem that prevents one. */
export type ContentState =
  | { readonly publication: Publication; readonly problem?: undefined }
  | { readonly publication?: undefined; readonly problem: string };

/**
 * Returns a function that reads the content in `contentDir` again if a file has changed, makes it available to pages and returns it.
 * `onRead` is called after each `read`.
 */
export function followContent(contentDir: string, read: () => Publication, onRead: (reading: ContentState) => void): () => ContentState {
  let known: { readonly stamp: string; readonly reading: ContentState } | undefined;
  return () => {
    const stamp = stampOf(contentDir);
    if (known?.stamp !== stamp) {
      known = { stamp, reading: tryTo(read) };
      onRead(known.reading);
    }
    return known.reading;
  };
}

function tryTo(read: () => Publication): ContentState {
  try {
    const publication = read();
    publishFrom(() => publication);
    return { publication };
  } catch (error) {
    if (error instanceof ContentError) return { problem: error.message };
    return { problem: `content: ${(error as Error).message}` };
  }
}

/** A fingerprint of the content: the names of all its files with their fingerprints. */
function stampOf(folder: string): string {
  const stamps = listContent(folder).map((name) => `${name} ${fingerprintOf(name)}`);
  return stamps.join('\n');
}

const documentPaths: ReadonlySet<string> = new Set([...Object.values(paths), ...Object.values(machinePaths), reviewWordsPath]);

/** Whether a path belongs to a page, document or picture made from the content, and not to a file that Vite serves. */
function isPublished(publicPath: string): boolean {
  const below = [paths.since, machinePaths.schemas, ...hashFolders].some((folder) => publicPath.startsWith(folder));
  return publicPath.endsWith('/') || documentPaths.has(publicPath) || below;
}

/** A document as it is published. */
function sendDocument(publicPath: string, body: string | Uint8Array, response: ServerResponse): void {
  send(response, 200, mediaTypeOf(publicPath), body);
}

/** Answers `/api/reviews/since/{date}` from the current publication. A build writes these answers to files. */
function sendSince({ dataset }: Publication, date: string, response: ServerResponse): void {
  if (!calendarDate.safeParse(date).success) return refuseDate(response, date);
  const { reviews } = dataset;
  const { matched } = answerFor(toSinceAnswers(reviews).answers, date);
  send(response, 200, mediaTypeOf(paths.since), printSince(reviews.slice(0, matched)));
}

const handlers = new WeakMap<Publication, Promise<SearchHandler>>();

/** Answers `/api/reviews/search` from the current publication, as the server does. */
async function sendSearch(publication: Publication, request: IncomingMessage, response: ServerResponse): Promise<void> {
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
function sendContentProblem(problem: string, { headers }: IncomingMessage, response: ServerResponse): void {
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
