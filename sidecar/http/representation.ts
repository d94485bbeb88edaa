import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Compression, ContentCoding } from '../../site/contract/generation.ts';

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

const PREFERENCE: readonly ContentCoding[] = ['br', 'gzip', 'identity'];

/**
 * Chooses among `available` by Accept-Encoding (RFC 9110 12.5.3): the highest weight wins, and between equal weights the earlier one in
 * PREFERENCE. Identity is acceptable unless it is excluded by name or by `*;q=0`. If nothing is acceptable, identity is sent anyway, which
 * is more useful than a 406. (`negotiator` doesn't know x-gzip and accepts weights above 1.)
 */
export function chooseCoding(acceptEncoding: string | undefined, available: (coding: ContentCoding) => boolean): ContentCoding {
  if (acceptEncoding === undefined) return 'identity';
  const weights = parseWeights(acceptEncoding);
  const weightOf = (coding: ContentCoding) => weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? Number.MIN_VALUE : 0);
  const acceptable = PREFERENCE.filter((coding) => available(coding) && weightOf(coding) > 0);
  return acceptable.reduce((best, coding) => (weightOf(coding) > weightOf(best) ? coding : best), acceptable[0] ?? 'identity');
}

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const element of header.toLowerCase().split(',')) {
    const match = /^[ \t]*([\w!#$%&'*+.^`|~-]+)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/.exec(element);
    if (match?.[1] === undefined) continue;
    // RFC 9110 8.4.1.3: x-gzip means gzip.
    weights.set(match[1] === 'x-gzip' ? 'gzip' : match[1], match[2] === undefined ? 1 : Number(match[2]));
  }
  return weights;
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const QUALITY: Readonly<Record<Compression, number>> = { br: 5, gzip: 6 };

/** The compressor's settings and version. zlib's output also depends on the processor architecture. */
const codingVersion: Readonly<Record<Compression, string>> = {
  br: `${QUALITY.br}.${process.versions['brotli']}`,
  gzip: `${QUALITY.gzip}.${process.versions['zlib']}.${process.arch}`,
};

/** Compresses a body in the thread pool. The bytes are always the same on the same kind of machine. */
export function compressAs(body: Uint8Array, coding: Compression, quality = QUALITY[coding]): Promise<Buffer> {
  if (coding === 'gzip') return deflate(body, { level: quality });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_PARAM_SIZE_HINT, BROTLI_MODE_TEXT } = constants;
  return brotli(body, {
    params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}

/**
 * The strong entity tag of a body that `compressAs` compresses at its default quality, derived from the tag of the uncompressed body. It
 * names the compressor, so equal tags always mean equal bytes (RFC 9110 8.8.1 and 8.8.3.3).
 */
export function codedTag(identityTag: string, coding: ContentCoding): string {
  return coding === 'identity' ? identityTag : `${identityTag.slice(0, -1)}-${coding}.${codingVersion[coding]}"`;
}

/** A strong entity tag (RFC 9110 8.8.3), quoted, of a body or of a text that determines it. It is the same on every machine. */
export function entityTag(content: string | Uint8Array): string {
  return `"${hash('sha1', content, 'base64url')}"`;
}
