import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Environment } from '../site/contract/environment.ts';
import { cacheControl, readMethods } from '../site/contract/headers.ts';
import { limits } from '../site/contract/limits.ts';
import { mediaTypes, paths } from '../site/contract/paths.ts';
import { problems } from '../site/contract/problem.ts';
import { basePathOf, pathBeneath } from '../site/shared/base-path.ts';
import { SetupError } from '../site/shared/setup-error.ts';
import type { Generation } from './generation/generation.ts';
import type { Generations } from './generation/generations.ts';
import { countReviews } from './generation/review-lines.ts';
import { countRequest, rateLimiter } from './http/rate-limit.ts';
import { addSlash, hasValidHost, originForm, requestPath } from './http/request.ts';
import { refuseMethod, sendBody, sendOptions, sendProblem, sendRedirect } from './http/send.ts';
import type { Hub } from './hub/hub.ts';
import type { OnToolCall } from './mcp/features.ts';
import { createMcp } from './mcp/mcp.ts';
import type { SessionKeys } from './mcp/transport/sessions.ts';
import type { Clock, Random } from './runtime.ts';
import type { SearchHandler } from './search/handle-search.ts';
import type { StaticFiles } from './static/static-files.ts';

/** A generation with its handlers. */
export interface ServedGeneration extends Generation {
  readonly answerSearch: SearchHandler;
  readonly answerFile: StaticFiles;
}

export interface AppOptions {
  readonly environment: Environment;
  readonly generations: Generations<ServedGeneration>;
  readonly hub: Hub;
  readonly sessionKeys: SessionKeys;
  readonly clock: Clock;
  readonly random: Random;
  readonly onToolCall?: OnToolCall | undefined;
}

/** Endpoints that are never files, so files aren't looked up for them. */
const endpoints: ReadonlySet<string> = new Set([paths.search, paths.mcp, paths.hub, paths.health]);

/** Handles every request: published files first, everything else by the Express app's routes. */
export function createApp(options: AppOptions): RequestListener {
  const { generations, environment } = options;
  const app = createRoutes(options);
  const basePath = basePathOf(environment.BASE_URL);
  const answer = (request: IncomingMessage, response: ServerResponse, publicPath: string, retry: boolean) => {
    const fail = (error: unknown) => {
      if (response.headersSent || !retry) return sendFault(error, response);
      // If a file can't be read, it was removed with its generation, so there is a newer one.
      void generations.refresh().then(() => answer(request, response, publicPath, false));
    };
    try {
      // In front of Express, whose overhead exceeds the cost of serving a file from memory.
      const answerFile = endpoints.has(publicPath) ? undefined : generations.current()?.answerFile;
      const answered = answerFile ? answerFile(request, response, publicPath) : false;
      if (answered === false) app(request, response);
      else if (answered instanceof Promise) answered.catch(fail);
    } catch (error) {
      fail(error);
    }
  };
  return (request, response) => {
    const publicPath = acceptRequest(request, response, environment.BASE_URL, basePath);
    if (publicPath !== undefined) answer(request, response, publicPath, true);
  };
}

/** The routes of search, MCP, the hub and /healthz, matched from top to bottom. */
function createRoutes(options: AppOptions): Express {
  const { environment, generations, hub, clock } = options;
  const app = express();
  // Express would add weak entity tags. Paths match exactly, like those of published files.
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.enable('strict routing').enable('case sensitive routing');
  trustProxy(app, environment.TRUST_PROXY);

  const whenServing =
    (answer: (current: ServedGeneration, request: Request, response: Response) => void | Promise<void>): RequestHandler =>
    (request, response) => {
      const current = generations.current();
      return current ? answer(current, request, response) : sendProblem(response, 'starting', { 'Retry-After': '1' });
    };
  const searches = rateLimiter(environment.RATE_LIMIT, clock);
  const mcp = createMcp(options);

  app.all(
    paths.search,
    whenServing((current, request, response) => {
      const refusal = countRequest(response, 'search', searches, clientOf(request));
      return refusal ? sendProblem(response, 'too_many_requests', refusal) : current.answerSearch(request, response);
    }),
  );
  app.all([paths.mcp, `${paths.mcp}/`], (request, response) =>
    mcp({ request, response, client: clientOf(request) }, generations.current()),
  );
  app.all([paths.hub, `${paths.hubStatus}:token`], (request, response) => hub.handle(request, response));
  app.all(
    paths.health,
    whenServing((current, request, response) => sendHealth(current, hub, request, response)),
  );
  app.use(whenServing((_current, _request, response) => sendProblem(response, 'not_found')));
  app.use(((error, _request, response, _next) => sendFault(error, response)) satisfies ErrorRequestHandler);
  return app;
}

/** The address of the client, as TRUST_PROXY determines it. */
export function clientOf(request: IncomingMessage): string {
  return (request as Request).ip ?? '';
}

/**
 * Checks the request and returns its decoded path below BASE_URL; `request.url` becomes that path, for Express. Returns undefined if it has
 * answered the request.
 */
function acceptRequest(request: IncomingMessage, response: ServerResponse, baseUrl: string, basePath: string): string | undefined {
  const target = request.url ?? '';
  if (target.length > limits.requestUrlBytes) return void sendProblem(response, 'uri_too_long');
  if (!hasValidHost(request)) return void sendProblem(response, 'invalid_request');
  // RFC 9110 10.1.1: 100-continue is the only expectation, and Node has already answered it.
  const { expect } = request.headers;
  if (expect !== undefined && !/^100-continue$/i.test(expect)) return void sendProblem(response, 'expectation_failed');
  if (target === '*' && request.method === 'OPTIONS') return void sendOptions(response, readMethods);
  const path = requestPath(target);
  if (path === undefined) return void sendProblem(response, 'invalid_request');
  const publicPath = pathBeneath(basePath, path);
  if (publicPath === undefined) return void answerOutside(response, path, baseUrl);
  // The host of an absolute target is ignored (RFC 9112 3.2.2), and unreserved characters are unescaped (RFC 3986 6.2.2.2).
  if (basePath !== '' || !target.startsWith('/') || target.includes('%')) request.url = originForm(target, publicPath);
  return publicPath;
}

/**
 * Answers a request outside the path of BASE_URL. That path without its slash, and the origin's root, redirect to it. The redirects aren't
 * cached, since the origin may get another site.
 */
function answerOutside(response: ServerResponse, path: string, baseUrl: string): void {
  const basePath = basePathOf(baseUrl);
  const headers = { 'Cache-Control': cacheControl.none };
  if (path === basePath) return sendRedirect(response, 301, addSlash(basePath, response.req.url), headers);
  if (path === '/') return sendRedirect(response, 302, `${basePath}/`, headers);
  const message = `${problems.not_found.message.replace(/\.$/, '')}; this service is at ${baseUrl}/.`;
  sendProblem(response, 'not_found', {}, [], message);
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

/** Answers 200 as long as there is something to serve; if the hub's storage fails, the status is `degraded`. */
async function sendHealth({ document, lines }: Generation, hub: Hub, { method }: Request, response: Response): Promise<void> {
  if (method !== 'GET' && method !== 'HEAD') return refuseMethod(response);
  const { status, ...counted } = await hub.health();
  const body = `${JSON.stringify({ status, generation: document.generation, reviews: countReviews(lines), hub: counted })}\n`;
  sendBody(response, 200, { 'Content-Type': mediaTypes.json, 'Cache-Control': cacheControl.none }, body);
}

/** Answers 500 without details. They go to standard error, with the request's id if requests are logged. */
function sendFault(error: unknown, response: ServerResponse): void {
  const id = response.getHeader('X-Request-Id');
  console.error(...(id === undefined ? [] : [`request ${id}:`]), error);
  if (response.headersSent) response.destroy();
  else sendProblem(response, 'internal_error');
}
