import { firstIndex, lineEnd, lineStarts } from '../../site/algorithms.ts';
import {
  filesFrame,
  type GenerationDocument,
  type GenerationHead,
  generationDocument,
  generationHead,
  isPublishedFile,
  lastModified,
  type PublishedFile,
} from '../../site/contract/generation.ts';
import { inSlices } from './slices.ts';

/** The records of a generation's files, by public path. */
export interface FileRecords {
  get(publicPath: string): PublishedFile | undefined;
  /** All records. Throws a TypeError at an invalid one. */
  [Symbol.iterator](): Iterator<readonly [publicPath: string, record: PublishedFile]>;
}

/** `/generation.json`, with the records separate. */
export interface ReadGeneration {
  readonly head: GenerationHead;
  /** When anything in it last changed, in seconds since 1970. */
  readonly modified: number;
  readonly files: FileRecords;
}

const BACKSLASH = '\\'.charCodeAt(0);
/** Follows the path in a line. */
const AFTER_PATH = Buffer.from('":{');

/**
 * Reads `/generation.json`. If `printGeneration` printed it, records are parsed on demand: a large site has 100,000 of them, most of which
 * are never requested. Other equivalent JSON, as earlier versions wrote it, is parsed completely. Throws if it isn't such a document.
 */
export async function readGeneration(bytes: Buffer): Promise<ReadGeneration> {
  return (await readLines(bytes)) ?? parsedWhole(generationDocument.parse(JSON.parse(bytes.toString())));
}

function parsedWhole(document: GenerationDocument): ReadGeneration {
  const { files, ...head } = document;
  const records = new Map(Object.entries(files));
  return {
    head,
    modified: lastModified(document),
    files: { get: (publicPath) => records.get(publicPath), [Symbol.iterator]: () => records.entries() },
  };
}

/** Undefined if the document isn't printed in lines sorted by the bytes of their paths, or has no `modified`. */
async function readLines(bytes: Buffer): Promise<ReadGeneration | undefined> {
  const open = bytes.indexOf(filesFrame.open);
  const end = bytes.length - filesFrame.close.length;
  if (open === -1 || bytes.toString('latin1', end) !== filesFrame.close) return undefined;
  const starts: number[] = [];
  let isSorted = true;
  let before: Uint8Array = Buffer.alloc(0);
  await inSlices(lineStarts(bytes, filesFrame.separator, open + filesFrame.open.length, end), (start) => {
    const publicPath = pathAt(bytes, start);
    isSorted &&= Buffer.compare(before, publicPath) < 0 && !publicPath.includes(BACKSLASH);
    before = publicPath;
    starts.push(start);
  });
  const head = generationHead.parse(JSON.parse(`${bytes.toString('utf8', 0, open)}}`));
  const { modified } = head;
  return isSorted && modified !== undefined ? { head, modified, files: new LineRecords(bytes, Uint32Array.from(starts), end) } : undefined;
}

/** The bytes of the path in the line at `start`, as in JSON. */
function pathAt(bytes: Buffer, start: number): Buffer {
  return bytes.subarray(start + 1, Math.max(start + 1, bytes.indexOf(AFTER_PATH, start)));
}

class LineRecords implements FileRecords {
  readonly #bytes: Buffer;
  /** The offset of each line. */
  readonly #starts: Uint32Array;
  readonly #end: number;

  constructor(bytes: Buffer, starts: Uint32Array, end: number) {
    this.#bytes = bytes;
    this.#starts = starts;
    this.#end = end;
  }

  get(publicPath: string): PublishedFile | undefined {
    const wanted = Buffer.from(publicPath);
    const index = firstIndex(this.#starts, (start) => Buffer.compare(pathAt(this.#bytes, start), wanted) >= 0);
    const start = this.#starts[index];
    return start !== undefined && pathAt(this.#bytes, start).equals(wanted) ? this.#at(start)[1] : undefined;
  }

  *[Symbol.iterator](): Generator<readonly [string, PublishedFile]> {
    for (const start of this.#starts) yield this.#at(start);
  }

  #at(start: number): readonly [string, PublishedFile] {
    const line = this.#bytes.toString('utf8', start, lineEnd(this.#bytes, filesFrame.separator, start, this.#end));
    const [entry] = Object.entries(JSON.parse(`{${line}}`) as Record<string, unknown>);
    if (entry === undefined || !isPublishedFile(entry[1])) throw new TypeError(`not the record of a file: ${line}`);
    return [entry[0], entry[1]];
  }
}
