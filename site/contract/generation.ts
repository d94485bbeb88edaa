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
 * One distinct answer of since: the reviews from `date` on. It answers every date after the next older body's
 * `date`. `chain` identifies the bytes: the hash of the reviews' lines so far. `file` is absent where the answer isn't written out.
 */
export const sinceBody = z.object({
  date: calendarDate,
  matched: z.int(),
  chain: z.string(),
  modified,
  file: publishedFile.omit({ modified: true }).optional(),
});
export type SinceBody = z.infer<typeof sinceBody>;

/**
 * `/generation.json`: what one build published, by which a server loads it whole, the next build knows what moved,
 * and a sidecar behind a CDN knows when all documents have arrived.
 */
export const generationDocument = z.object({
  version: z.literal(1),
  generation: z.string().describe('Hash over every published byte'),
  base_url: z.string(),
  hub_url: z.string(),
  compressor: z.string(),
  files: z.record(z.string(), publishedFile),
  since: z
    .object({ first: calendarDate, last: calendarDate, bodies: z.array(sinceBody).describe('Newest first; the first one is empty') })
    .nullable(),
});
export type GenerationDocument = z.infer<typeof generationDocument>;
