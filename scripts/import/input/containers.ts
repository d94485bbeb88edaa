import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ReadableStream as NodeStream } from 'node:stream/web';
import { createGunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { openPromise, type Entry as ZipEntry } from 'yauzl';
import { ImportError } from '../context.ts';

/** A file in a folder or archive. */
export interface Entry {
  /** With slashes as separators in archives. */
  readonly path: string;
  readonly modified: Date;
  /** Reads the file. Must be called before the next entry is requested. */
  bytes(): Promise<Uint8Array>;
}

/** Yields a file as if it were alone in a folder. */
export async function* fileEntries(file: string): AsyncGenerator<Entry> {
  const { mtime, size } = await stat(file);
  yield {
    path: file,
    modified: mtime,
    bytes: () => {
      refuseLarge(file, size);
      return readFile(file);
    },
  };
}

/** The files in a folder and its subfolders. */
export async function* folderEntries(folder: string): AsyncGenerator<Entry> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  for (const file of files.map(({ parentPath, name }) => path.join(parentPath, name)).sort()) yield* fileEntries(file);
}

/** SHA-256 of the bytes of files, one after another, in hex. */
export async function hashFiles(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

type Zip = Awaited<ReturnType<typeof openPromise>>;

/** The files in a zip archive, which stays open until the iteration ends. @throws ImportError if it is damaged, encrypted or a zip bomb */
export async function* zipEntries(file: string): AsyncGenerator<Entry> {
  let zip: Zip | undefined;
  try {
    const opened = await openPromise(file, { autoClose: false });
    zip = opened;
    for await (const entry of opened.eachEntry()) {
      // Times without a time zone, as old zip tools write them, are read as UTC, so they are the same on every machine.
      const modified = entry.getLastModDate({ timezone: 'UTC' });
      if (!entry.fileName.endsWith('/')) yield { path: entry.fileName, modified, bytes: () => zipBytes(file, opened, entry) };
    }
  } catch (error) {
    throw damaged(file, error);
  } finally {
    zip?.close();
  }
}

async function zipBytes(file: string, zip: Zip, entry: ZipEntry): Promise<Uint8Array> {
  const name = `${file}: ${entry.fileName}`;
  if (entry.isEncrypted()) throw new ImportError(`${name}: is encrypted; unpack the archive with its password and import the folder`);
  refuseBomb(name, entry.compressedSize, entry.uncompressedSize);
  refuseLarge(name, entry.uncompressedSize);
  try {
    // Fails if the entry is larger than its header says.
    return await buffer(await zip.openReadStreamPromise(entry));
  } catch (error) {
    throw damaged(file, error);
  }
}

/** The files in a gzipped tar archive. @throws ImportError if it is damaged or a zip bomb */
export async function* tarEntries(file: string): AsyncGenerator<Entry> {
  try {
    const unpacked = NodeStream.from(unpack(file)) as ReadableStream<Uint8Array>;
    for await (const entry of unpacked.pipeThrough(createTarDecoder({ strict: true }))) {
      const { name, type = 'file', mtime = new Date(0) } = entry.header;
      if (type === 'file') yield { path: name, modified: mtime, bytes: () => tarBytes(file, entry) };
      if (!entry.body.locked) await entry.body.cancel();
    }
  } catch (error) {
    throw damaged(file, error);
  }
}

async function* unpack(file: string): AsyncGenerator<Uint8Array> {
  const source = createReadStream(file);
  let unpacked = 0;
  for await (const chunk of pipeline(source, createGunzip(), () => {})) {
    unpacked += chunk.length;
    refuseBomb(file, source.bytesRead, unpacked);
    yield chunk;
  }
}

async function tarBytes(file: string, { header, body }: ParsedTarEntry): Promise<Uint8Array> {
  refuseLarge(`${file}: ${header.name}`, header.size);
  try {
    return await buffer(body);
  } catch (error) {
    throw damaged(file, error);
  }
}

const MEGABYTE = 1024 * 1024;

/** The largest file that is read, in bytes: its text has to fit into a string. */
const LARGEST_BYTES = 500 * MEGABYTE;

/** Threshold for zip bombs: text compresses to about a tenth of its size, and deflate can reach about a thousandth. */
const HIGHEST_RATIO = 200;
const HARMLESS_BYTES = 10 * MEGABYTE;

/** @throws ImportError if a file has too many bytes */
function refuseLarge(name: string, bytes: number): void {
  if (bytes > LARGEST_BYTES) throw new ImportError(`${name}: is larger than ${LARGEST_BYTES / MEGABYTE} MB, the limit for a file`);
}

/** @throws ImportError if `unpacked` is too large for `packed` bytes, as in a zip bomb */
function refuseBomb(name: string, packed: number, unpacked: number): void {
  if (unpacked > HARMLESS_BYTES && unpacked > packed * HIGHEST_RATIO)
    throw new ImportError(`${name}: unpacks to more than ${HIGHEST_RATIO} times its size, like a zip bomb`);
}

/** The error for an archive that can't be read completely. */
function damaged(file: string, error: unknown): ImportError {
  if (error instanceof ImportError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new ImportError(`${file}: the archive is damaged (${reason}); download it again`);
}
