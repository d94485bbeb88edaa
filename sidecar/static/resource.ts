import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import etag from 'etag';
import { LRUCache } from 'lru-cache';
import type { PublishedFile } from '../../site/contract/generation.ts';
import { commonHeaders, type Headers } from '../../site/contract/headers.ts';
import { limits } from '../../site/contract/limits.ts';
import { evaluatePreconditions, formatHttpDate, selectRange, type Validators } from '../http/conditional.ts';
import { type Compression, type ContentCoding, chooseCoding, codedTag, compressAs } from '../http/content-coding.ts';
import { sendProblem } from '../http/send.ts';

/** A resource in one content coding: its body, and its strong entity tag, quoted. */
export interface Variant {
  readonly etag: string;
  /** The length; undefined until the body is made. */
  readonly bytes: number | undefined;
  /** In parts; synchronous if it is in memory. */
  body(): readonly Buffer[] | Promise<readonly Buffer[]>;
}

/** A variant with its headers. */
export interface Representation {
  readonly validators: Required<Validators>;
  readonly bytes: number | undefined;
  /** Names and values in turn, as `writeHead` takes them, for a 304 and for a 200 or 206; the latter without length and range. */
  readonly notModifiedHeaders: readonly string[];
  readonly headers: readonly string[];
  body: Variant['body'];
}

/** A resource in all its content codings, which include identity. */
export type Resource = ReadonlyMap<ContentCoding, Representation>;

/** A cache of bodies, bounded in bytes; the least recently used one is evicted first. */
export interface BodyCache {
  /** The body by name, in one part. One that isn't cached is made by `make`, once for all requests that wait for it. */
  get(name: string, make: () => Promise<Buffer>): readonly Buffer[] | Promise<readonly Buffer[]>;
}

/** A cache of up to `maxBytes`; a body of more than a quarter of that isn't cached. */
export function bodyCache(maxBytes: number): BodyCache {
  const bodies = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    sizeCalculation: ({ length }) => length + 1,
    fetchMethod: async (_name, _stale, { context: make }) => {
      const body = await make();
      // zlib returns a part of a larger block of memory, all of which the cache would keep alive.
      return body.buffer.byteLength === body.length ? body : Buffer.from(Uint8Array.from(body).buffer);
    },
  });
  return {
    get: (name, make) => {
      const body = bodies.get(name);
      return body ? [body] : bodies.forceFetch(name, { context: make }).then((made) => [made]);
    },
  };
}

const suffixes: Readonly<Record<ContentCoding, string>> = { br: '.br', gzip: '.gz', identity: '' };
const compressions: readonly Compression[] = ['br', 'gzip'];

/** The variants of a file on disk that the build has written. */
export function fileVariants(file: string, record: Omit<PublishedFile, 'modified'>, cache: BodyCache): Map<ContentCoding, Variant> {
  const variants = new Map<ContentCoding, Variant>();
  for (const coding of ['identity', ...compressions] as const) {
    const prepared = record[coding];
    if (!prepared) continue;
    const name = file + suffixes[coding];
    variants.set(coding, { ...prepared, body: () => cache.get(name, () => readWhole(name, prepared.bytes)) });
  }
  return variants;
}

/** Rejects if the length differs: where a build replaces a folder instead of a link, a file of the new build may be here for a moment. */
async function readWhole(file: string, bytes: number): Promise<Buffer> {
  const body = await readFile(file);
  if (body.length === bytes) return body;
  throw new Error(`${file}: has ${body.length} bytes instead of ${bytes}`);
}

/** A variant of a body in memory. `tag` is its entity tag if that is known. */
export function memoryVariant(body: () => readonly Buffer[], tag?: string): Variant {
  const parts = body();
  return { etag: tag ?? etag(Buffer.concat(parts)), bytes: parts.reduce((sum, { length }) => sum + length, 0), body };
}

/** The same variants, and compressed ones that are made on demand; `name` is the resource's key in the cache. */
export function withCompressed(variants: ReadonlyMap<ContentCoding, Variant>, name: string, cache: BodyCache): Map<ContentCoding, Variant> {
  const all = new Map(variants);
  const identity = variants.get('identity');
  if ((identity?.bytes ?? 0) < limits.compressedFromBytes) return all;
  for (const coding of compressions) {
    if (identity === undefined || variants.has(coding)) continue;
    const make = async () => compressAs(Buffer.concat(await identity.body()), coding);
    all.set(coding, { etag: codedTag(identity.etag, coding), bytes: undefined, body: () => cache.get(`${coding} ${name}`, make) });
  }
  return all;
}

// RFC 9110 15.4.5: a 304 repeats the headers of the 200 except those that describe its body.
const OF_BODY = new Set(['Content-Type', 'Content-Encoding', 'Accept-Ranges']);

/** Adds the headers to the variants. `modified` is in seconds since 1970, `headers` are those of its path. */
export function toResource(variants: ReadonlyMap<ContentCoding, Variant>, modified: number, headers: Headers): Resource {
  const toRepresentation = (coding: ContentCoding, { etag, bytes, body }: Variant): Representation => {
    const all = Object.entries({
      ...commonHeaders,
      ...headers,
      ETag: etag,
      'Last-Modified': formatHttpDate(modified),
      'Accept-Ranges': 'bytes',
      ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
    });
    const notModifiedHeaders = all.filter(([name]) => !OF_BODY.has(name)).flat();
    return { validators: { etag, modified }, bytes, notModifiedHeaders, headers: all.flat(), body };
  };
  return new Map([...variants].map(([coding, variant]) => [coding, toRepresentation(coding, variant)]));
}

/** The representation in a coding that the resource has. */
export function representationOf(resource: Resource, coding: ContentCoding): Representation {
  const found = resource.get(coding);
  if (found) return found;
  throw new Error(`no variant in the coding ${coding}`);
}

/** Answers GET or HEAD with the variant that the request prefers: 200, 206, 304, 412 or 416. Rejects if its body can't be read. */
export function sendResource(request: IncomingMessage, response: ServerResponse, resource: Resource): void | Promise<void> {
  const coding = chooseCoding(request.headers['accept-encoding'], (one) => resource.has(one));
  const representation = representationOf(resource, coding);
  const precondition = evaluatePreconditions(request.headers, representation.validators);
  if (precondition === 'failed') return sendProblem(response, 'precondition_failed');
  if (precondition === 'not-modified') {
    response.writeHead(304, representation.notModifiedHeaders as string[]).end();
    return;
  }
  const { bytes } = representation;
  if (request.method === 'HEAD' && bytes !== undefined) return sendHead(response, representation, bytes);
  const send = (parts: readonly Buffer[]) => sendBody(request, response, representation, parts);
  const body = representation.body();
  return body instanceof Promise ? body.then(send) : send(body);
}

function sendHead(response: ServerResponse, { headers }: Representation, length: number): void {
  response.writeHead(200, [...headers, 'Content-Length', String(length)]).end();
}

function sendBody(request: IncomingMessage, response: ServerResponse, representation: Representation, parts: readonly Buffer[]): void {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (request.method === 'HEAD') return sendHead(response, representation, length);
  const { headers, validators } = representation;
  const range = request.headers.range === undefined ? undefined : selectRange(request.headers, validators, length);
  if (range === 'unsatisfiable') return sendProblem(response, 'range_not_satisfiable', { 'Content-Range': `bytes */${length}` });
  if (!range) return writeParts(response.writeHead(200, [...headers, 'Content-Length', String(length)]), parts);
  const { first, last } = range;
  const head = [...headers, 'Content-Range', `bytes ${first}-${last}/${length}`, 'Content-Length', String(last - first + 1)];
  return writeParts(response.writeHead(206, head), [Buffer.concat(parts).subarray(first, last + 1)]);
}

function writeParts(response: ServerResponse, parts: readonly Buffer[]): void {
  if (parts.length > 1) response.cork();
  for (const part of parts.slice(0, -1)) response.write(part);
  response.end(parts.at(-1));
}
