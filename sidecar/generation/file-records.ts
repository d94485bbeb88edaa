import { lineEnd, lineStarts } from '../../site/algorithms.ts';
import {
  filesFrame,
  type GenerationHead,
  generationDocument,
  generationHead,
  isPublishedFile,
  lastModified,
  type PublishedFile,
} from '../../site/contract/generation.ts';
import { inSlices } from './slices.ts';

/** The records of a generation's files, by public path. */
export type FileRecords = ReadonlyMap<string, PublishedFile>;

/** `/generation.json`, with the records separate. */
export interface ReadGeneration {
  readonly head: GenerationHead;
  /** When anything in it last changed, in seconds since 1970. */
  readonly modified: number;
  readonly files: FileRecords;
}

/**
 * Reads `/generation.json`: line by line if `printGeneration` printed it, because a large site has 100,000 files, or else, as earlier
 * versions printed it, as a whole. Throws if it isn't such a document.
 */
export async function readGeneration(bytes: Buffer): Promise<ReadGeneration> {
  const { open, separator, close } = filesFrame;
  const start = bytes.indexOf(open);
  const end = bytes.length - close.length;
  const isInLines = start !== -1 && bytes.toString('latin1', end) === close;
  const head = isInLines ? generationHead.parse(JSON.parse(`${bytes.toString('utf8', 0, start)}}`)) : undefined;
  if (head?.modified === undefined) return readWhole(bytes);
  const files = new Map<string, PublishedFile>();
  await inSlices(lineStarts(bytes, separator, start + open.length, end), (from) => {
    const line = bytes.toString('utf8', from, lineEnd(bytes, separator, from, end));
    for (const [publicPath, record] of Object.entries(JSON.parse(`{${line}}`) as Readonly<Record<string, unknown>>)) {
      if (!isPublishedFile(record)) throw new TypeError(`not the record of a file: ${line}`);
      files.set(publicPath, record);
    }
  });
  return { head, modified: head.modified, files };
}

function readWhole(bytes: Buffer): ReadGeneration {
  const document = generationDocument.parse(JSON.parse(bytes.toString()));
  const { files, ...head } = document;
  return { head, modified: lastModified(document), files: new Map(Object.entries(files)) };
}
