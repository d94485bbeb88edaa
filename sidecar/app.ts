import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express, { type Express } from 'express';
import type { Environment } from '../site/contract/environment.ts';
import { SetupError } from '../site/contract/environment.ts';
import { cacheControl, commonHeaders, readMethods } from '../site/contract/headers.ts';
import { limits } from '../site/contract/limits.ts';
import { mediaTypes, paths } from '../site/contract/paths.ts';
import type { Edge } from './edge/edge.ts';
import type { Generation } from './generation.ts';
import type { Generations } from './generations.ts';
import { requestPath } from './http/request-path.ts';
import { sendOptions, sendProblem } from './http/send-problem.ts';
import { handleSearch } from './search/handle-search.ts';
import type { Search } from './search/search.ts';

/** A generation and what answers from it. */
export interface Serving {
  readonly generation: Generation;
  readonly search: Search;
  readonly edge: Edge;
}

export interface AppOptions {
  readonly environment: Pick<Environment, 'TRUST_PROXY'>;
  readonly generations: Generations<Serving>;
}

/**
 * Answers every request. Documents and pages go past Express, which would cost more than they do; the rest is one flat
 * list of routes.
 */
export function createApp({ environment, generations }: AppOptions): RequestListener {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  // A path is what the table says, letter by letter, as it is for documents.
  app.enable('strict routing').enable('case sensitive routing');
  trustProxy(app, environment.TRUST_PROXY);

  const serving =
    (answer: (serving: Serving, request: IncomingMessage, response: ServerResponse) => void) =>
    (request: IncomingMessage, response: ServerResponse) => {
      const current = generations.current();
      if (current) answer(current, request, response);
      else sendProblem(response, 'starting', { 'Retry-After': '1' });
    };

  app.all(
    paths.search,
    serving(({ search, generation }, request, response) => handleSearch(request, response, search, generation.lines)),
  );
  app.all(paths.health, serving(sendHealth));
  app.use(serving((_, __, response) => sendProblem(response, 'not_found')));
  app.use(sendFault);

  const dispatch = async (request: IncomingMessage, response: ServerResponse, publicPath: string, retry: boolean) => {
    try {
      const current = generations.current();
      const answered = current ? current.edge.answer(request, response, publicPath) : false;
      if (answered === false) app(request, response);
      else await answered;
    } catch (error) {
      // The generation's files went away under it: there is a newer one.
      if (response.headersSent || !retry) return sendFault(error, request, response, () => {});
      await generations.refresh();
      await dispatch(request, response, publicPath, false);
    }
  };
  return (request, response) => {
    const target = request.url ?? '';
    if (target.length > limits.requestUrlBytes) return sendProblem(response, 'uri_too_long');
    if (target === '*' && request.method === 'OPTIONS') return sendOptions(response, readMethods);
    const publicPath = requestPath(target);
    // RFC 9112 3.2: a request of HTTP/1.1 without Host is refused.
    const lacksHost = request.headers.host === undefined && request.httpVersion === '1.1';
    if (publicPath === undefined || lacksHost) return sendProblem(response, 'invalid_request');
    // RFC 3986 6.2.2.2: an escaped letter is that letter, for routes as for documents.
    if (target.includes('%') && !/%2f/i.test(target)) request.url = withoutEscapes(target, publicPath);
    void dispatch(request, response, publicPath, true);
  };
}

/** The target with its path's needless escapes undone. */
function withoutEscapes(target: string, publicPath: string): string {
  const query = target.indexOf('?');
  const path = encodeURI(publicPath).replace(/[?#]/g, encodeURIComponent);
  return path + (query === -1 ? '' : target.slice(query));
}

function trustProxy(app: Express, setting: string | undefined): void {
  if (setting === undefined) return;
  const value = /^(true|false)$/.test(setting) ? setting === 'true' : /^\d+$/.test(setting) ? Number(setting) : setting;
  try {
    app.set('trust proxy', value);
  } catch {
    throw new SetupError(`environment: TRUST_PROXY=${setting}: write a number of hops, "loopback", or a list of addresses and ranges`);
  }
}

function sendHealth({ generation }: Serving, request: IncomingMessage, response: ServerResponse): void {
  if (request.method === 'OPTIONS') return sendOptions(response, readMethods);
  if (request.method !== 'GET' && request.method !== 'HEAD') return sendProblem(response, 'method_not_allowed', { Allow: readMethods });
  const body = `${JSON.stringify({ status: 'ok', generation: generation.document.generation, reviews: generation.reviews.reviews.length })}\n`;
  response.writeHead(200, {
    ...commonHeaders,
    'Content-Type': mediaTypes.json,
    'Cache-Control': cacheControl.none,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Answers without inner details; the details go to the log of errors. */
function sendFault(error: unknown, _request: IncomingMessage, response: ServerResponse, _next: () => void): void {
  console.error(error);
  if (response.headersSent) response.destroy();
  else sendProblem(response, 'internal_error');
}
