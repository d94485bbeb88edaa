import { readFile } from 'node:fs/promises';
import etag from 'etag';
import type { PublishedFile } from '../../site/contract/generation.ts';
import { limits } from '../../site/contract/limits.ts';
import { type Compression, codedTag, compress } from '../http/compress.ts';
import type { ContentCoding } from '../http/content-coding.ts';
import type { BodyCache } from './body-cache.ts';

/** The body of a resource in one content coding, and its strong entity tag, quoted. */
export interface Form {
  readonly etag: string;
  /** Undefined where the body isn't made yet. */
  readonly bytes: number | undefined;
  /** In parts; at once where it is in memory. */
  body(): readonly Buffer[] | Promise<readonly Buffer[]>;
}

const suffixes: Readonly<Record<ContentCoding, string>> = { br: '.br', gzip: '.gz', identity: '' };
const compressions: readonly Compression[] = ['br', 'gzip'];

/** A file on disk in the forms that the build prepared. */
export function fileForms(file: string, record: Omit<PublishedFile, 'modified'>, cache: BodyCache): Map<ContentCoding, Form> {
  const forms = new Map<ContentCoding, Form>();
  for (const coding of ['identity', ...compressions] as const) {
    const prepared = record[coding];
    if (!prepared) continue;
    const name = file + suffixes[coding];
    forms.set(coding, { ...prepared, body: () => cache.get(name, () => readWhole(name, prepared.bytes)) });
  }
  return forms;
}

/** Where a build replaces files instead of a link, the file of another generation may stand here for a moment. */
async function readWhole(file: string, bytes: number): Promise<Buffer> {
  const body = await readFile(file);
  if (body.length === bytes) return body;
  throw new Error(`${file}: has ${body.length} bytes instead of ${bytes}`);
}

/** A body in memory, in parts. `tag` is its entity tag where that is known. */
export function memoryForm(body: () => readonly Buffer[], tag?: string): Form {
  const parts = body();
  return { etag: tag ?? etag(Buffer.concat(parts)), bytes: parts.reduce((sum, { length }) => sum + length, 0), body };
}

/** The same forms, and those that are compressed when they are asked for; `name` is the resource's in the cache. */
export function withCompressed(forms: ReadonlyMap<ContentCoding, Form>, name: string, cache: BodyCache): Map<ContentCoding, Form> {
  const all = new Map(forms);
  const identity = forms.get('identity');
  if ((identity?.bytes ?? 0) < limits.compressedFromBytes) return all;
  for (const coding of compressions) {
    if (identity === undefined || forms.has(coding)) continue;
    const make = async () => compress(Buffer.concat(await identity.body()), coding);
    all.set(coding, { etag: codedTag(identity.etag, coding), bytes: undefined, body: () => cache.get(`${coding} ${name}`, make) });
  }
  return all;
}
