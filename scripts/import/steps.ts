import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ImportError, NotReviews } from './context.ts';
import { openFolder, openTar, openZip } from './input/containers.ts';
import type { Container, Document, Listed } from './input/document.ts';
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

/** A folder, archive or file from the command line, with the files in it. */
interface Given {
  readonly file: string;
  readonly kind: ContainerKind;
  readonly container: Container;
  readonly listed: readonly Listed[];
  readonly isTakeout: boolean;
}

type ContainerKind = 'folder' | 'archive' | 'file';

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
  const container = await containers[kind](file);
  const all = await container.list();
  const takeout = all.filter(({ path: inside }) => layoutOf(kind, inside) !== undefined);
  const isTakeout = takeout.some(({ path: inside }) => layoutOf(kind, inside)?.holds === 'reviews');
  const listed = isTakeout
    ? takeout
    : all.filter(({ path: inside }) => kind === 'file' || /\.(?:json|ndjson|jsonl|csv|tsv)$/i.test(inside));
  if (listed.length > 0) return { file, kind, container, listed, isTakeout };
  if (all.some(({ path: inside }) => inside === 'xl/workbook.xml'))
    throw new ImportError(`${file}: is a spreadsheet; save it as "CSV UTF-8" and import that`);
  const some = all.slice(0, 5).map(({ path: inside }) => inside);
  throw new NotReviews(`${file}: contains no Google Business Profile reviews, JSON or CSV, but ${some.join(', ') || 'nothing'}`);
}

async function kindOf(file: string): Promise<ContainerKind> {
  if ((await stat(file)).isDirectory()) return 'folder';
  return /^(?:504b0304|504b0506|1f8b)/.test(await firstBytes(file)) ? 'archive' : 'file';
}

const containers: Readonly<Record<ContainerKind, (file: string) => Promise<Container>>> = {
  folder: async (file) => openFolder(file),
  archive: async (file) => ((await firstBytes(file)).startsWith('1f8b') ? openTar(file) : openZip(file)),
  file: async (file) => openFile(file),
};

async function firstBytes(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead).toString('hex');
  } finally {
    await handle.close();
  }
}

/** A single file as a container of itself. */
function openFile(file: string): Container {
  const listed = async () => ({ path: file, modified: (await stat(file)).mtime });
  return {
    list: async () => [await listed()],
    async *read() {
      yield { ...(await listed()), bytes: createReadStream(file) };
    },
  };
}

/** A single file is never part of a Takeout; a folder may be any part of an unpacked one. */
function layoutOf(kind: ContainerKind, inside: string): TakeoutFile | undefined {
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
    modified: new Date(
      given.flatMap(({ listed }) => listed).reduce((newest, { modified }) => Math.max(newest, modified.getTime() || 0), 0),
    ),
    hash: () => hashOf(given),
    async *documents() {
      for (const one of given) {
        for await (const { path: inside, bytes } of one.container.read(pathsOf(one))) {
          const name = one.kind === 'archive' ? `${one.file}: ${inside}` : inside;
          yield { name, takeout: layoutOf(one.kind, inside), bytes };
        }
      }
    },
  };
}

const pathsOf = ({ listed }: Given) => new Set(listed.map(({ path: inside }) => inside));

async function hashOf(given: readonly Given[]): Promise<string> {
  const hash = createHash('sha256');
  for (const one of given) {
    const parts = one.kind === 'folder' ? one.container.read(pathsOf(one)) : openFile(one.file).read(new Set());
    for await (const { bytes } of parts) for await (const chunk of bytes) hash.update(chunk);
  }
  return hash.digest('hex');
}
