import { commonHeaders, type Headers } from '../../site/contract/headers.ts';
import { formatHttpDate, type Validators } from '../http/conditional.ts';
import type { ContentCoding } from '../http/content-coding.ts';
import type { Form } from './forms.ts';

/** One form in which a resource can be sent, with everything but its body ready. */
export interface Representation {
  readonly validators: Required<Validators>;
  /** In bytes; undefined where it is known only with the body. */
  readonly length: number | undefined;
  /** Names and values in turn, as `writeHead` takes them: of a 304, and of a 200 or 206 but for length and range. */
  readonly ofNone: readonly string[];
  readonly ofBody: readonly string[];
  /** The body in parts; at once where it is in memory. */
  body(): readonly Buffer[] | Promise<readonly Buffer[]>;
}

/** All forms of one resource. */
export interface Resource {
  has(coding: ContentCoding): boolean;
  /** Throws for a coding that it doesn't have. */
  select(coding: ContentCoding): Representation;
}

// RFC 9110 15.4.5: what a 304 repeats of the 200; the rest describes a body that it doesn't have.
const OF_BODY = new Set(['Content-Type', 'Content-Encoding', 'Accept-Ranges']);

/** A resource in the forms that it has, which is always the identity. `modified` is in seconds since 1970, `headers` are those of its path. */
export function toResource(forms: ReadonlyMap<ContentCoding, Form>, modified: number, headers: Headers): Resource {
  const made = new Map<ContentCoding, Representation>();
  const make = (coding: ContentCoding): Representation => {
    const form = forms.get(coding);
    if (!form) throw new Error(`no form in the coding ${coding}`);
    const all: Headers = {
      ...commonHeaders,
      ...headers,
      ETag: form.etag,
      'Last-Modified': formatHttpDate(modified),
      'Accept-Ranges': 'bytes',
      ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
    };
    return {
      validators: { etag: form.etag, modified },
      length: form.bytes,
      ofNone: Object.entries(all).flatMap(([name, value]) => (OF_BODY.has(name) ? [] : [name, value])),
      ofBody: Object.entries(all).flat(),
      body: form.body,
    };
  };
  return {
    has: (coding) => forms.has(coding),
    select: (coding) => {
      const representation = made.get(coding) ?? make(coding);
      made.set(coding, representation);
      return representation;
    },
  };
}
