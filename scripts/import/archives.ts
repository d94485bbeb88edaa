import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ReadableStream as NodeStream } from 'node:stream/web';
import { crc32, createGunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { fromBufferPromise, openPromise, type Entry as ZipEntry } from 'yauzl';
import { messageOf } from '../../site/shared/algorithms.ts';
import { ImportError } from './questions.ts';

/** A file in a folder or archive, or a file by itself. */
export interface PackedFile {
  /** With slashes as separators in archives. */
  readonly path: string;
  readonly modified: Date;
  /** Reads the file. Must be called before the next one is requested. */
  bytes(): Promise<Uint8Array>;
}

export type ContainerKind = 'folder' | 'zip' | 'gzip' | 'file';

/** What a path is, by its first bytes. @throws Error with a code if it can't be read */
export async function containerKind(file: string): Promise<ContainerKind> {
  const found = await stat(file);
  if (found.isDirectory()) return 'folder';
  if (!found.isFile()) throw new ImportError(`${file}: is neither a file nor a folder`);
  const handle = await open(file);
  try {
    const { buffer: start, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    const hex = start.subarray(0, bytesRead).toString('hex');
    if (hex.startsWith('1f8b')) return 'gzip';
    return hex === '504b0304' || hex === '504b0506' ? 'zip' : 'file';
  } finally {
    await handle.close();
  }
}

/** The files in a folder or archive, or the file itself. @throws ImportError if an archive is damaged, encrypted or a zip bomb */
export function packedFiles(kind: ContainerKind, file: string): AsyncIterable<PackedFile> {
  return { folder: folderFiles, zip: zipFiles, gzip: gzipFiles, file: singleFile }[kind](file);
}

async function* singleFile(file: string): AsyncGenerator<PackedFile> {
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

async function* folderFiles(folder: string): AsyncGenerator<PackedFile> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  for (const file of files.map(({ parentPath, name }) => path.join(parentPath, name)).sort()) yield* singleFile(file);
}

/** SHA-256 of the bytes of files, one after another, in hex. */
export async function hashFiles(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

type Zip = Awaited<ReturnType<typeof openPromise>>;

/** The archive stays open until the iteration ends. */
const zipFiles = (file: string) => filesIn(file, () => openPromise(file, { autoClose: false }));

/** Reads every entry of a zip archive in memory, such as an .xlsx file. @throws ImportError if it is damaged, encrypted or a zip bomb */
export async function checkZip(name: string, bytes: Uint8Array): Promise<void> {
  for await (const entry of filesIn(name, () => fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))))
    await entry.bytes();
}

async function* filesIn(file: string, open: () => Promise<Zip>): AsyncGenerator<PackedFile> {
  let zip: Zip | undefined;
  try {
    const opened = await open();
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
    // Fails if the entry is larger or smaller than its header says.
    const bytes = await buffer(await zip.openReadStreamPromise(entry));
    // APPNOTE.TXT 4.4.7: the checksum of the uncompressed data, which yauzl leaves to its callers.
    if (crc32(bytes) !== entry.crc32) throw new Error(`the checksum of ${entry.fileName} is wrong`);
    return bytes;
  } catch (error) {
    throw damaged(file, error);
  }
}

/** POSIX.1-2008, "ustar Interchange Format": the offset of the field `magic` in the first header. */
const USTAR_AT = 257;

/** The files of a gzipped tar archive, or the file that was gzipped. */
async function* gzipFiles(file: string): AsyncGenerator<PackedFile> {
  try {
    if (!(await isTar(file))) {
      const { mtime } = await stat(file);
      yield { path: unpackedName(file), modified: mtime, bytes: () => gzipBytes(file) };
      return;
    }
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

/** The name of the file that was gzipped. */
export const unpackedName = (file: string): string => file.replace(/\.gz$/i, '');

async function isTar(file: string): Promise<boolean> {
  let start = Buffer.alloc(0);
  for await (const chunk of unpack(file)) {
    start = Buffer.concat([start, chunk]);
    if (start.length > USTAR_AT + 5) break;
  }
  return start.toString('latin1', USTAR_AT, USTAR_AT + 5) === 'ustar';
}

async function gzipBytes(file: string): Promise<Uint8Array> {
  try {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of unpack(file)) {
      length += chunk.length;
      refuseLarge(file, length);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
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
  return new ImportError(`${file}: the archive is damaged (${messageOf(error)}); download it again`);
}
