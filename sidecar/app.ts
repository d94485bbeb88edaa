import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { basePathOf, pathBeneath } from '../site/contract/base-path.ts';
import type { Environment } from '../site/contract/environment.ts';
import { SetupError } from '../site/contract/environment.ts';
import { cacheControl, commonHeaders, readMethods } from '../site/contract/headers.ts';
import { limits } from '../site/contract/limits.ts';
import { mediaTypes, paths } from '../site/contract/paths.ts';
import { problems } from '../site/contract/problem.ts';
import type { Generation } from './generation/generation.ts';
import type { Generations } from './generation/generations.ts';
import type { ReviewFacts } from './generation/review-facts.ts';
import { countReviews } from './generation/review-lines.ts';
import { announceLimit, rateLimiter } from './http/rate-limit.ts';
import { hasValidHost } from './http/request-host.ts';
import { addSlash, requestPath } from './http/request-path.ts';
import { sendOptions, sendProblem, sendRedirect } from './http/send-problem.ts';
import type { Hub } from './hub/hub.ts';
import { createMcp, type OnToolCall } from './mcp/mcp.ts';
import type { Clock } from './runtime/clock.ts';
import type { Random } from './runtime/random.ts';
import type { AnalysisIndex } from './search/analysis-index.ts';
import type { SearchHandler } from './search/handle-search.ts';
import type { Search } from './search/search.ts';
import type { StaticFiles } from './static/static-files.ts';

/** A loaded generation, and what answers requests from it. */
export interface Serving {
  readonly generation: Generation;
  readonly facts: readonly ReviewFacts[];
  readonly search: Search;
  /** Made at the first asking. */
  readonly analysis: () => Promise<AnalysisIndex>;
  readonly answerSearch: SearchHandler;
  readonly staticFiles: StaticFiles;
}

export interface AppOptions {
  readonly environment: Environment;
  readonly generations: Generations<Serving>;
  readonly hub: Hub;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: (line: object) => void;
  readonly onToolCall?: OnToolCall | undefined;
}

/**
 * Answers every request. Static files, searches and MCP bypass Express, whose overhead exceeds the cost of serving a file and is a tenth of
 * a search; the rest is one flat list of routes.
 */
export function createApp(options: AppOptions): RequestListener {
  const { generations, environment } = options;
  const basePath = basePathOf(environment.BASE_URL);
  const app = createServices(options);
  // Only Express reads what proxies say, and only of requests of its own kind.
  const clientOf = (request: IncomingMessage) =>
    (environment.TRUST_PROXY === undefined ? request.socket.remoteAddress : (Object.setPrototypeOf(request, app.request) as Request).ip) ??
    '';
  const answerSearch = withFault(searchRoute(options, clientOf));
  const answerMcp = withFault(mcpRoute(options, clientOf));
  const dispatch = (request: IncomingMessage, response: ServerResponse, publicPath: string, retry: boolean) => {
    const fail = (error: unknown) => {
      if (response.headersSent || !retry) return sendFault(error, request, response, () => {});
      // The generation's files were removed meanwhile, so there is a newer generation.
      void generations.refresh().then(() => dispatch(request, response, publicPath, false));
    };
    try {
      const files = generations.current()?.staticFiles;
      const answered = files ? files.answer(request, response, publicPath) : false;
      if (answered === false) app(request, response);
      else if (answered instanceof Promise) answered.catch(fail);
    } catch (error) {
      fail(error);
    }
  };
  return (request, response) => {
    const target = request.url ?? '';
    if (target.length > limits.requestUrlBytes) return sendProblem(response, 'uri_too_long');
    if (!hasValidHost(request)) return sendProblem(response, 'invalid_request');
    // RFC 9110 10.1.1: 100-continue is the only expectation, and Node has already answered it.
    const { expect } = request.headers;
    if (expect !== undefined && !/^100-continue$/i.test(expect)) return sendProblem(response, 'expectation_failed');
    if (target === '*' && request.method === 'OPTIONS') return sendOptions(response, readMethods);
    const asked = requestPath(target);
    if (asked === undefined) return sendProblem(response, 'invalid_request');
    const publicPath = pathBeneath(basePath, asked);
    if (publicPath === undefined) return answerOutside(response, asked, environment.BASE_URL);
    // For routes as for documents: the host of an absolute target is ignored (RFC 9112 3.2.2), and unreserved characters are unescaped
    // (RFC 3986 6.2.2.2). Neither knows the path of BASE_URL.
    if (basePath !== '' || !target.startsWith('/') || target.includes('%')) request.url = originForm(target, publicPath);
    if (publicPath === paths.search) answerSearch(request, response);
    else if (publicPath === paths.mcp || publicPath === `${paths.mcp}/`) answerMcp(request, response);
    else dispatch(request, response, publicPath, true);
  };
}

type Route = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
type ClientOf = (request: IncomingMessage) => string;

/** The same route, which answers 500 where it fails. */
function withFault(route: Route): RequestListener {
  return (request, response) => {
    const fail = (error: unknown) => sendFault(error, request, response, () => {});
    try {
      const answered = route(request, response);
      if (answered instanceof Promise) answered.catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}

/** Answers searches, limited by client. */
function searchRoute({ environment, generations, clock }: AppOptions, clientOf: ClientOf): Route {
  const searches = rateLimiter({ perMinute: environment.RATE_LIMIT, clock, maxKeys: limits.rateLimitKeys });
  return (request, response) => {
    const current = generations.current();
    if (!current) return sendProblem(response, 'starting', { 'Retry-After': '1' });
    const client = environment.RATE_LIMIT === 0 ? '' : clientOf(request);
    const taken = searches.take(client);
    announceLimit(response, 'search', searches.standing(client));
    if (taken.ok) return current.answerSearch(request, response);
    return sendProblem(response, 'too_many_requests', { 'Retry-After': String(taken.retryAfterSeconds) });
  };
}

/** Answers /mcp, errors as JSON-RPC. */
function mcpRoute({ generations, ...options }: AppOptions, clientOf: ClientOf): Route {
  const mcp = createMcp(options);
  return (request, response) => mcp({ request, response, client: clientOf(request) }, generations.current());
}

/**
 * Answers what is asked outside the path of BASE_URL: that path without its slash and the origin's root lead there, and anything else is
 * nothing of ours. The redirects aren't kept, since the origin may get another site.
 */
function answerOutside(response: ServerResponse, asked: string, baseUrl: string): void {
  const basePath = basePathOf(baseUrl);
  const headers = { 'Cache-Control': cacheControl.none };
  if (asked === basePath) return sendRedirect(response, 301, addSlash(basePath, response.req.url), headers);
  if (asked === '/') return sendRedirect(response, 302, `${basePath}/`, headers);
  const message = `${problems.not_found.message.replace(/\.$/, '')}; this service is at ${baseUrl}/.`;
  sendProblem(response, 'not_found', {}, [], message);
}

/** The Express app: the routes of the services but search and MCP, and none of the published files. */
function createServices({ environment, generations, hub }: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  // Paths match exactly, as they do for documents.
  app.enable('strict routing').enable('case sensitive routing');
  trustProxy(app, environment.TRUST_PROXY);

  const serving =
    (answer: (serving: Serving, request: Request, response: Response) => void | Promise<void>): RequestHandler =>
    (request, response) => {
      const current = generations.current();
      return current ? answer(current, request, response) : sendProblem(response, 'starting', { 'Retry-After': '1' });
    };
  app.all([paths.hub, `${paths.hubStatus}:token`], (request, response) => hub.handle(request, response));
  app.all(
    paths.health,
    serving((current, request, response) => void sendHealth(current, hub, request, response)),
  );
  app.use(serving((_current, _request, response) => sendProblem(response, 'not_found')));
  app.use(sendFault);
  return app;
}

/** The target in origin form: its path without needless escapes, and its query. */
function originForm(target: string, publicPath: string): string {
  const query = target.indexOf('?');
  const path = /%2f/i.test(publicPath) ? publicPath : encodeURI(publicPath).replace(/[?#]/g, encodeURIComponent);
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

/** Answers 200 as long as there is something to serve; a failing storage of the hub makes the status `degraded`. */
async function sendHealth({ generation }: Serving, hub: Hub, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'OPTIONS') return sendOptions(response, readMethods);
  if (request.method !== 'GET' && request.method !== 'HEAD') return sendProblem(response, 'method_not_allowed', { Allow: readMethods });
  const { document, lines } = generation;
  const { status, ...counted } = await hub.health();
  const body = `${JSON.stringify({ status, generation: document.generation, reviews: countReviews(lines), hub: counted })}\n`;
  response.writeHead(200, {
    ...commonHeaders,
    'Content-Type': mediaTypes.json,
    'Cache-Control': cacheControl.none,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Answers 500 without inner details; these go to the log of errors, with the request's id where requests are logged. */
function sendFault(error: unknown, _request: IncomingMessage, response: ServerResponse, _next: () => void): void {
  const id = response.getHeader('X-Request-Id');
  console.error(...(id === undefined ? [] : [`request ${id}:`]), error);
  if (response.headersSent) response.destroy();
  else sendProblem(response, 'internal_error');
}
