import { z } from 'zod';
import { firstIndex, isObject } from '../shared/algorithms.ts';
import { calendarDate, daysBetween } from '../shared/dates.ts';
import { paths } from './paths.ts';

/** One representation of a file. */
interface FileRepresentation {
  readonly bytes: number;
  /** Its strong entity tag, quoted as in the header. */
  readonly etag: string;
}

/** A published file: its bytes in each content coding that the build has written. */
export interface PublishedFile {
  /** The hash of the bytes without a content coding, in hex. */
  readonly sha256: string;
  /** Last-Modified, in seconds since 1970. */
  readonly modified: number;
  readonly identity: FileRepresentation;
  readonly br?: FileRepresentation | undefined;
  readonly gzip?: FileRepresentation | undefined;
}

/** A file without the time when it last changed. */
export type FileRecord = Omit<PublishedFile, 'modified'>;

/** The content codings of a file, with the suffix of each coding's file on disk. */
export const codingSuffixes = { br: '.br', gzip: '.gz', identity: '' } as const;
export type ContentCoding = keyof typeof codingSuffixes;
export type Compression = Exclude<ContentCoding, 'identity'>;
export const compressions: readonly Compression[] = ['br', 'gzip'];

const modified = z.int();

/**
 * One answer of `since`: the newest `matched` reviews, for every date down to the next answer's `date`, exclusive. The first answer covers
 * all later dates, the last one all earlier dates. `chain` identifies the bytes (a hash of the reviews so far); neighbors share it if only
 * their `modified` differs. `file` is absent if the answer isn't written to disk.
 */
export const sinceAnswer = z.object({
  date: calendarDate,
  matched: z.int(),
  chain: z.string(),
  modified,
  file: z.custom<FileRecord>(isObject).optional(),
});
export type SinceAnswer = z.infer<typeof sinceAnswer>;

/** `/generation.json` without the records of its files. */
export const generationHead = z.object({
  version: z.literal(1),
  generation: z.string().describe('Hash over every published byte'),
  modified: modified.describe('When anything in it last changed; never earlier than in the previous generation'),
  base_url: z.string(),
  hub_url: z.string(),
  since: z.object({
    first: calendarDate.nullable().describe('Date of the first review'),
    last: calendarDate.nullable().describe('End of the year after the newest review'),
    answers: z.array(sinceAnswer).min(1).describe('Newest first'),
  }),
});
export type GenerationHead = z.infer<typeof generationHead>;

/**
 * `/generation.json`: everything one build published. A server uses it to load a complete generation, the next build to find out what
 * changed, and a sidecar behind a CDN to check that all documents have arrived.
 */
export const generationDocument = generationHead.extend({
  // Only printGeneration writes such a document, so its up to 100,000 records aren't checked one by one.
  files: z.custom<Record<string, PublishedFile>>(isObject).describe('By path, without the dates of `since`'),
});
export type GenerationDocument = z.infer<typeof generationDocument>;

/** How the document is printed: it ends with one line per file, `"/path":{...}`, so a server can read them one by one. */
export const filesFrame = { open: ',\n "files":\n{\n', separator: ',\n', close: '\n}\n}\n' } as const;

/** The text of `/generation.json`, with the files in the given order. */
export function printGeneration({ files, ...head }: GenerationDocument): string {
  const lines = Object.entries(files).map(([publicPath, record]) => `${JSON.stringify(publicPath)}:${JSON.stringify(record)}`);
  return JSON.stringify(head, null, 1).slice(0, -'\n}'.length) + filesFrame.open + lines.join(filesFrame.separator) + filesFrame.close;
}

/** The answer of `since` for `date`. `answers` are newest first. */
export function answerFor<T extends { readonly date: string }>(answers: readonly T[], date: string): T {
  const older = firstIndex(answers, (answer) => answer.date < date);
  return answers[Math.max(0, older - 1)] as T;
}

/** The name of the file at a public path, in the folder of its generation. */
export function fileName(publicPath: string): string {
  return publicPath.slice(1) + (publicPath.endsWith('/') ? 'index.html' : '');
}

/** Every file of a generation in each of its content codings, including the dates of `since`. */
export function* eachFile({ since }: Pick<GenerationHead, 'since'>, files: Iterable<readonly [string, FileRecord]>) {
  for (const [publicPath, record] of files) yield* eachCoding(publicPath, record);
  for (const day of since.first === null || since.last === null ? [] : daysBetween(since.first, since.last)) {
    const { file } = answerFor(since.answers, day);
    if (file) yield* eachCoding(paths.since + day, file);
  }
}

function* eachCoding(publicPath: string, record: FileRecord) {
  for (const coding of ['identity', ...compressions] as const) {
    const representation = record[coding];
    if (representation) yield { path: publicPath, name: fileName(publicPath) + codingSuffixes[coding], ...representation };
  }
}
