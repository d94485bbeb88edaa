import { createReadStream } from 'node:fs';
import { pipeline, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import type { Container, Listed } from './document.ts';
import { damaged, refuseBomb } from './limits.ts';

/** A gzipped tar archive on disk, read as a stream. Methods throw an ImportError where it is damaged or a "zip bomb". */
export function openTar(file: string): Container {
  return {
    async list() {
      const found: Listed[] = [];
      for await (const entry of entriesOf(file)) {
        found.push(toListed(entry));
        await entry.body.cancel();
      }
      return found;
    },
    async *read(wanted) {
      for await (const entry of entriesOf(file)) {
        if (wanted.has(entry.header.name)) yield { ...toListed(entry), bytes: bytesOf(file, entry) };
        else await entry.body.cancel();
      }
    },
  };
}

async function* entriesOf(file: string): AsyncGenerator<ParsedTarEntry> {
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

const toListed = ({ header }: ParsedTarEntry): Listed => ({ path: header.name, modified: header.mtime ?? new Date(0) });

async function* bytesOf(file: string, entry: ParsedTarEntry): AsyncGenerator<Uint8Array> {
  try {
    yield* entry.body;
  } catch (error) {
    throw damaged(file, error);
  }
}
