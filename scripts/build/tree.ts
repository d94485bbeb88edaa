import { createHash } from 'node:crypto';
import { copyFile, link, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import etag from 'etag';
import PQueue from 'p-queue';
import { daysBetween } from '../../site/contract/dates.ts';
import { answerFor, type GenerationDocument, type PublishedFile, type SinceAnswer } from '../../site/contract/generation.ts';
import { isCompressible, paths } from '../../site/contract/paths.ts';
import { compress, compressor } from './compress.ts';

export type FileRecord = Omit<PublishedFile, 'modified'>;

/** A generation that was published before, whose compressed variants may be linked instead of made again. */
export interface PreviousTree {
  readonly folder: string;
  readonly document: GenerationDocument;
}

export const variants = { br: '.br', gzip: '.gz' } as const;

/** The public paths of all files below `folder`, sorted by code units; a folder's index.html is the folder's path. */
export async function listPaths(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return files.map((file) => `/${path.relative(folder, file)}`.replace(/\/index\.html$/, '/')).sort();
}

/** The file behind a public path, below `folder`. */
export function fileOf(folder: string, publicPath: string): string {
  return path.join(folder, publicPath.endsWith('/') ? `${publicPath}index.html` : publicPath);
}

/**
 * Describes the files of a stage and writes their compressed variants beside them, linking those that `previous` has
 * for the same bytes under the same compressor.
 */
export async function describeFiles(
  stage: string,
  publicPaths: readonly string[],
  previous: PreviousTree | undefined,
  onFile: (done: number, all: number) => void,
): Promise<Map<string, FileRecord>> {
  const reusable = reusableFiles(previous);
  const records = new Map<string, FileRecord>();
  const queue = new PQueue({ concurrency: 4 });
  await queue.addAll(
    publicPaths.map((publicPath) => async () => {
      const file = fileOf(stage, publicPath);
      const body = await readFile(file);
      const sha256 = createHash('sha256').update(body).digest('hex');
      const record = (await reuse(reusable.get(sha256), file)) ?? (await makeVariants(file, body, sha256, isCompressible(publicPath)));
      records.set(publicPath, record);
      onFile(records.size, publicPaths.length);
    }),
  );
  // Whichever file was ready first, the order is the paths'.
  return new Map([...records].sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface Reusable {
  readonly file: string;
  readonly record: FileRecord;
}

function reusableFiles(previous: PreviousTree | undefined): Map<string, Reusable> {
  const bySha = new Map<string, Reusable>();
  if (previous?.document.compressor !== compressor) return bySha;
  const { folder, document } = previous;
  for (const [publicPath, { modified: _, ...record }] of Object.entries(document.files)) {
    bySha.set(record.sha256, { file: fileOf(folder, publicPath), record });
  }
  for (const { date, file: record } of document.since.answers) {
    if (record) bySha.set(record.sha256, { file: fileOf(folder, paths.since + date), record });
  }
  return bySha;
}

/** Links the variants of a file published before; undefined where they aren't there any more. */
async function reuse(from: Reusable | undefined, file: string): Promise<FileRecord | undefined> {
  if (!from) return undefined;
  try {
    for (const [coding, suffix] of Object.entries(variants)) {
      if (from.record[coding as keyof typeof variants]) await copyFile(from.file + suffix, file + suffix);
    }
    return from.record;
  } catch {
    return undefined;
  }
}

async function makeVariants(file: string, body: Buffer, sha256: string, compressible: boolean): Promise<FileRecord> {
  const record: FileRecord = { sha256, identity: { bytes: body.length, etag: etag(body) } };
  if (!compressible) return record;
  const made = await compress(body);
  for (const [coding, suffix] of Object.entries(variants) as [keyof typeof variants, string][]) {
    const bytes = made[coding];
    if (!bytes) continue;
    await writeFile(file + suffix, bytes);
    record[coding] = { bytes: bytes.length, etag: etag(bytes) };
  }
  return record;
}

/** The file and its variants. */
function withVariants(file: string, record: FileRecord): string[] {
  return [file, ...(record.br ? [file + variants.br] : []), ...(record.gzip ? [file + variants.gzip] : [])];
}

/** Sets the times of a file and its variants, so that hosts which derive validators from them keep these still. */
export async function setModified(file: string, record: FileRecord, modified: number): Promise<void> {
  for (const name of withVariants(file, record)) await utimes(name, modified, modified);
}

/**
 * Gives every day its file: days with the same answer are links to one body on disk. Where two neighbours share bytes
 * but not their time, the second gets a body of its own, because a file has one time. `printed` names the day under
 * which each body was printed.
 */
export async function linkDays(
  stage: string,
  range: { readonly first: string; readonly last: string },
  allAnswers: readonly SinceAnswer[],
  printed: ReadonlyMap<string, string>,
): Promise<void> {
  const answers = answersWithFiles(allAnswers, range.first);
  const at = (date: string) => fileOf(stage, paths.since + date);
  const bodies = new Map<SinceAnswer, string>();
  const taken = new Set<string>();
  for (const answer of answers) {
    const date = printed.get(answer.chain);
    if (!answer.file || date === undefined) continue;
    const own = taken.has(answer.chain) ? answer.date : date;
    if (own !== date) for (const [from, to] of pairs(at(date), at(own), answer.file)) await copyFile(from, to);
    taken.add(answer.chain);
    await setModified(at(own), answer.file, answer.modified);
    bodies.set(answer, own);
  }
  for (const day of daysBetween(range.first, range.last)) {
    const answer = answerFor(answers, day);
    const body = bodies.get(answer);
    if (body === undefined || body === day || !answer.file) continue;
    for (const [from, to] of pairs(at(body), at(day), answer.file)) await link(from, to);
  }
}

/**
 * The answers of days from `first` on. What older ones hold for, hosts answer with the file of `first`, so that one has
 * the newest of their times: too new costs a reader a download, too old would keep the wrong bytes in caches.
 */
function answersWithFiles(answers: readonly SinceAnswer[], first: string): SinceAnswer[] {
  const within = answers.filter(({ date }) => date >= first);
  const oldest = within.pop();
  if (!oldest) return within;
  const times = answers.slice(within.length).map(({ modified }) => modified);
  return [...within, { ...oldest, modified: Math.max(...times) }];
}

function pairs(from: string, to: string, record: FileRecord): [string, string][] {
  const targets = withVariants(to, record);
  return withVariants(from, record).map((name, index) => [name, targets[index] ?? '']);
}
