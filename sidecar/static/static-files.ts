import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { basePathOf } from '../../site/contract/base-path.ts';
import { calendarDate } from '../../site/contract/dates.ts';
import { answerFor, type SinceAnswer } from '../../site/contract/generation.ts';
import { cacheControl, type Headers, headersOf, pagePolicy, type Site } from '../../site/contract/headers.ts';
import { limits } from '../../site/contract/limits.ts';
import { isCompressible, mediaTypeOf, notFoundPath, paths } from '../../site/contract/paths.ts';
import { problems, toIssue } from '../../site/contract/problem.ts';
import type { Generation } from '../generation/generation.ts';
import { newestList } from '../generation/review-lines.ts';
import type { ContentCoding } from '../http/content-coding.ts';
import { addSlash } from '../http/request.ts';
import { refuseMethod, sendBody, sendProblem, sendRedirect } from '../http/send.ts';
import {
  type BodyCache,
  bodyCache,
  fileVariants,
  memoryVariant,
  type Resource,
  representationOf,
  sendResource,
  toResource,
  type Variant,
  withCompressed,
} from './resource.ts';

/** Serves files of `dist/`. */
export interface StaticFiles {
  /**
   * Answers the request if its path is one of the generation's; otherwise returns false and does nothing. Rejects if a file can't be read.
   */
  answer(request: IncomingMessage, response: ServerResponse, publicPath: string): void | Promise<void> | false;
}

/** Serves the files below `folder` that `generation` lists, and no others, and every date of `since`. */
export function createStaticFiles(generation: Generation, folder: string): StaticFiles {
  const { document, files: records, documentBytes } = generation;
  const site = { baseUrl: document.base_url, hubUrl: document.hub_url };
  const basePath = basePathOf(document.base_url);
  const cache = bodyCache(limits.bodyCacheBytes);
  const files = resourceCache<string>();
  const answers = resourceCache<SinceAnswer>();

  const toResourceOf = (publicPath: string, variants: ReadonlyMap<ContentCoding, Variant>, modified: number): Resource => {
    const all = isCompressible(publicPath) ? withCompressed(variants, publicPath, cache) : variants;
    return toResource(all, modified, headersWithVary(publicPath, site));
  };
  const toFile = (publicPath: string): Resource | undefined => {
    if (publicPath === paths.generation)
      return toResourceOf(publicPath, new Map([['identity', memoryVariant(() => [documentBytes])]]), document.modified);
    const record = records.get(publicPath);
    if (!record) return undefined;
    const file = path.join(folder, publicPath.endsWith('/') ? `${publicPath}index.html` : publicPath);
    return toResourceOf(publicPath, fileVariants(file, record, cache), record.modified);
  };
  const toSince = sinceResources(generation, cache);
  const find = (publicPath: string): Resource | undefined => {
    if (!publicPath.startsWith(paths.since)) return remember(files, publicPath, toFile);
    const date = publicPath.slice(paths.since.length);
    return calendarDate.safeParse(date).success ? remember(answers, answerFor(document.since.answers, date), toSince) : undefined;
  };

  return {
    answer: (request, response, publicPath) => {
      const resource = find(publicPath);
      if (resource) return answerResource(request, response, resource);
      if (isSince(publicPath)) return refuseDate(request, response, publicPath.slice(paths.since.length));
      if (records.get(`${publicPath}/`)) return sendRedirect(response, 301, addSlash(`${basePath}${publicPath}`, request.url));
      const missing = wantsPage(request, publicPath) ? find(notFoundPath) : undefined;
      return missing ? sendMissing(response, missing) : false;
    },
  };
}

function headersWithVary(publicPath: string, site: Site): Headers {
  return { ...headersOf(publicPath, site), ...(isCompressible(publicPath) ? { Vary: 'Accept-Encoding' } : {}) };
}

/** Makes the resource of an answer of `since`. Its body comes from memory, whether it has a file or not. */
function sinceResources({ document, lines }: Generation, cache: BodyCache): (answer: SinceAnswer) => Resource {
  const headers = headersWithVary(paths.since, { baseUrl: document.base_url, hubUrl: document.hub_url });
  return (answer) => {
    const identity = memoryVariant(() => newestList(lines, answer.matched), answer.file?.identity.etag);
    return toResource(withCompressed(new Map([['identity', identity]]), `${paths.since}${answer.chain}`, cache), answer.modified, headers);
  };
}

/** Serves only the dates of `since` that have no file, for a sidecar behind a host that has all the files. */
export function createUnwrittenDates(generation: Generation): StaticFiles {
  const toSince = sinceResources(generation, bodyCache(limits.bodyCacheBytes));
  const answers = resourceCache<SinceAnswer>();
  return {
    answer: (request, response, publicPath) => {
      const date = isSince(publicPath) ? publicPath.slice(paths.since.length) : '';
      if (!calendarDate.safeParse(date).success) return false;
      const answer = answerFor(generation.document.since.answers, date);
      const resource = answer.file ? undefined : remember(answers, answer, toSince);
      return resource ? answerResource(request, response, resource) : false;
    },
  };
}

/** Whether a browser asks for a page, at a path where no service answers. */
function wantsPage({ method, headers }: IncomingMessage, publicPath: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const isService = publicPath.startsWith('/api/') || publicPath === paths.mcp || publicPath === paths.health;
  return !isService && /\btext\/html\b/.test(headers.accept ?? '');
}

/** Sends the 404 page; programs get the error as JSON. */
async function sendMissing(response: ServerResponse, page: Resource): Promise<void> {
  const headers = { 'Content-Type': mediaTypeOf(notFoundPath), 'Content-Security-Policy': pagePolicy, 'Cache-Control': cacheControl.none };
  sendBody(response, problems.not_found.status, headers, Buffer.concat(await representationOf(page, 'identity').body()));
}

/** The most recently used resources, ready to be sent; bounded, since a crawler requests every page of a large site. */
const resourceCache = <K extends {}>() => new LRUCache<K, Resource>({ max: limits.resourcesKept });

function remember<K extends {}>(known: LRUCache<K, Resource>, key: K, make: (key: K) => Resource | undefined): Resource | undefined {
  const before = known.get(key);
  if (before) return before;
  const resource = make(key);
  if (resource) known.set(key, resource);
  return resource;
}

function isSince(publicPath: string): boolean {
  return publicPath.startsWith(paths.since) && publicPath.length > paths.since.length && !publicPath.includes('/', paths.since.length);
}

function answerResource(request: IncomingMessage, response: ServerResponse, resource: Resource): void | Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD') return sendResource(request, response, resource);
  return refuseMethod(response);
}

function refuseDate({ method }: IncomingMessage, response: ServerResponse, date: string): void {
  if (method !== 'GET' && method !== 'HEAD') return refuseMethod(response);
  const issues = calendarDate.safeParse(date).error?.issues ?? [];
  return sendProblem(
    response,
    'invalid_date',
    {},
    issues.map((issue) => ({ ...toIssue(issue), path: ['date'] })),
  );
}
