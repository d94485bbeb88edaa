import type { IncomingHttpHeaders } from 'node:http';

/** The validators of a representation: a strong entity tag, quoted, and the modification time in seconds since 1970, if known. */
export interface Validators {
  readonly etag: string;
  readonly modified?: number;
}

export type Precondition = 'proceed' | 'not-modified' | 'failed';

/** RFC 9110 13.2.2: the preconditions of GET and HEAD in order. (`fresh` ignores If-Match and answers 200 to `Cache-Control: no-cache`.) */
export function evaluatePreconditions(headers: IncomingHttpHeaders, { etag, modified }: Validators): Precondition {
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) {
    if (!matches(ifMatch, etag, 'strong')) return 'failed';
  } else {
    const limit = parseHttpDate(headers['if-unmodified-since']);
    // RFC 9110 13.1.4 and 13.1.3: dates are ignored if there is no modification date.
    if (limit !== undefined && modified !== undefined && modified > limit) return 'failed';
  }
  const ifNoneMatch = headers['if-none-match'];
  // RFC 9110 13.1.3: If-Modified-Since is ignored if there is an If-None-Match.
  if (ifNoneMatch !== undefined) return matches(ifNoneMatch, etag, 'weak') ? 'not-modified' : 'proceed';
  const since = parseHttpDate(headers['if-modified-since']);
  return since !== undefined && modified !== undefined && modified <= since ? 'not-modified' : 'proceed';
}

// RFC 9110 8.8.3: etagc = %x21 / %x23-7E / obs-text.
const ENTITY_TAG = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** RFC 9110 8.8.3.2: weak comparison ignores the W/, strong comparison rejects it. Our own tag is strong. */
function matches(list: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  // The common case: the client sends the one tag that it was given.
  if (list === etag || list.trim() === '*') return true;
  for (const [, weak, opaque] of list.matchAll(ENTITY_TAG)) {
    if (opaque === etag && (comparison === 'weak' || weak === undefined)) return true;
  }
  return false;
}

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const LONG_DAY = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const TIME = '\\d{2}:\\d{2}:\\d{2}';
// RFC 9110 5.6.7: the preferred form and the two obsolete ones that recipients must accept. Two digits of a year mean 1950 to 2049.
const HTTP_DATE = new RegExp(
  `^(?:${DAY}, \\d{2} ${MONTH} \\d{4} ${TIME} GMT|${LONG_DAY}, \\d{2}-${MONTH}-\\d{2} ${TIME} GMT|${DAY} ${MONTH} [ \\d]\\d ${TIME} \\d{4})$`,
);

/** Seconds since 1970 of an HTTP-date; undefined for anything else, which is ignored (RFC 9110 13.1.3). */
export function parseHttpDate(value: string | undefined): number | undefined {
  if (value === undefined || !HTTP_DATE.test(value)) return undefined;
  const ms = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  // Date.parse reads February 30 as March 1.
  return new Date(ms).getUTCDate() === Number.parseInt(value.replace(/^\D+/, ''), 10) ? ms / 1000 : undefined;
}

/** An HTTP-date of `seconds` since 1970. */
export function formatHttpDate(seconds: number): string {
  return new Date(seconds * 1000).toUTCString();
}

/** A range of bytes, both ends included; 'unsatisfiable' for 416; undefined if the whole body is sent. */
export type ByteRange = { readonly first: number; readonly last: number } | 'unsatisfiable' | undefined;

/**
 * RFC 9110 14.2 and 13.1.5: one range of bytes, if If-Range allows it. Several ranges, other units and malformed ones are ignored.
 * (`range-parser` calls a reversed range, and a suffix longer than the body, unsatisfiable.)
 */
export function selectRange(headers: IncomingHttpHeaders, validators: Validators, length: number): ByteRange {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(headers.range ?? '');
  if (!match || (match[1] === '' && match[2] === '') || !holdsIfRange(headers['if-range'], validators)) return undefined;
  const [, from = '', to = ''] = match;
  const suffix = from === '';
  const first = suffix ? Math.max(0, length - Number(to)) : Number(from);
  const last = suffix || to === '' ? length - 1 : Math.min(Number(to), length - 1);
  if (!suffix && to !== '' && Number(to) < Number(from)) return undefined;
  if (first >= length || (suffix && Number(to) === 0)) return 'unsatisfiable';
  return { first, last };
}

function holdsIfRange(value: string | string[] | undefined, { etag, modified }: Validators): boolean {
  if (typeof value !== 'string') return value === undefined;
  return value.includes('"') ? value === etag : modified !== undefined && parseHttpDate(value) === modified;
}
