import type { GenerationDocument, SinceAnswer } from '../../site/contract/generation.ts';
import { commonHeaders, type Headers, headersOf, type Site } from '../../site/contract/headers.ts';
import { changesPath, logPaths } from '../../site/contract/log.ts';
import { byExtension, hashFolders, mediaTypeOf, mediaTypes, paths, tlogProofSuffix } from '../../site/contract/paths.ts';
import { problemBody, toIssue } from '../../site/contract/problem.ts';
import { basePathOf } from '../../site/shared/base-path.ts';
import { calendarDate, nextDay } from '../../site/shared/dates.ts';

/** The input for the hosts' configurations. */
export interface HostInput extends Site {
  readonly generation: Pick<GenerationDocument, 'files' | 'since'>;
  /** The sidecar's origin, for hosts that can't run it; undefined if unknown. It uses the path of `baseUrl`, too. */
  readonly sidecarUrl: string | undefined;
}

export interface HeaderRule {
  /**
   * A path with at most one `*`, usually at its end. A file below a folder of pages can match two rules, only one of which sets its
   * Content-Type.
   */
  readonly pattern: string;
  readonly headers: Headers;
}

/** The dates of `/api/reviews/since/{date}` that have a file. */
export interface SinceRange {
  readonly first: string;
  readonly last: string;
  /** Whether the first file contains all reviews, so it answers every earlier date. */
  readonly complete: boolean;
}

/** One rule for each document, and one for each folder whose files share their headers. */
export function headerRules({ generation, ...site }: HostInput): HeaderRule[] {
  const published = [...Object.keys(generation.files), paths.generation].sort();
  const patterns = new Map<string, string>([[`${paths.since}*`, paths.since]]);
  for (const path of published) patterns.set(patternOf(path), path);
  return [...patterns].map(([pattern, example]) => ({ pattern, headers: headersFor(pattern, headersOf(example, site)) }));
}

/**
 * A folder of pages may have other files, such as `/reviews/words.json`, and assets are styles, scripts and images. Hosts know the types of
 * these, so the rules of such folders leave it out.
 */
function headersFor(pattern: string, { 'Content-Type': type, ...others }: Headers): Headers {
  const isMixed = pattern === `${paths.assets}*` || (pattern.endsWith('*') && type === mediaTypes.html);
  return type === undefined || isMixed ? others : { 'Content-Type': type, ...others };
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

export function sinceRange(since: GenerationDocument['since']): SinceRange {
  if (since.first === null || since.last === null) return onlyAnswer(since);
  const unwritten = since.answers.find(({ file }) => !file);
  return { first: unwritten ? nextDay(unwritten.date) : since.first, last: since.last, complete: !unwritten };
}

/**
 * The date whose file has the body of an answer: its own, unless it's outside of the dates that have files. Then no review lies between it and
 * the nearest of these, so that one has the same body.
 */
export function dateOfFile({ first, last }: GenerationDocument['since'], { date }: Pick<SinceAnswer, 'date'>): string {
  if (first === null || last === null) return date;
  if (date < first) return first;
  return date > last ? last : date;
}

/** Without reviews there is a single answer, whose file is named after the last date that it covers. */
function onlyAnswer({ answers }: GenerationDocument['since']): SinceRange {
  const date = (answers[0] as SinceAnswer).date;
  return { first: date, last: date, complete: true };
}

/** Paths that only the sidecar answers. */
export const sidecarPaths = [paths.search, paths.mcp, `${paths.mcp}/`, paths.hub, paths.health];

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

/** Headers of the paths that `pattern`, a regular expression that Apache, nginx and Caddy share, matches. */
export interface ServerRule {
  readonly pattern: string;
  readonly headers: Headers;
}

/** The headers of every response of a web server. */
export const serverHeaders: Headers = { ...commonHeaders, Vary: 'Accept-Encoding' };

/** A regular expression that matches every date of the calendar (YYYY-MM-DD) and nothing else. */
export const CALENDAR_DATE = `(?:${[
  '[0-9][0-9][0-9][0-9]-(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])',
  '[0-9][0-9][0-9][0-9]-(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)',
  '[0-9][0-9][0-9][0-9]-02-(?:0[1-9]|1[0-9]|2[0-8])',
  '[0-9][0-9](?:0[48]|[2468][048]|[13579][26])-02-29',
  '(?:[02468][048]|[13579][26])00-02-29',
].join('|')})`;

/** The header rules from the most to the least specific; the first one that matches a path has all of its headers. */
export function serverRules(input: HostInput): ServerRule[] {
  const groups = new Map<string, { readonly patterns: string[]; readonly headers: Headers }>();
  const sorted = headerRules(input).sort((a, b) => specificity(b.pattern) - specificity(a.pattern));
  for (const { pattern, headers } of sorted) {
    // Rules that match alike and have the same headers become one.
    const key = JSON.stringify([specificity(pattern), headers]);
    const group = groups.get(key) ?? { patterns: [], headers };
    group.patterns.push(expressionOf(pattern));
    groups.set(key, group);
  }
  const base = escapePath(basePathOf(input.baseUrl));
  return [...groups.values()].map(({ patterns, headers }) => ({ pattern: `^${base}(?:${patterns.join('|')})$`, headers }));
}

/** Exact paths, then those with an ending, then folders, inner ones first. */
function specificity(pattern: string): number {
  if (!pattern.includes('*')) return 1000;
  return pattern.endsWith('*') ? pattern.split('/').length : 999;
}

/** Servers look up the page of a folder under the name of its file. */
function expressionOf(pattern: string): string {
  return escapePath(pattern).replace('[*]', '.*') + (pattern.endsWith('/') ? '(?:index[.]html)?' : '');
}

/** A path as a regular expression without backslashes, which each server would read differently. */
export const escapePath = (publicPath: string) => publicPath.replaceAll(/[^\w/~%-]/g, (letter) => `[${letter}]`);

/** The files of `dist/` without an address, relative to it: hosts' configurations, and the compressed variants of other files. */
export const HIDDEN = '(?:_[^/]*|(?:.*/)?[.]htaccess|.*[.](?:br|gz))';

/** The media types that compression shrinks, without their parameters. */
export const compressibleTypes = [
  ...new Set([...Object.values(byExtension), mediaTypes.atom].map((type) => type.replace(/;.*/, ''))),
].filter((type) => /^(?:text|application|image.svg)/.test(type));

/** The answer to a date that isn't in the calendar. */
export const badDate = problemBody(
  'invalid_date',
  calendarDate.safeParse('').error?.issues.map((one) => ({ ...toIssue(one), path: ['date'] })),
);

/** A string of nginx and Caddy. */
export const quote = (text: string) => `"${text.replaceAll('"', '\\"')}"`;

/** The text of a file with these lines. */
export const lines = (...all: readonly string[]) => `${all.join('\n')}\n`;
