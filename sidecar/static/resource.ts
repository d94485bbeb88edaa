import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { type ContentCoding, codingSuffixes, compressions, type FileRecord } from '../../site/contract/generation.ts';
import { commonHeaders, type Headers } from '../../site/contract/headers.ts';
import { limits } from '../../site/contract/limits.ts';
import {
  chooseCoding,
  codedTag,
  compressAs,
  entityTag,
  evaluatePreconditions,
  formatHttpDate,
  selectRange,
  type Validators,
} from '../http/representation.ts';
import { sendProblem } from '../http/send.ts';

/** A resource in one content coding: its body, and its strong entity tag, quoted. */
export interface Variant {
  readonly etag: string;
  /** The length; undefined if the body is compressed on demand. */
  readonly bytes: number | undefined;
  /** In parts; synchronous if it is in memory. */
  body(): readonly Buffer[] | Promise<readonly Buffer[]>;
}

/** A variant with the headers of its responses as the flat lists that Node sends without checking them again. */
interface PreparedVariant extends Variant {
  /** RFC 9110 15.4.5: a 304 has the headers of the 200 except those that describe its body. */
  readonly headers: readonly string[];
  /** All headers except the length. */
  readonly headersWithBody: readonly string[];
}

/** A resource in its content codings, which include identity. */
export interface Resource {
  readonly variants: ReadonlyMap<ContentCoding, PreparedVariant>;
  /** In seconds since 1970. */
  readonly modified: number;
}

/** Prepares the headers of each variant. `headers` are those of the resource's path. */
export function toResource(variants: ReadonlyMap<ContentCoding, Variant>, modified: number, headers: Headers): Resource {
  const { 'Content-Type': type = '', ...others } = headers;
  const prepared = [...variants].map(([coding, variant]): [ContentCoding, PreparedVariant] => {
    const always = { ...commonHeaders, ...others, 'Last-Modified': formatHttpDate(modified), ETag: variant.etag };
    const ofBody = { 'Content-Type': type, 'Accept-Ranges': 'bytes', ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }) };
    return [coding, { ...variant, headers: toList(always), headersWithBody: toList({ ...always, ...ofBody }) }];
  });
  return { variants: new Map(prepared), modified };
}

const toList = (headers: Headers): string[] => Object.entries(headers).flat();

export type BodyCache = ReturnType<typeof bodyCache>;

/** Makes a cache of up to `maxBytes` of bodies that evicts the least recently used. A body larger than a quarter of that isn't cached. */
export function bodyCache(maxBytes: number) {
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
    /** The body by name, in one part. If it isn't cached, `make` makes it, once for all requests that wait for it. */
    get(name: string, make: () => Promise<Buffer>): readonly Buffer[] | Promise<readonly Buffer[]> {
      const body = bodies.get(name);
      return body ? [body] : bodies.forceFetch(name, { context: make }).then((made) => [made]);
    },
  };
}

/** The variants of a file on disk that the build has written. */
export function fileVariants(file: string, record: FileRecord, cache: BodyCache): Map<ContentCoding, Variant> {
  const variants = new Map<ContentCoding, Variant>();
  for (const coding of ['identity', ...compressions] as const) {
    const prepared = record[coding];
    if (!prepared) continue;
    const name = file + codingSuffixes[coding];
    variants.set(coding, { ...prepared, body: () => cache.get(name, () => readWhole(name, prepared.bytes)) });
  }
  return variants;
}

/** Rejects if the length differs: if a build replaces the folder instead of a link, the file may already be the new build's. */
async function readWhole(file: string, bytes: number): Promise<Buffer> {
  const body = await readFile(file);
  if (body.length === bytes) return body;
  throw new Error(`${file}: has ${body.length} bytes instead of ${bytes}`);
}

/** A variant of a body in memory. `tag` is its entity tag if that is known. */
export function memoryVariant(body: () => readonly Buffer[], tag?: string): Variant {
  const parts = body();
  return { etag: tag ?? entityTag(Buffer.concat(parts)), bytes: parts.reduce((sum, { length }) => sum + length, 0), body };
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

/** The variant in `coding`, or without a content coding if there is none. */
export function variantOf({ variants }: Resource, coding: ContentCoding): PreparedVariant {
  const found = variants.get(coding) ?? variants.get('identity');
  if (found) return found;
  throw new Error('a resource has no variant without a content coding');
}

/** Answers GET or HEAD with the variant that the request prefers: 200, 206, 304, 412 or 416. Rejects if its body can't be read. */
export function sendResource(request: IncomingMessage, response: ServerResponse, resource: Resource): void | Promise<void> {
  const coding = chooseCoding(request.headers['accept-encoding'], (one) => resource.variants.has(one));
  const variant = variantOf(resource, coding);
  const validators = { etag: variant.etag, modified: resource.modified };
  const precondition = evaluatePreconditions(request.headers, validators);
  if (precondition === 'failed') return sendProblem(response, 'precondition_failed');
  if (precondition === 'not-modified') return void response.writeHead(304, [...variant.headers]).end();
  if (request.method === 'HEAD' && variant.bytes !== undefined)
    return void response.writeHead(200, [...variant.headersWithBody, 'Content-Length', String(variant.bytes)]).end();
  const send = (parts: readonly Buffer[]) => sendBody(request, response, validators, variant.headersWithBody, parts);
  const parts = variant.body();
  return parts instanceof Promise ? parts.then(send) : send(parts);
}

function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  validators: Validators,
  headers: readonly string[],
  parts: readonly Buffer[],
): void {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const isHead = request.method === 'HEAD';
  const range = isHead ? undefined : selectRange(request.headers, validators, length);
  if (range === 'unsatisfiable') return sendProblem(response, 'range_not_satisfiable', { 'Content-Range': `bytes */${length}` });
  if (!range) return writeParts(response.writeHead(200, [...headers, 'Content-Length', String(length)]), isHead ? [] : parts);
  const { first, last } = range;
  const ofPart = ['Content-Range', `bytes ${first}-${last}/${length}`, 'Content-Length', String(last - first + 1)];
  return writeParts(response.writeHead(206, [...headers, ...ofPart]), [Buffer.concat(parts).subarray(first, last + 1)]);
}

function writeParts(response: ServerResponse, parts: readonly Buffer[]): void {
  if (parts.length > 1) response.cork();
  for (const part of parts.slice(0, -1)) response.write(part);
  response.end(parts.at(-1));
}
