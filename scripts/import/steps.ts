import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ImportError, NotReviews } from './context.ts';
import { type Entry, fileEntries, folderEntries, hashFiles, tarEntries, zipEntries } from './input/containers.ts';
import type { Document } from './input/document.ts';
import { type TakeoutFile, takeoutFile, takeoutPart } from './input/takeout-layout.ts';

/** One export: a whole Google Takeout, or all other files of a run together, such as the pages of an API. */
export interface Step {
  readonly isTakeout: boolean;
  /** The paths on the command line. */
  readonly files: readonly string[];
  /** The newest modification time of its files. */
  readonly modified: Date;
  /** SHA-256 of the files' bytes, in hex. */
  hash(): Promise<string>;
  documents(): AsyncIterable<Document>;
}

/** A folder, archive or file from the command line. */
interface Given {
  readonly file: string;
  readonly kind: Kind;
  /** The files in it that are read, with their roles in a Takeout. */
  readonly wanted: ReadonlyMap<string, TakeoutFile | undefined>;
  readonly isTakeout: boolean;
  /** The newest modification time of these files. */
  readonly modified: number;
}

type Kind = 'folder' | 'zip' | 'tar' | 'file';

const entriesOf: Readonly<Record<Kind, (file: string) => AsyncIterable<Entry>>> = {
  folder: folderEntries,
  zip: zipEntries,
  tar: tarEntries,
  file: fileEntries,
};

/** Groups files into exports. @throws ImportError if a file can't be read or parts of a Takeout are missing */
export async function planSteps(files: readonly string[], mayBePartial: boolean): Promise<Step[]> {
  const given = await Promise.all([...new Set(files)].map(look));
  const takeouts = Map.groupBy(
    given.filter(({ isTakeout }) => isTakeout),
    ({ file }) => path.join(path.dirname(file), takeoutPart(path.basename(file))?.whole ?? path.basename(file)),
  );
  if (!mayBePartial) for (const [whole, parts] of takeouts) await refuseMissingParts(whole, parts);
  const loose = given.filter(({ isTakeout }) => !isTakeout);
  return [...[...takeouts.values()].map((parts) => toStep(parts, true)), ...(loose.length > 0 ? [toStep(loose, false)] : [])];
}

async function look(file: string): Promise<Given> {
  const kind = await kindOf(file).catch((error: NodeJS.ErrnoException) => {
    throw new ImportError(`${file}: ${error.code === 'ENOENT' ? 'there is no such file' : `cannot be read (${error.code})`}`);
  });
  const all: (Pick<Entry, 'path' | 'modified'> & { readonly takeout: TakeoutFile | undefined })[] = [];
  for await (const { path: inside, modified } of entriesOf[kind](file))
    all.push({ path: inside, modified, takeout: layoutOf(kind, inside) });
  const isTakeout = all.some(({ takeout }) => takeout?.holds === 'reviews');
  const wanted = all.filter((one) => (isTakeout ? one.takeout !== undefined : kind === 'file' || TABLE.test(one.path)));
  if (wanted.length > 0) {
    const modified = Math.max(...wanted.map((one) => one.modified.getTime() || 0));
    return { file, kind, wanted: new Map(wanted.map((one) => [one.path, one.takeout])), isTakeout, modified };
  }
  if (all.some((one) => one.path === 'xl/workbook.xml'))
    throw new ImportError(`${file}: is a spreadsheet; save it as "CSV UTF-8" and import that`);
  const some = all.slice(0, 5).map((one) => one.path);
  throw new NotReviews(`${file}: contains no Google Business Profile reviews, JSON or CSV, but ${some.join(', ') || 'nothing'}`);
}

const TABLE = /\.(?:json|ndjson|jsonl|csv|tsv)$/i;

async function kindOf(file: string): Promise<Kind> {
  if ((await stat(file)).isDirectory()) return 'folder';
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    const start = buffer.subarray(0, bytesRead).toString('hex');
    if (start.startsWith('1f8b')) return 'tar';
    return start === '504b0304' || start === '504b0506' ? 'zip' : 'file';
  } finally {
    await handle.close();
  }
}

/** A single file is never part of a Takeout; a folder may be any part of an unpacked one. */
function layoutOf(kind: Kind, inside: string): TakeoutFile | undefined {
  return kind === 'file' ? undefined : takeoutFile(kind === 'folder' ? path.resolve(inside) : inside);
}

async function refuseMissingParts(whole: string, parts: readonly Given[]): Promise<void> {
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

function toStep(given: readonly Given[], isTakeout: boolean): Step {
  return {
    isTakeout,
    files: given.map(({ file }) => file),
    modified: new Date(Math.max(...given.map(({ modified }) => modified))),
    hash: () => hashFiles(given.flatMap(({ file, kind, wanted }) => (kind === 'folder' ? [...wanted.keys()] : [file]))),
    async *documents() {
      for (const { file, kind, wanted } of given) {
        for await (const { path: inside, bytes } of entriesOf[kind](file)) {
          const name = kind === 'zip' || kind === 'tar' ? `${file}: ${inside}` : inside;
          if (wanted.has(inside)) yield { name, takeout: wanted.get(inside), bytes: await bytes() };
        }
      }
    },
  };
}
