import type { GenerationDocument, SinceAnswer } from '../../site/contract/generation.ts';
import { type Headers, headersOf, type Site } from '../../site/contract/headers.ts';
import { changesPath, logPaths } from '../../site/contract/log.ts';
import { hashFolders, mediaTypeOf, mediaTypes, paths, tlogProofSuffix } from '../../site/contract/paths.ts';
import { nextDay } from '../../site/shared/dates.ts';

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
