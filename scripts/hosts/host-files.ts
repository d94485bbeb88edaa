import type { GenerationDocument, SinceAnswer } from '../../site/contract/generation.ts';
import { commonHeaders, type Headers, headersOf, type Site } from '../../site/contract/headers.ts';
import { changesPath, logPaths } from '../../site/contract/log.ts';
import { hashFolders, mediaTypeOf, mediaTypes, paths, tlogProofSuffix } from '../../site/contract/paths.ts';
import { basePathOf } from '../../site/shared/base-path.ts';
import { nextDay } from '../../site/shared/dates.ts';

/** The input for the hosts' configurations. */
export interface HostInput extends Site {
  readonly generation: Pick<GenerationDocument, 'files' | 'since'>;
  /** The sidecar's origin, for hosts that can't run it; undefined if unknown. It uses the path of `baseUrl`, too. */
  readonly sidecarUrl: string | undefined;
}

interface HeaderRule {
  /**
   * A path with at most one `*`, usually at its end. A file below a folder of pages can match two rules, only one of which sets its
   * Content-Type.
   */
  readonly pattern: string;
  readonly headers: Headers;
}

/** The dates of `/api/reviews/since/{date}` that have a file. */
interface SinceRange {
  readonly first: string;
  readonly last: string;
  /** Whether the first file contains all reviews, so it answers every earlier date. */
  readonly complete: boolean;
}

/**
 * The configuration files for `dist/`, by name. Paths are those of the files, without the path of `baseUrl`: the host serves `dist/` at the
 * root of another address, and the proxy in front removes the path.
 */
export function printHostFiles(input: HostInput): Readonly<Record<string, string>> {
  const rules = headerRules(input);
  const range = sinceRange(input.generation.since);
  return {
    _headers: printHeaders(rules),
    _redirects: printRedirects(range, input.sidecarUrl && input.sidecarUrl + basePathOf(input.baseUrl)),
  };
}

/** One rule for each document, and one for each folder whose files share their headers. */
export function headerRules({ generation, ...site }: HostInput): HeaderRule[] {
  const published = [...Object.keys(generation.files), paths.generation].sort();
  const patterns = new Map<string, string>([[`${paths.since}*`, paths.since]]);
  for (const path of published) patterns.set(patternOf(path), path);
  return [...patterns].map(([pattern, example]) => ({ pattern, headers: headersFor(pattern, headersOf(example, site)) }));
}

/** A folder of pages may have other files, such as `/reviews/words.json`. Hosts know the type of pages, so their rule leaves it out. */
function headersFor(pattern: string, { 'Content-Type': type, ...others }: Headers): Headers {
  return type === undefined || (pattern.endsWith('*') && type === mediaTypes.html) ? others : { 'Content-Type': type, ...others };
}

function patternOf(path: string): string {
  const folder = [...hashFolders, changesPath, logPaths.openings].find((start) => path.startsWith(start)) ?? tileFolder(path);
  if (folder !== undefined) return `${folder}*`;
  if (path.endsWith(tlogProofSuffix)) return `${path.slice(0, path.lastIndexOf('/') + 1)}*${tlogProofSuffix}`;
  if (mediaTypeOf(path) !== mediaTypes.html) return path;
  const end = path.indexOf('/', 1);
  return end === -1 ? path : `${path.slice(0, end)}/*`;
}

/** The folder of a log tile's level; undefined for any other path. */
function tileFolder(path: string): string | undefined {
  return path.startsWith(logPaths.tiles) ? path.slice(0, path.indexOf('/', logPaths.tiles.length) + 1) : undefined;
}

function sinceRange(since: GenerationDocument['since']): SinceRange {
  if (since.first === null || since.last === null) return onlyAnswer(since);
  const unwritten = since.answers.find(({ file }) => !file);
  return { first: unwritten ? nextDay(unwritten.date) : since.first, last: since.last, complete: !unwritten };
}

/** Without reviews there is a single answer, whose file is named after the last date that it covers. */
function onlyAnswer({ answers }: GenerationDocument['since']): SinceRange {
  const date = (answers[0] as SinceAnswer).date;
  return { first: date, last: date, complete: true };
}

/**
 * `_headers` of Cloudflare Pages and Netlify. If two rules set a header, these hosts join the values with a comma. That is valid for cache
 * times and policies but not for Content-Type, so only one rule may set that.
 */
function printHeaders(rules: readonly HeaderRule[]): string {
  const block = (pattern: string, headers: Headers) =>
    [pattern, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  return `${[block('/*', commonHeaders), ...rules.map(({ pattern, headers }) => block(pattern, headers))].join('\n')}\n`;
}

/** `_redirects` of Cloudflare Pages and Netlify. Cloudflare's rules take precedence over files, so none matches a date that has a file. */
function printRedirects({ first, last, complete }: SinceRange, sidecarUrl: string | undefined): string {
  const lines: string[] = [];
  if (complete) lines.push(...prefixesBefore(first).map((prefix) => rewrite(prefix, first)));
  lines.push(...prefixesAfter(last).map((prefix) => rewrite(prefix, last)));
  if (sidecarUrl !== undefined) {
    if (!complete)
      lines.push(...prefixesBefore(first).flatMap((prefix) => proxy(paths.since + prefix, sidecarUrl, prefix.length < first.length)));
    lines.push(...[paths.search, paths.mcp, `${paths.mcp}/`, paths.hub, paths.health].flatMap((path) => proxy(path, sidecarUrl, false)));
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** Netlify uses the first rule; Cloudflare can't proxy to other hosts, ignores it and uses the second, which keeps method and body. */
function proxy(path: string, sidecarUrl: string, isPrefix: boolean): string[] {
  const [from, to] = isPrefix ? [`${path}*`, `${sidecarUrl}${path}:splat`] : [path, sidecarUrl + path];
  return [`${from} ${to} 200`, `${from} ${to} 307`];
}

const rewrite = (prefix: string, date: string) => {
  const whole = prefix.length === date.length ? '' : '*';
  return `${paths.since}${prefix}${whole} ${paths.since}${date} 200`;
};

/** Prefixes that match every date before `date` (YYYY-MM-DD) and none from it on. */
export function prefixesBefore(date: string): string[] {
  return prefixesBeside(date, (digit) => DIGITS.slice(0, digit));
}

/** Prefixes that match every date after `date` and none up to it. */
export function prefixesAfter(date: string): string[] {
  return prefixesBeside(date, (digit) => DIGITS.slice(digit + 1));
}

const DIGITS = [...'0123456789'];

/** For each position of the date: the digits before it, followed by each digit that is allowed in its place. */
function prefixesBeside(date: string, others: (digit: number) => readonly string[]): string[] {
  return [...date].flatMap((letter, index) => (letter === '-' ? [] : others(Number(letter)).map((other) => date.slice(0, index) + other)));
}
