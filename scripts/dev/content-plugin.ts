import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { HookParameters } from 'astro';
import { requestPath } from '../../sidecar/http/request.ts';
import { ContentError } from '../../site/content/problems.ts';
import { isContent, listContent } from '../../site/content/read/folder-listing.ts';
import { paths } from '../../site/contract/paths.ts';
import { documentsOf } from '../../site/documents/documents.ts';
import { publishFrom } from '../../site/integration.ts';
import type { Publication } from '../../site/publication.ts';
import { pathBeneath } from '../../site/shared/base-path.ts';
import { fingerprintOf } from '../../site/shared/regular-file.ts';
import { isPublished, sendContentProblem, sendDocument, sendSearch, sendSince } from './responses.ts';

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
