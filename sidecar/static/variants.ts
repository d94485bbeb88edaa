import { readFile } from 'node:fs/promises';
import etag from 'etag';
import type { PublishedFile } from '../../site/contract/generation.ts';
import { limits } from '../../site/contract/limits.ts';
import { type Compression, codedTag, compressAs } from '../http/compress.ts';
import type { ContentCoding } from '../http/content-coding.ts';
import type { BodyCache } from './body-cache.ts';

/** A variant of a resource: its body in one content coding, and its strong entity tag, quoted. */
export interface Variant {
  readonly etag: string;
  /** The length; undefined where the body isn't made yet. */
  readonly bytes: number | undefined;
  /** In parts; synchronous where it is in memory. */
  body(): readonly Buffer[] | Promise<readonly Buffer[]>;
}

const suffixes: Readonly<Record<ContentCoding, string>> = { br: '.br', gzip: '.gz', identity: '' };
const compressions: readonly Compression[] = ['br', 'gzip'];

/** The variants of a file on disk, as the build has prepared them. */
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

/**
 * Rejects where the length differs: where a build replaces files instead of a link, the file of another generation may be here for a
 * moment.
 */
async function readWhole(file: string, bytes: number): Promise<Buffer> {
  const body = await readFile(file);
  if (body.length === bytes) return body;
  throw new Error(`${file}: has ${body.length} bytes instead of ${bytes}`);
}

/** A variant of a body in memory. `tag` is its entity tag where that is known. */
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
