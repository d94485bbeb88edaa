import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import etag from 'etag';
import PQueue from 'p-queue';
import type { PublishedFile } from '../../site/contract/generation.ts';
import { limits } from '../../site/contract/limits.ts';
import { isCompressible, paths } from '../../site/contract/paths.ts';
import { compressor, compressVariants } from './compress.ts';
import type { PublishedTree } from './last-publication.ts';

export type FileRecord = Omit<PublishedFile, 'modified'>;

export const variants = { br: '.br', gzip: '.gz' } as const;
const variantList = Object.entries(variants) as [keyof typeof variants, string][];

/** The public paths of all files below `folder`, sorted by code units; a folder's index.html is the folder's path. */
export async function listPaths(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return files.map((file) => publicPathOf(path.relative(folder, file))).sort();
}

const publicPathOf = (name: string) => `/${name.split(path.sep).join('/')}`.replace(/\/index\.html$/, '/');

/** The file behind a public path, below `folder`. */
export function fileOf(folder: string, publicPath: string): string {
  return path.join(folder, publicPath.endsWith('/') ? `${publicPath}index.html` : publicPath);
}

/**
 * Whether the build writes compressed variants of a file: of large documents, which take long to compress, and of assets, which are few
 * and requested with each page. The server compresses the others on demand, and static hosts compress by themselves.
 */
function isPrepared(publicPath: string, bytes: number): boolean {
  if (!isCompressible(publicPath) || publicPath.startsWith(paths.since)) return false;
  return publicPath.startsWith(paths.assets) || bytes >= limits.preparedVariantBytes;
}

/**
 * The record of each file in a stage, of which `known` has some. Writes the compressed variants beside the other files, or copies them from
 * `previous` where it has the same bytes compressed by the same compressor.
 */
export async function describeFiles(
  stage: string,
  publicPaths: readonly string[],
  known: ReadonlyMap<string, FileRecord>,
  previous: PublishedTree | undefined,
  onFile: (done: number, all: number) => void,
): Promise<Map<string, FileRecord>> {
  const reusable = reusableFiles(previous);
  const records = new Map(known);
  const queue = new PQueue({ concurrency: 4 });
  await queue.addAll(
    publicPaths
      .filter((publicPath) => !known.has(publicPath))
      .map((publicPath) => async () => {
        const file = fileOf(stage, publicPath);
        const body = await readFile(file);
        const sha256 = createHash('sha256').update(body).digest('hex');
        records.set(publicPath, (await reuse(reusable.get(sha256), file)) ?? (await makeVariants(file, body, sha256, publicPath)));
        onFile(records.size, publicPaths.length);
      }),
  );
  // Sorted by path, since files finish in any order.
  return new Map([...records].sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface Reusable {
  readonly file: string;
  readonly record: FileRecord;
}

function reusableFiles(previous: PublishedTree | undefined): Map<string, Reusable> {
  const bySha = new Map<string, Reusable>();
  if (previous?.document.compressor !== compressor) return bySha;
  const { folder, document } = previous;
  for (const [publicPath, { modified: _, ...record }] of Object.entries(document.files)) {
    if (record.br ?? record.gzip) bySha.set(record.sha256, { file: fileOf(folder, publicPath), record });
  }
  return bySha;
}

/** Copies the variants of a file published before; undefined where they are gone. */
async function reuse(from: Reusable | undefined, file: string): Promise<FileRecord | undefined> {
  if (!from) return undefined;
  try {
    for (const [coding, suffix] of variantList) if (from.record[coding]) await copyFile(from.file + suffix, file + suffix);
    return from.record;
  } catch {
    return undefined;
  }
}

async function makeVariants(file: string, body: Buffer, sha256: string, publicPath: string): Promise<FileRecord> {
  const record: FileRecord = { sha256, identity: { bytes: body.length, etag: etag(body) } };
  if (!isPrepared(publicPath, body.length)) return record;
  const made = await compressVariants(body);
  for (const [coding, suffix] of variantList) {
    const bytes = made[coding];
    if (!bytes) continue;
    await writeFile(file + suffix, bytes);
    record[coding] = { bytes: bytes.length, etag: etag(bytes) };
  }
  return record;
}

/** Sets the modification times of a file and its variants, so that hosts that derive validators from them keep these. */
export async function setModified(file: string, record: FileRecord, modified: number): Promise<void> {
  const suffixes = variantList.flatMap(([coding, suffix]) => (record[coding] ? [suffix] : []));
  for (const suffix of ['', ...suffixes]) await setTime(file + suffix, modified);
}

async function setTime(file: string, modified: number): Promise<void> {
  const { mtimeMs, nlink } = await stat(file);
  if (mtimeMs === modified * 1000) return;
  // An earlier generation shares the file, and keeps its time.
  if (nlink > 1) {
    await copyFile(file, `${file}.copy`);
    await rename(`${file}.copy`, file);
  }
  await utimes(file, modified, modified);
}
