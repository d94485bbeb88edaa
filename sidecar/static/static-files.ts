import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { answerFor, type ContentCoding, fileName, type GenerationHead, type SinceAnswer } from '../../site/contract/generation.ts';
import { cacheControl, type Headers, headersOf, pagePolicy } from '../../site/contract/headers.ts';
import { limits } from '../../site/contract/limits.ts';
import { isCompressible, mediaTypeOf, notFoundPath, paths } from '../../site/contract/paths.ts';
import { problems, toIssue } from '../../site/contract/problem.ts';
import { basePathOf } from '../../site/shared/base-path.ts';
import { calendarDate } from '../../site/shared/dates.ts';
import type { LoadedDocuments } from '../generation/generation.ts';
import { newestList } from '../generation/review-lines.ts';
import { addSlash } from '../http/request.ts';
import { refuseMethod, sendBody, sendProblem, sendRedirect } from '../http/send.ts';
import {
  type BodyCache,
  bodyCache,
  fileVariants,
  memoryVariant,
  type Resource,
  sendResource,
  toResource,
  type Variant,
  variantOf,
  withCompressed,
} from './resource.ts';

/** How many resources are kept between requests; their bodies are cached separately. */
const KEPT_RESOURCES = 1_000;

/**
 * Answers a request if its path is one of the generation's; otherwise returns false and does nothing. Rejects if a file can't be read.
 */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse, publicPath: string) => void | Promise<void> | false;

/** Serves the files below `folder` that `generation` lists, and no others, and every date of `since`. */
export function createStaticFiles(generation: LoadedDocuments, folder: string): StaticFiles {
  const { document, files: records, documentBytes } = generation;
  const basePath = basePathOf(document.base_url);
  const cache = bodyCache(limits.bodyCacheBytes);
  const toSince = sinceResources(generation, cache);
  const variantsOf = (
    publicPath: string,
  ): { readonly variants: ReadonlyMap<ContentCoding, Variant>; readonly modified: number } | undefined => {
    if (publicPath === paths.generation)
      return { variants: new Map([['identity', memoryVariant(() => [documentBytes])]]), modified: document.modified };
    const record = records.get(publicPath);
    if (!record) return undefined;
    const file = path.join(folder, fileName(publicPath));
    return { variants: fileVariants(file, record, cache), modified: record.modified };
  };
  // Making the headers of a popular document for each request takes a fifth of the time to serve it.
  const lately = new LRUCache<string, Resource>({ max: KEPT_RESOURCES });
  const find = (publicPath: string): Resource | undefined => {
    const known = lately.get(publicPath);
    if (known) return known;
    const found = variantsOf(publicPath);
    if (!found) return undefined;
    const variants = isCompressible(publicPath) ? withCompressed(found.variants, publicPath, cache) : found.variants;
    const resource = toResource(variants, found.modified, headersWithVary(publicPath, document));
    lately.set(publicPath, resource);
    return resource;
  };

  return (request, response, publicPath) => {
    const date = sinceDate(publicPath);
    if (date !== undefined) {
      const answer = sinceAnswerOf(generation, date);
      return answer ? answerResource(request, response, toSince(answer)) : refuseDate(response, date);
    }
    const resource = find(publicPath);
    if (resource) return answerResource(request, response, resource);
    if (records.get(`${publicPath}/`)) return sendRedirect(response, 301, addSlash(`${basePath}${publicPath}`, request.url));
    const missing = wantsPage(request, publicPath) ? find(notFoundPath) : undefined;
    return missing ? sendMissing(response, missing) : false;
  };
}

/** Serves only the dates of `since` that have no file, for a sidecar behind a host that has all the files. */
export function createUnwrittenDates(generation: LoadedDocuments): StaticFiles {
  const toSince = sinceResources(generation, bodyCache(limits.bodyCacheBytes));
  return (request, response, publicPath) => {
    const answer = sinceAnswerOf(generation, sinceDate(publicPath) ?? '');
    return answer && !answer.file ? answerResource(request, response, toSince(answer)) : false;
  };
}

/** The last part of a path below `since`, not necessarily a valid date. */
function sinceDate(publicPath: string): string | undefined {
  const date = publicPath.startsWith(paths.since) ? publicPath.slice(paths.since.length) : '';
  return date === '' || date.includes('/') ? undefined : date;
}

function sinceAnswerOf({ document }: LoadedDocuments, date: string): SinceAnswer | undefined {
  return calendarDate.safeParse(date).success ? answerFor(document.since.answers, date) : undefined;
}

/** Makes the resource of an answer of `since`, once. Its body comes from memory, whether it has a file or not. */
function sinceResources({ document, lines }: LoadedDocuments, cache: BodyCache): (answer: SinceAnswer) => Resource {
  const headers = headersWithVary(paths.since, document);
  const known = new Map<SinceAnswer, Resource>();
  return (answer) => {
    const make = (): Resource => {
      const identity = memoryVariant(() => newestList(lines, answer.matched), answer.file?.identity.etag);
      const variants = withCompressed(new Map([['identity', identity]]), `${paths.since}${answer.chain}`, cache);
      return toResource(variants, answer.modified, headers);
    };
    const resource = known.get(answer) ?? make();
    known.set(answer, resource);
    return resource;
  };
}

function headersWithVary(publicPath: string, { base_url: baseUrl, hub_url: hubUrl }: GenerationHead): Headers {
  return { ...headersOf(publicPath, { baseUrl, hubUrl }), ...(isCompressible(publicPath) ? { Vary: 'Accept-Encoding' } : {}) };
}

/** Whether a browser requests a page rather than a service. */
function wantsPage({ method, headers }: IncomingMessage, publicPath: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const isService = publicPath.startsWith('/api/') || publicPath === paths.mcp || publicPath === paths.health;
  return !isService && /\btext\/html\b/.test(headers.accept ?? '');
}

/** Sends the 404 page; programs get the error as JSON. */
async function sendMissing(response: ServerResponse, page: Resource): Promise<void> {
  const headers = { 'Content-Type': mediaTypeOf(notFoundPath), 'Content-Security-Policy': pagePolicy, 'Cache-Control': cacheControl.none };
  sendBody(response, problems.not_found.status, headers, Buffer.concat(await variantOf(page, 'identity').body()));
}

function answerResource(request: IncomingMessage, response: ServerResponse, resource: Resource): void | Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD') return sendResource(request, response, resource);
  return refuseMethod(response);
}

/** Answers a request for a date of `since` that isn't one. */
export function refuseDate(response: ServerResponse, date: string): void {
  const { method } = response.req;
  if (method !== 'GET' && method !== 'HEAD') return refuseMethod(response);
  const issues = calendarDate.safeParse(date).error?.issues ?? [];
  return sendProblem(
    response,
    'invalid_date',
    {},
    issues.map((issue) => ({ ...toIssue(issue), path: ['date'] })),
  );
}
