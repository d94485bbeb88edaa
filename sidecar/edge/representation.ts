import etag from 'etag';
import type { PublishedFile, SinceAnswer } from '../../site/contract/generation.ts';
import { commonHeaders, type Headers } from '../../site/contract/headers.ts';
import { formatHttpDate, type Validators } from '../http/conditional.ts';
import type { ContentCoding } from '../http/content-coding.ts';
import { newestList, type ReviewLines } from '../review-lines.ts';
import type { FileBodies } from './file-bodies.ts';

/** One form in which a resource can be sent, with everything but its body ready. */
export interface Representation {
  readonly validators: Required<Validators>;
  readonly length: number;
  /** Names and values in turn, as `writeHead` takes them: of a 304, of a 206 but for its range, and of a 200. */
  readonly ofNone: readonly string[];
  readonly ofPart: readonly string[];
  readonly ofWhole: readonly string[];
  /** The body in parts; at once where it is in memory. */
  body(): readonly Buffer[] | Promise<readonly Buffer[]>;
}

/** All forms of one resource. */
export interface Resource {
  has(coding: ContentCoding): boolean;
  /** Throws for a coding that it doesn't have. */
  select(coding: ContentCoding): Representation;
}

const suffixes: Readonly<Record<ContentCoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

// RFC 9110 15.4.5: what a 304 repeats of the 200; the rest describes a body that it doesn't have.
const OF_BODY = new Set(['Content-Type', 'Content-Encoding', 'Content-Length', 'Accept-Ranges']);

const flatten = (headers: Headers, keep: (name: string) => boolean) =>
  Object.entries(headers).flatMap(([name, value]) => (keep(name) ? [name, value] : []));

function toRepresentation(
  validators: Required<Validators>,
  length: number,
  coding: ContentCoding,
  headers: Headers,
  body: Representation['body'],
): Representation {
  const all: Headers = {
    ...commonHeaders,
    ...headers,
    ETag: validators.etag,
    'Last-Modified': formatHttpDate(validators.modified),
    'Accept-Ranges': 'bytes',
    ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
  };
  return {
    validators,
    length,
    ofNone: flatten(all, (name) => !OF_BODY.has(name)),
    ofPart: flatten(all, () => true),
    ofWhole: flatten({ ...all, 'Content-Length': String(length) }, () => true),
    body,
  };
}

/** A file on disk and its compressed variants. `headers` are those that depend on its path. */
export function fileResource(file: string, record: PublishedFile, headers: Headers, bodies: FileBodies): Resource {
  const select = (coding: ContentCoding) => {
    const variant = record[coding];
    if (!variant) throw new Error(`edge: ${file} has no ${coding} variant`);
    const name = file + suffixes[coding];
    const validators = { etag: variant.etag, modified: record.modified };
    return toRepresentation(validators, variant.bytes, coding, headers, () => {
      const body = bodies.cached(name);
      return body ? [body] : bodies.read(name).then((read) => [read]);
    });
  };
  return remembering((coding) => record[coding] !== undefined, select);
}

/** A body in memory, in its identity form alone. `modified` is in seconds since 1970. */
export function memoryResource(body: Buffer, modified: number, headers: Headers): Resource {
  const isIdentity = (coding: ContentCoding) => coding === 'identity';
  return remembering(isIdentity, (coding) => toRepresentation({ etag: etag(body), modified }, body.length, coding, headers, () => [body]));
}

/**
 * An answer of since: its identity form comes from memory, whether it has a file or not; the variants are those of
 * `file`, where it has one.
 */
export function sinceResource(answer: SinceAnswer, lines: ReviewLines, headers: Headers, file: string, bodies: FileBodies): Resource {
  const body = () => newestList(lines, answer.matched);
  const length = body().reduce((sum, part) => sum + part.length, 0);
  const written = answer.file && fileResource(file, { ...answer.file, modified: answer.modified }, headers, bodies);
  const select = (coding: ContentCoding) => {
    if (written && coding !== 'identity') return written.select(coding);
    const tag = answer.file?.identity.etag ?? etag(Buffer.concat(body()));
    return toRepresentation({ etag: tag, modified: answer.modified }, length, 'identity', headers, body);
  };
  return remembering((coding) => coding === 'identity' || written?.has(coding) === true, select);
}

function remembering(has: Resource['has'], make: Resource['select']): Resource {
  const made = new Map<ContentCoding, Representation>();
  return {
    has,
    select: (coding) => {
      const representation = made.get(coding) ?? make(coding);
      made.set(coding, representation);
      return representation;
    },
  };
}
