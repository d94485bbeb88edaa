import { limits } from './limits.ts';
import { logPaths } from './log.ts';
import { mediaTypeOf, mediaTypes, paths, topicPaths } from './paths.ts';

export type Headers = Readonly<Record<string, string>>;

/** The headers of every response: they open CORS and stop browsers from guessing types. */
export const commonHeaders: Headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Ignored-Parameters, Last-Modified, Link, Mcp-Session-Id, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** The answer to a preflight. `*` doesn't cover Authorization, which clients may send although we ignore it. */
export function preflightHeaders(methods: string): Headers {
  return {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': '*, Authorization',
    'Access-Control-Max-Age': String(limits.preflightSeconds),
  };
}

export const cacheControl = {
  document: `public, max-age=${limits.documentFreshSeconds}, stale-while-revalidate=${limits.documentStaleSeconds}, stale-if-error=${limits.documentStaleOnErrorSeconds}`,
  asset: `public, max-age=${limits.assetFreshSeconds}, immutable`,
  checkpoint: `public, max-age=${limits.checkpointFreshSeconds}, stale-if-error=${limits.documentStaleOnErrorSeconds}`,
  none: 'no-store',
} as const;

/** Pages have no inline scripts or styles, load nothing from other origins and can't be framed. */
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** `Link` of a topic: the hub, then the topic itself (WebSub 4). */
export function topicLink(hubUrl: string, topicUrl: string): string {
  return `<${hubUrl}>; rel="hub", <${topicUrl}>; rel="self"`;
}

/** `Link` to the next page of a list (RFC 8288 3.3, relation `next`). */
export function nextLink(url: string): string {
  return `<${url}>; rel="next"`;
}

export interface Site {
  readonly baseUrl: string;
  readonly hubUrl: string;
}

/** The headers of a published path besides `commonHeaders`; they depend only on the path. */
export function headersOf(path: string, site: Site): Headers {
  const type = mediaTypeOf(path);
  const isPage = type === mediaTypes.html;
  const headers: Record<string, string> = {
    'Content-Type': type,
    'Cache-Control': cacheControlOf(path),
    'Content-Security-Policy': isPage ? pagePolicy : dataPolicy,
  };
  if (topicPaths.some((topic) => topic === path)) headers['Link'] = topicLink(site.hubUrl, site.baseUrl + path);
  return headers;
}

/** Tiles never change, full or partial: a tile that has grown has a new path (tlog-tiles, Merkle Tree). */
function cacheControlOf(path: string): string {
  if (path.startsWith(paths.assets) || path.startsWith(logPaths.tiles)) return cacheControl.asset;
  return path === logPaths.checkpoint ? cacheControl.checkpoint : cacheControl.document;
}

export const readMethods = 'GET, HEAD, OPTIONS';
