import { commonHeaders, type Headers } from '../../site/contract/headers.ts';
import { byExtension, mediaTypes } from '../../site/contract/paths.ts';
import { problemBody, toIssue } from '../../site/contract/problem.ts';
import { basePathOf } from '../../site/shared/base-path.ts';
import { calendarDate } from '../../site/shared/dates.ts';
import { type HostInput, headerRules } from './host-rules.ts';

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
