import { type Entry, openPromise } from 'yauzl';
import { ImportError } from '../import-error.ts';
import type { Container, Listed } from './document.ts';
import { damaged, refuseBomb } from './limits.ts';

/** A zip archive on disk, with random access. Methods throw an ImportError where it is damaged, encrypted or a "zip bomb". */
export function openZip(file: string): Container {
  return {
    async list() {
      const found: Listed[] = [];
      for await (const [, entry] of entriesOf(file)) found.push(toListed(entry));
      return found;
    },
    async *read(wanted) {
      for await (const [zip, entry] of entriesOf(file)) {
        if (wanted.has(entry.fileName)) yield { ...toListed(entry), bytes: bytesOf(file, zip, entry) };
      }
    },
  };
}

type Zip = Awaited<ReturnType<typeof openPromise>>;

/** Every file of the archive. The zip stays open until the iteration ends. */
async function* entriesOf(file: string): AsyncGenerator<readonly [Zip, Entry]> {
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
const toListed = (entry: Entry): Listed => ({ path: entry.fileName, modified: entry.getLastModDate({ timezone: 'UTC' }) });

async function* bytesOf(file: string, zip: Zip, entry: Entry): AsyncGenerator<Uint8Array> {
  const name = `${file}: ${entry.fileName}`;
  if (entry.isEncrypted()) throw new ImportError(`${name}: is encrypted; unpack the archive with its password and import the folder`);
  refuseBomb(name, entry.compressedSize, entry.uncompressedSize);
  try {
    // Fails where the entry unpacks to more than its header says.
    for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Buffer;
  } catch (error) {
    throw damaged(file, error);
  }
}
