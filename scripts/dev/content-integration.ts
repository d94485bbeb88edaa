import { statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { AstroIntegration, HookParameters } from 'astro';
import { requestPath } from '../../sidecar/http/request.ts';
import { ContentError } from '../../site/content/problems.ts';
import { isContent, listContent } from '../../site/content/read/content-files.ts';
import type { Environment } from '../../site/contract/environment.ts';
import { mediaTypeOf, paths } from '../../site/contract/paths.ts';
import { publish } from '../../site/integration.ts';
import { type Publication, readPublication } from '../../site/publication.ts';
import { isPublished, sendContentProblem, sendSearch, sendSince } from './answers.ts';

type ViteServer = HookParameters<'astro:server:setup'>['server'];

/** Makes `astro dev` render the current content on each request, and reloads open pages when a content file changes. */
export function contentIntegration(contentDir: string, content: () => EditedContent | undefined): AstroIntegration {
  return {
    name: 'open-reviews:content',
    hooks: {
      'astro:server:setup': ({ server }) => {
        watch(server, path.resolve(contentDir), content);
        server.middlewares.use(answerFromContent(server, content));
      },
    },
  };
}

/** Debounce: an editor may take this long to write one or several files. */
const SETTLE_MS = 50;

function watch(server: ViteServer, folder: string, content: () => EditedContent | undefined): void {
  let timer: NodeJS.Timeout | undefined;
  const reload = () => {
    content()?.now();
    server.hot.send({ type: 'full-reload', path: '*' });
  };
  server.watcher.add(folder).on('all', (_event, file) => {
    if (!path.resolve(file).startsWith(folder + path.sep) || !isContent(file)) return;
    clearTimeout(timer);
    timer = setTimeout(reload, SETTLE_MS);
  });
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

function answerFromContent(server: ViteServer, content: () => EditedContent | undefined): Middleware {
  let shown: unknown;
  return (request, response, next) => {
    const publicPath = requestPath(request.url ?? '') ?? '';
    if (!isPublished(publicPath)) return next();
    const reading = content()?.now();
    if (!reading) return next();
    if (reading.problem !== undefined) return sendContentProblem(reading.problem, request, response);
    const { publication } = reading;
    if (publicPath === paths.search) return sendSearch(publication, request, response);
    if (publicPath.startsWith(paths.since)) return sendSince(publication, publicPath.slice(paths.since.length), response);
    if (!publicPath.endsWith('/')) nameType(response, mediaTypeOf(publicPath));
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

/** Astro serves every document as text; this sets the Content-Type of its path. */
function nameType(response: ServerResponse, type: string): void {
  const writeHead = response.writeHead.bind(response) as (status: number, headers: object) => ServerResponse;
  response.writeHead = ((status: number, headers: object) =>
    writeHead(status, status === 200 ? { ...headers, 'content-type': type } : headers)) as ServerResponse['writeHead'];
}

/** The current content: its publication, or the problem that prevents one. */
export type ContentState =
  | { readonly publication: Publication; readonly problem?: undefined }
  | { readonly publication?: undefined; readonly problem: string };

/** Content that is being edited. */
export interface EditedContent {
  /** Reads the content again if a file has changed since it was read last. */
  now(): ContentState;
}

/** Watches the content of `environment` and publishes its latest version to pages. `onRead` is called after each read. */
export function followContent(environment: Environment, onRead: (reading: ContentState) => void): EditedContent {
  let known: { readonly stamp: string; readonly reading: ContentState } | undefined;
  return {
    now: () => {
      const stamp = stampOf(environment.CONTENT_DIR);
      if (known?.stamp !== stamp) {
        known = { stamp, reading: read(environment) };
        onRead(known.reading);
      }
      return known.reading;
    },
  };
}

function read(environment: Environment): ContentState {
  try {
    const publication = readPublication(environment);
    publish(publication);
    return { publication };
  } catch (error) {
    if (error instanceof ContentError) return { problem: error.message };
    return { problem: `content: ${(error as Error).message}` };
  }
}

/** A fingerprint of the content: names, sizes and modification times of all its files. */
function stampOf(folder: string): string {
  const stamps = listContent(folder).map((name) => {
    const found = statSync(name, { bigint: true, throwIfNoEntry: false });
    return `${name} ${found?.ino} ${found?.size} ${found?.mtimeNs}`;
  });
  return stamps.join('\n');
}
