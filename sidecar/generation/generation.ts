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

/** `/insights.json` without what was found in each review. */
export type InsightsHead = Omit<InsightsDocument, 'per_review'>;

/** What was found in a review, parsed anew each time; undefined where nothing was read. */
export type PerReview = (id: string) => ReviewInsight | undefined;

/** One build's documents, loaded whole: whoever holds it sees nothing of any other. */
export interface Generation {
  readonly document: GenerationDocument;
  /** `document` as it was published. */
  readonly documentBytes: Buffer;
  readonly reviews: ReviewsDocument;
  readonly insights: InsightsHead;
  /** `/insights.json` as it was published. */
  readonly insightsBytes: Buffer;
  /** The rest of it, found when somebody asks for it. */
  readonly perReview: () => Promise<PerReview>;
  readonly lines: ReviewLines;
  readonly log: LogPages;
  /** The hub's topics by path: what a GET of each returns. */
  readonly topics: ReadonlyMap<string, TopicDocument>;
}

/** Thrown where a generation can't be loaded whole: a file missing, cut short or of another build. */
export class GenerationError extends Error {
  override name = 'GenerationError';
}

/**
 * Loads what `source` holds now. The documents must be the ones that its `generation.json` names; else throws a
 * GenerationError, and the caller keeps what it has.
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
  // The bytes are the build's own, as their hashes say, so their shape needs no second check.
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

/** Reads `/insights.json` but for what was found in each review, which is most of it. */
function readInsights(bytes: Buffer): Pick<Generation, 'insights' | 'perReview'> {
  const open = bytes.indexOf(perReviewFrame.open);
  const insights = JSON.parse(`${bytes.toString('utf8', 0, open)}}`) as InsightsHead;
  let found: Promise<PerReview> | undefined;
  return { insights, perReview: () => (found ??= indexPerReview(bytes, open + perReviewFrame.open.length)) };
}

/** Finds the line of each review, `"ID":{…}`. */
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

/** Where each line begins and ends: JSON escapes line breaks. */
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
