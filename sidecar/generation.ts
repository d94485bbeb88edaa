import { createHash } from 'node:crypto';
import { type GenerationDocument, generationDocument } from '../site/contract/generation.ts';
import { type InsightsDocument, perReviewFrame, type ReviewInsight } from '../site/contract/insights.ts';
import { latestChangesPath } from '../site/contract/log.ts';
import { mediaTypeOf, paths, topicPaths } from '../site/contract/paths.ts';
import type { ReviewsDocument } from '../site/contract/reviews-document.ts';
import { type LogPages, readLogPages } from './log-pages.ts';
import { type ReviewLines, readReviewsDocument } from './review-lines.ts';
import type { Source } from './source.ts';

export interface Topic {
  readonly body: Buffer;
  readonly contentType: string;
}

/** `/insights.json` without what was found in each review. */
export type InsightsHead = Omit<InsightsDocument, 'per_review'>;

/** One build's documents, loaded whole: whoever holds it sees nothing of any other. */
export interface Generation {
  readonly document: GenerationDocument;
  /** `document` as it was published. */
  readonly documentBytes: Buffer;
  readonly reviews: ReviewsDocument;
  readonly insights: InsightsHead;
  /** `/insights.json` as it was published. */
  readonly insightsBytes: Buffer;
  /** What was found in a review; undefined where nothing was read. Parsed anew each time. */
  readonly perReview: (id: string) => ReviewInsight | undefined;
  readonly lines: ReviewLines;
  readonly log: LogPages;
  /** The hub's topics by path: what a GET of each returns. */
  readonly topics: ReadonlyMap<string, Topic>;
}

/** Thrown where a generation can't be loaded whole: a file missing, cut short or of another build. */
export class GenerationError extends Error {
  override name = 'GenerationError';
}

/**
 * Loads what `source` holds now. The documents must be the ones that its `generation.json` names; else throws a
 * GenerationError, and the caller keeps what it has.
 */
export async function loadGeneration(source: Source): Promise<Generation> {
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

/** Reads `/insights.json` but for what was found in each review, which is parsed when somebody asks for it. */
function readInsights(bytes: Buffer): Pick<Generation, 'insights' | 'perReview'> {
  const open = bytes.indexOf(perReviewFrame.open);
  const insights = JSON.parse(`${bytes.toString('utf8', 0, open)}}`) as InsightsHead;
  let lines: ReadonlyMap<string, Line> | undefined;
  const perReview = (id: string) => {
    lines ??= findLines(bytes, open + perReviewFrame.open.length);
    const line = lines.get(id);
    return line && (JSON.parse(bytes.toString('utf8', line.from, line.to)) as ReviewInsight);
  };
  return { insights, perReview };
}

/** Where a review's part of `/insights.json` begins and ends. */
interface Line {
  readonly from: number;
  readonly to: number;
}

/** The part of each review by its id. A line is `"ID":{…}`, and JSON escapes line breaks. */
function findLines(bytes: Buffer, first: number): Map<string, Line> {
  const lines = new Map<string, Line>();
  const last = bytes.length - perReviewFrame.close.length;
  for (let at = first; at < last; ) {
    const separator = bytes.indexOf(perReviewFrame.separator, at);
    const to = separator === -1 ? last : separator;
    const colon = bytes.indexOf(':', at);
    lines.set(bytes.toString('latin1', at + 1, colon - 1), { from: colon + 1, to });
    at = to + perReviewFrame.separator.length;
  }
  return lines;
}

function parseDocument(bytes: Uint8Array): GenerationDocument {
  try {
    return generationDocument.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    throw new GenerationError(`${paths.generation} is not a record that this version can read; run npm run build again`);
  }
}
