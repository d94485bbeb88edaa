import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type ContainerKind, containerKind, packedFiles, unpackedName } from './archives.ts';
import { ImportError, NotReviews } from './questions.ts';

/** A file that may contain reviews, in a folder, in an archive or by itself. */
export interface Document {
  /** The file, and its path inside of an archive, for messages. */
  readonly name: string;
  /** Its role in a Google Takeout; undefined for other files. */
  readonly takeout: TakeoutFile | undefined;
  readonly bytes: Uint8Array;
}

/** A whole Google Takeout, or all other files of a run together, such as the pages of an API. */
export interface Export {
  readonly isTakeout: boolean;
  /** The paths on the command line. */
  readonly files: readonly string[];
  /** The newest modification time of its documents. */
  readonly modified: Date;
  /** SHA-256 of its documents, in hex. */
  readonly hash: string;
  readonly documents: readonly Document[];
}

/** What was found in a folder, archive or file from the command line. */
interface Opened {
  readonly file: string;
  readonly isTakeout: boolean;
  readonly documents: readonly (Document & { readonly modified: Date })[];
}

/** Reads files once and groups them into exports. @throws ImportError if a file can't be read or parts of a Takeout are missing */
export async function readExports(files: readonly string[], mayBePartial: boolean): Promise<Export[]> {
  const opened: Opened[] = [];
  for (const file of new Set(files)) opened.push(await openFile(file));
  const takeouts = Map.groupBy(
    opened.filter(({ isTakeout }) => isTakeout),
    ({ file }) => path.join(path.dirname(file), takeoutPart(path.basename(file))?.whole ?? path.basename(file)),
  );
  if (!mayBePartial) for (const [whole, parts] of takeouts) await refuseMissingParts(whole, parts);
  const loose = opened.filter(({ isTakeout }) => !isTakeout);
  return [...[...takeouts.values()].map((parts) => toExport(parts, true)), ...(loose.length > 0 ? [toExport(loose, false)] : [])];
}

async function openFile(file: string): Promise<Opened> {
  const kind = await containerKind(file).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`${file}: ${error.code === 'ENOENT' ? 'there is no such file' : `cannot be read (${error.code})`}`);
  });
  // A Takeout may have large files of other products, which aren't read.
  const takeout = await readDocuments(kind, file, (inside) => layoutOf(kind, inside) !== undefined);
  const isTakeout = takeout.documents.some((one) => one.takeout?.holds === 'reviews');
  if (isTakeout) return { file, isTakeout, documents: takeout.documents };
  // An .xlsx file is itself a zip archive.
  const inner = takeout.names.includes('xl/workbook.xml') ? 'file' : kind;
  const { documents, names } = await readDocuments(
    inner,
    file,
    (inside) => inner === 'file' || TABLE.test(inside) || isGzipped(file, inside),
  );
  if (documents.length > 0) return { file, isTakeout, documents };
  const some = names.slice(0, 5).join(', ') || 'nothing';
  throw new NotReviews(`${file}: contains no Google Business Profile reviews, JSON, CSV or .xlsx, but ${some}`);
}

const TABLE = /\.(?:json|ndjson|jsonl|csv|tsv|xlsx)$/i;

interface Found {
  readonly documents: Opened['documents'];
  /** The paths of all its files. */
  readonly names: readonly string[];
}

/** Reads the wanted files of a container. */
async function readDocuments(kind: ContainerKind, file: string, isWanted: (inside: string) => boolean): Promise<Found> {
  const documents: Opened['documents'][number][] = [];
  const names: string[] = [];
  for await (const { path: inside, modified, bytes } of packedFiles(kind, file)) {
    names.push(inside);
    if (!isWanted(inside)) continue;
    const isInside = kind === 'zip' || (kind === 'gzip' && !isGzipped(file, inside));
    documents.push({ name: isInside ? `${file}: ${inside}` : inside, takeout: layoutOf(kind, inside), bytes: await bytes(), modified });
  }
  return { documents, names };
}

/** Whether `inside` is the file that was gzipped to `file`. */
const isGzipped = (file: string, inside: string) => inside === unpackedName(file);

/** A single file is never part of a Takeout; a folder may be any part of an unpacked one. */
function layoutOf(kind: ContainerKind, inside: string): TakeoutFile | undefined {
  return kind === 'file' ? undefined : takeoutFile(kind === 'folder' ? path.resolve(inside) : inside);
}

async function refuseMissingParts(whole: string, parts: readonly Opened[]): Promise<void> {
  const numbers = new Set(parts.map(({ file }) => takeoutPart(path.basename(file))?.number ?? 1));
  const besides = (await readdir(path.dirname(whole))).filter((name) => takeoutPart(name)?.whole === path.basename(whole));
  const present = besides.map((name) => takeoutPart(name)?.number ?? 1);
  const last = Math.max(...numbers, ...present);
  const missing = Array.from({ length: last }, (_, index) => index + 1).filter((number) => !numbers.has(number));
  if (missing.length === 0) return;
  const names = missing.slice(0, 5).map((number) => path.basename(whole).replace('*', String(number).padStart(3, '0')));
  throw new ImportError(
    `${parts[0]?.file}: is one part of a Takeout; import all parts together (missing: ${names.join(', ')}${missing.length > 5 ? ' and more' : ''}), or use --partial`,
  );
}

function toExport(opened: readonly Opened[], isTakeout: boolean): Export {
  const documents = opened.flatMap((one) => one.documents);
  const hash = createHash('sha256');
  for (const { bytes } of documents) hash.update(bytes);
  return {
    isTakeout,
    files: opened.map(({ file }) => file),
    modified: new Date(Math.max(...documents.map(({ modified }) => modified.getTime() || 0))),
    hash: hash.digest('hex'),
    documents,
  };
}

/**
 * The layout of a Google Takeout of a business: `…/account-<n>/location-<n>/reviews*.json`, about 20 reviews per file, next to
 * `additionalData.json` with the location's name. The folders above are named in the language of the account.
 */
const FILE = /(?:^|[\\/])account-[^\\/]+[\\/]location-([^\\/]+)[\\/](?:(reviews)[^\\/]*|additionalData|data)\.json$/;

export type TakeoutFile = { readonly holds: 'reviews' | 'business'; readonly folder: string };

/** The role of the file at `path` in a Takeout; undefined if an import doesn't read it. */
function takeoutFile(inside: string): TakeoutFile | undefined {
  const [, folder, reviews] = FILE.exec(inside) ?? [];
  return folder === undefined ? undefined : { holds: reviews === undefined ? 'business' : 'reviews', folder };
}

/** One part of a split Takeout: `takeout-20260102T030405Z-001.zip`, `-002.zip` and so on. */
const PART = /^(.*-)(\d{3})(\.zip|\.tgz|\.tar\.gz)$/;

interface TakeoutPart {
  /** The same pattern for all parts of one Takeout. */
  readonly whole: string;
  readonly number: number;
}

/** The Takeout and the part number in a file's name; undefined for any other name. */
export function takeoutPart(name: string): TakeoutPart | undefined {
  const [, stem, number, extension] = PART.exec(name) ?? [];
  return stem === undefined ? undefined : { whole: `${stem}*${extension}`, number: Number(number) };
}
