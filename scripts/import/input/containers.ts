import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { type Entry, openPromise } from 'yauzl';
import { ImportError } from '../context.ts';
import type { Container, Listed } from './document.ts';

/** A folder as a container, with its subfolders. */
export function openFolder(folder: string): Container {
  const pathsOf = async () => {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = found.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
    return files.map(({ parentPath, name }) => path.join(parentPath, name)).sort();
  };
  return {
    list: async () => Promise.all((await pathsOf()).map(async (file) => ({ path: file, modified: (await stat(file)).mtime }))),
    async *read(wanted) {
      for (const file of await pathsOf()) {
        if (wanted.has(file)) yield { path: file, modified: (await stat(file)).mtime, bytes: createReadStream(file) };
      }
    },
  };
}

/** A zip archive on disk, with random access. Its methods throw an ImportError if it is damaged, encrypted or a zip bomb. */
export function openZip(file: string): Container {
  return {
    async list() {
      const found: Listed[] = [];
      for await (const [, entry] of zipEntries(file)) found.push(listedZip(entry));
      return found;
    },
    async *read(wanted) {
      for await (const [zip, entry] of zipEntries(file)) {
        if (wanted.has(entry.fileName)) yield { ...listedZip(entry), bytes: zipBytes(file, zip, entry) };
      }
    },
  };
}

type Zip = Awaited<ReturnType<typeof openPromise>>;

/** Every file of the archive. The zip stays open until the iteration ends. */
async function* zipEntries(file: string): AsyncGenerator<readonly [Zip, Entry]> {
  let zip: Zip | undefined;
  try {
    zip = await openPromise(file, { autoClose: false });
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.endsWith('/')) yield [zip, entry];
    }
  } catch (error) {
    throw damaged(file, error);
  } finally {
    zip?.close();
  }
}

/** Times without a time zone, as old zip tools write them, are read as UTC, so that they mean the same on every machine. */
const listedZip = (entry: Entry): Listed => ({ path: entry.fileName, modified: entry.getLastModDate({ timezone: 'UTC' }) });

async function* zipBytes(file: string, zip: Zip, entry: Entry): AsyncGenerator<Uint8Array> {
  const name = `${file}: ${entry.fileName}`;
  if (entry.isEncrypted()) throw new ImportError(`${name}: is encrypted; unpack the archive with its password and import the folder`);
  refuseBomb(name, entry.compressedSize, entry.uncompressedSize);
  try {
    // Fails if the entry is larger than its header says.
    for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Buffer;
  } catch (error) {
    throw damaged(file, error);
  }
}

/** A gzipped tar archive on disk, read as a stream. Its methods throw an ImportError if it is damaged or a zip bomb. */
export function openTar(file: string): Container {
  return {
    async list() {
      const found: Listed[] = [];
      for await (const entry of tarEntries(file)) {
        found.push(listedTar(entry));
        await entry.body.cancel();
      }
      return found;
    },
    async *read(wanted) {
      for await (const entry of tarEntries(file)) {
        if (wanted.has(entry.header.name)) yield { ...listedTar(entry), bytes: tarBytes(file, entry) };
        else await entry.body.cancel();
      }
    },
  };
}

async function* tarEntries(file: string): AsyncGenerator<ParsedTarEntry> {
  const unpacked = unpack(file);
  try {
    const decoder = createTarDecoder({ strict: true });
    void feed(unpacked, decoder.writable.getWriter());
    for await (const entry of decoder.readable) {
      if (entry.header.type === undefined || entry.header.type === 'file') yield entry;
      else await entry.body.cancel();
    }
  } catch (error) {
    throw damaged(file, error);
  } finally {
    unpacked.destroy();
  }
}

/** Passes errors of the source on to the decoder's consumer. */
async function feed(unpacked: AsyncIterable<Buffer>, writer: WritableStreamDefaultWriter<Uint8Array>): Promise<void> {
  try {
    for await (const chunk of unpacked) await writer.write(chunk);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => {});
  }
}

function unpack(file: string): Transform {
  let packed = 0;
  let unpacked = 0;
  const source = createReadStream(file).on('data', (chunk) => {
    packed += chunk.length;
  });
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      unpacked += chunk.length;
      try {
        refuseBomb(file, packed, unpacked);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  return pipeline(source, createGunzip(), count, () => {}) as Transform;
}

const listedTar = ({ header }: ParsedTarEntry): Listed => ({ path: header.name, modified: header.mtime ?? new Date(0) });

async function* tarBytes(file: string, entry: ParsedTarEntry): AsyncGenerator<Uint8Array> {
  try {
    yield* entry.body;
  } catch (error) {
    throw damaged(file, error);
  }
}

const MEGABYTE = 1024 * 1024;

/** The largest file that is read from an archive, in bytes. */
const LARGEST_BYTES = 2048 * MEGABYTE;

/** Threshold: text compresses to about a tenth, deflate to a thousandth at best. */
const HIGHEST_RATIO = 200;
const HARMLESS_BYTES = 10 * MEGABYTE;

/** @throws ImportError if `unpacked` is too large for `packed` bytes, as in a zip bomb */
function refuseBomb(name: string, packed: number, unpacked: number): void {
  if (unpacked > LARGEST_BYTES) throw new ImportError(`${name}: unpacks to more than ${LARGEST_BYTES / MEGABYTE} MB, which no export does`);
  if (unpacked > HARMLESS_BYTES && unpacked > packed * HIGHEST_RATIO)
    throw new ImportError(`${name}: unpacks to more than ${HIGHEST_RATIO} times its size, which no export does`);
}

/** The error for an archive that can't be read completely. */
function damaged(file: string, error: unknown): ImportError {
  if (error instanceof ImportError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new ImportError(`${file}: the archive is damaged (${reason}); download it again`);
}
