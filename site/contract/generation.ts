import { z } from 'zod';
import { calendarDate } from './dates.ts';

/** One representation of a file: its size in bytes and its strong validator, quoted as in the header. */
const representation = z.object({ bytes: z.int(), etag: z.string() });

/** Last-Modified, in whole seconds since 1970 (HTTP dates have no finer grain). */
const modified = z.int();

export const publishedFile = z.object({
  sha256: z.string(),
  modified,
  identity: representation,
  br: representation.optional(),
  gzip: representation.optional(),
});
export type PublishedFile = z.infer<typeof publishedFile>;

/**
 * One answer of since: the newest `matched` reviews, for every date down to the next answer's `date`, exclusive.
 * The first one holds for all later dates, the last one for all earlier ones. `chain` identifies the bytes (the hash
 * of the reviews so far); two neighbours may share it where only their `modified` differs. `file` is absent where
 * the answer isn't written out.
 */
export const sinceAnswer = z.object({
  date: calendarDate,
  matched: z.int(),
  chain: z.string(),
  modified,
  file: publishedFile.omit({ modified: true }).optional(),
});
export type SinceAnswer = z.infer<typeof sinceAnswer>;

/**
 * `/generation.json`: what one build published, by which a server loads it whole, the next build knows what moved,
 * and a sidecar behind a CDN knows when all documents have arrived.
 */
export const generationDocument = z.object({
  version: z.literal(1),
  generation: z.string().describe('Hash over every published byte'),
  /** Absent in records of earlier versions. */
  modified: modified.optional().describe('When anything in it last moved; never earlier than in the generation before'),
  base_url: z.string(),
  hub_url: z.string(),
  compressor: z.string().describe('Versions of the libraries that made the compressed variants'),
  files: z.record(z.string(), publishedFile).describe('By path, without the dates of since'),
  since: z.object({
    first: calendarDate.nullable().describe('Date of the first review'),
    last: calendarDate.nullable().describe('End of the year after the newest review'),
    answers: z.array(sinceAnswer).min(1).describe('Newest first'),
  }),
});
export type GenerationDocument = z.infer<typeof generationDocument>;

/** When `/generation.json` itself last moved, in seconds since 1970. */
export function lastModified({ modified, files, since }: Pick<GenerationDocument, 'modified' | 'files' | 'since'>): number {
  if (modified !== undefined) return modified;
  return [...Object.values(files), ...since.answers].reduce((newest, one) => Math.max(newest, one.modified), 0);
}

/** The answer of since that holds for `date`. `answers` are newest first. */
export function answerFor<T extends { readonly date: string }>(answers: readonly T[], date: string): T {
  let low = 0;
  let high = answers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((answers[middle] as T).date >= date) low = middle;
    else high = middle - 1;
  }
  return answers[low] as T;
}
