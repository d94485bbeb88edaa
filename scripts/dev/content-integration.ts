import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { AstroIntegration, HookParameters } from 'astro';
import { requestPath } from '../../sidecar/http/request-target.ts';
import { isContent } from '../../site/content/read/content-files.ts';
import { mediaTypeOf, paths } from '../../site/contract/paths.ts';
import { isPublished, sendContentProblem, sendSearch, sendSince } from './answers.ts';
import type { EditedContent } from './edited-content.ts';

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
