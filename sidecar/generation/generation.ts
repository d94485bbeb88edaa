import { createHash } from 'node:crypto';
import { type GenerationDocument, generationDocument } from '../../site/contract/generation.ts';
import { type InsightsDocument, perReviewFrame, type ReviewInsight } from '../../site/contract/insights.ts';
import { latestChangesPath } from '../../site/contract/log.ts';
import { mediaTypeOf, paths, topicPaths } from '../../site/contract/paths.ts';
import type { ReviewsDocument } from '../../site/contract/reviews-document.ts';
import { type LogPages, readLogPages } from './log-pages.ts';
import { type ReviewLines, readReviewsDocument } from './review-lines.ts';
import { inSlices } from './slices.ts';
import type { DocumentSource } from './source.ts';

export interface TopicDocument {
  readonly body: Buffer;
  readonly contentType: string;
}

/** `/insights.json` without `per_review`. */
export type InsightsHead = Omit<InsightsDocument, 'per_review'>;

/** The insight of one review, parsed on each call; undefined where there is none. */
export type PerReview = (id: string) => ReviewInsight | undefined;

/** The documents of one build, loaded as a whole, so that a request never mixes two builds. */
export interface Generation {
  readonly document: GenerationDocument;
  /** The bytes of `document` as it was published. */
  readonly documentBytes: Buffer;
  readonly reviews: ReviewsDocument;
  readonly insights: InsightsHead;
  /** The bytes of `/insights.json` as it was published. */
  readonly insightsBytes: Buffer;
  /** The rest of it, indexed on first use. */
  readonly perReview: () => Promise<PerReview>;
  readonly lines: ReviewLines;
  readonly log: LogPages;
  /** The hub's topics by path, with the bytes that a GET of each returns. */
  readonly topics: ReadonlyMap<string, TopicDocument>;
}

/** Thrown where a generation can't be loaded as a whole: a file is missing, truncated or of another build. */
export class GenerationError extends Error {
  override name = 'GenerationError';
}

/**
 * Loads the current generation of `source`. Throws a GenerationError where a document isn't the one that `generation.json` names; then
 * the caller keeps the generation that it has.
 */
export async function loadGeneration(source: DocumentSource): Promise<Generation> {
  const documentBytes = await source.read(paths.generation);
  const document = parseDocument(documentBytes);
  const read = async (path: string) => {
    const bytes = await source.read(path);
    const expected = document.files[path]?.sha256;
    if (createHash('sha256').update(bytes).digest('hex') !== expected) {
      throw new GenerationError(`generation ${document.generation}: ${path} is of another build or damaged`);
    }
    return bytes;
  };
  const [insightsBytes = Buffer.of(), ...topicBodies] = await Promise.all([paths.insights, ...topicPaths].map(read));
  const topics = new Map(
    topicPaths.map((path, index) => [path, { body: topicBodies[index] ?? Buffer.of(), contentType: mediaTypeOf(path) }]),
  );
  // The hashes prove that the bytes are the build's own, so their schema isn't checked again.
  const reviews = await readReviewsDocument(topics.get(paths.reviews)?.body ?? Buffer.of());
  return {
    document,
    documentBytes,
    reviews: reviews.document,
    ...readInsights(insightsBytes),
    insightsBytes,
    lines: reviews.lines,
    log: document.files[latestChangesPath] ? await readLogPages(read) : { total: 0, pages: [] },
    topics,
  };
}

/** Parses `/insights.json` without `per_review`, which is most of it. */
function readInsights(bytes: Buffer): Pick<Generation, 'insights' | 'perReview'> {
  const open = bytes.indexOf(perReviewFrame.open);
  const insights = JSON.parse(`${bytes.toString('utf8', 0, open)}}`) as InsightsHead;
  let found: Promise<PerReview> | undefined;
  return { insights, perReview: () => (found ??= indexPerReview(bytes, open + perReviewFrame.open.length)) };
}

/** Indexes the line of each review, `"ID":{…}`. */
async function indexPerReview(bytes: Buffer, first: number): Promise<PerReview> {
  const lines = new Map<string, { readonly from: number; readonly to: number }>();
  await inSlices(linesBetween(bytes, first, bytes.length - perReviewFrame.close.length), ({ from, to }) => {
    const colon = bytes.indexOf(':', from);
    lines.set(bytes.toString('latin1', from + 1, colon - 1), { from: colon + 1, to });
  });
  return (id) => {
    const line = lines.get(id);
    return line && (JSON.parse(bytes.toString('utf8', line.from, line.to)) as ReviewInsight);
  };
}

/** The start and end of each line; JSON escapes line breaks inside of values. */
function* linesBetween(bytes: Buffer, first: number, last: number) {
  for (let from = first; from < last; ) {
    const separator = bytes.indexOf(perReviewFrame.separator, from);
    const to = separator === -1 ? last : separator;
    yield { from, to };
    from = to + perReviewFrame.separator.length;
  }
}

function parseDocument(bytes: Uint8Array): GenerationDocument {
  try {
    return generationDocument.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    throw new GenerationError(`${paths.generation} is not a record that this version can read; run npm run build again`);
  }
}
