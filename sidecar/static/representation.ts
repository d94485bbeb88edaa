import { commonHeaders, type Headers } from '../../site/contract/headers.ts';
import { formatHttpDate, type Validators } from '../http/conditional.ts';
import type { ContentCoding } from '../http/content-coding.ts';
import type { Variant } from './variants.ts';

/** A variant of a resource, ready to be sent but for its body. */
export interface Representation {
  readonly validators: Required<Validators>;
  /** In bytes; undefined where only making the body tells it. */
  readonly length: number | undefined;
  /** Names and values in turn, as `writeHead` takes them: `ofNone` for a 304, `ofBody` for a 200 or 206, without length and range. */
  readonly ofNone: readonly string[];
  readonly ofBody: readonly string[];
  /** The body in parts; synchronous where it is in memory. */
  body(): readonly Buffer[] | Promise<readonly Buffer[]>;
}

/** A resource with all its variants. */
export interface Resource {
  has(coding: ContentCoding): boolean;
  /** Throws for a coding that it doesn't have. */
  select(coding: ContentCoding): Representation;
}

// RFC 9110 15.4.5: a 304 repeats the headers of the 200 but for those that describe its body.
const OF_BODY = new Set(['Content-Type', 'Content-Encoding', 'Accept-Ranges']);

/** A resource with its variants, of which identity is always one. `modified` is in seconds since 1970, `headers` are those of its path. */
export function toResource(variants: ReadonlyMap<ContentCoding, Variant>, modified: number, headers: Headers): Resource {
  const made = new Map<ContentCoding, Representation>();
  const make = (coding: ContentCoding): Representation => {
    const variant = variants.get(coding);
    if (!variant) throw new Error(`no variant in the coding ${coding}`);
    const all: Headers = {
      ...commonHeaders,
      ...headers,
      ETag: variant.etag,
      'Last-Modified': formatHttpDate(modified),
      'Accept-Ranges': 'bytes',
      ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
    };
    return {
      validators: { etag: variant.etag, modified },
      length: variant.bytes,
      ofNone: Object.entries(all).flatMap(([name, value]) => (OF_BODY.has(name) ? [] : [name, value])),
      ofBody: Object.entries(all).flat(),
      body: variant.body,
    };
  };
  return {
    has: (coding) => variants.has(coding),
    select: (coding) => {
      const representation = made.get(coding) ?? make(coding);
      made.set(coding, representation);
      return representation;
    },
  };
}
