import { hash } from 'node:crypto';
import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compressAs, entityTag } from '../../sidecar/http/representation.ts';
import { codingSuffixes, compressions, type FileRecord, fileName } from '../../site/contract/generation.ts';
import { limits } from '../../site/contract/limits.ts';
import { isCompressible, paths } from '../../site/contract/paths.ts';

/** The public paths of all files below `folder`, sorted by code units; an index.html has the path of its folder. */
export function listPaths(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return files.map((file) => publicPathOf(path.relative(folder, file))).sort();
}

const publicPathOf = (name: string) => `/${name.split(path.sep).join('/')}`.replace(/\/index\.html$/, '/');

/** The file behind a public path, below `folder`. */
export function fileOf(folder: string, publicPath: string): string {
  return path.join(folder, fileName(publicPath));
}

/**
 * Whether the build writes compressed variants of a file: only of large documents, which are slow to compress, and of assets, which every
 * page needs. The server compresses other files on demand, and static hosts compress everything.
 */
function isPrepared(publicPath: string, bytes: number): boolean {
  if (!isCompressible(publicPath) || publicPath.startsWith(paths.since)) return false;
  return publicPath.startsWith(paths.assets) || bytes >= limits.preparedVariantBytes;
}

/** The record of a file without compressed variants. */
export const recordOf = (body: Buffer): FileRecord => ({
  sha256: hash('sha256', body),
  identity: { bytes: body.length, etag: entityTag(body) },
});

/** The record of each file in a stage. Writes compressed variants of files that need them. Reads synchronously: faster for many files. */
export async function describeFiles(
  stage: string,
  publicPaths: readonly string[],
  onFile: (done: number, all: number) => void,
): Promise<Map<string, FileRecord>> {
  const records = new Map<string, FileRecord>();
  for (const publicPath of publicPaths) {
    const file = fileOf(stage, publicPath);
    const body = readFileSync(file);
    const record = recordOf(body);
    records.set(publicPath, isPrepared(publicPath, body.length) ? await makeVariants(file, body, record) : record);
    onFile(records.size, publicPaths.length);
  }
  return records;
}

async function makeVariants(file: string, body: Buffer, identity: FileRecord): Promise<FileRecord> {
  const record = { ...identity };
  const made = await compressVariants(body);
  for (const coding of compressions) {
    const bytes = made[coding];
    if (!bytes) continue;
    await writeFile(file + codingSuffixes[coding], bytes);
    record[coding] = { bytes: bytes.length, etag: entityTag(bytes) };
  }
  return record;
}

/** Sets the modification times of a file and its variants, for hosts' validators. Synchronous: faster for thousands of files. */
export function setModified(file: string, record: FileRecord, modified: number): void {
  utimesSync(file, modified, modified);
  for (const coding of compressions) if (record[coding]) utimesSync(file + codingSuffixes[coding], modified, modified);
}

const KIB = 1024;

interface Variants {
  readonly br?: Buffer | undefined;
  readonly gzip?: Buffer | undefined;
}

/**
 * The compressed variants of a body, if they are smaller. Higher levels cost time and save little: brotli 9 takes ten times as long as
 * 8 on a page and saves nothing.
 */
export async function compressVariants(body: Uint8Array): Promise<Variants> {
  const small = body.length <= 128 * KIB;
  const [br, gz] = await Promise.all([compressAs(body, 'br', small ? 8 : 5), compressAs(body, 'gzip', small ? 9 : 5)]);
  return { br: br.length < body.length ? br : undefined, gzip: gz.length < body.length ? gz : undefined };
}
