import { createHash } from 'node:crypto';
import { type GenerationDocument, generationDocument } from '../site/contract/generation.ts';
import { type InsightsDocument, perReviewFrame } from '../site/contract/insights.ts';
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

/** One build's documents, loaded whole: whoever holds it sees nothing of any other. */
export interface Generation {
  readonly document: GenerationDocument;
  /** `document` as it was published. */
  readonly documentBytes: Buffer;
  readonly reviews: ReviewsDocument;
  readonly insights: InsightsDocument;
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
  const [insights, ...topicBodies] = await Promise.all([paths.insights, ...topicPaths].map(read));
  const topics = new Map(
    topicPaths.map((path, index) => [path, { body: topicBodies[index] ?? Buffer.of(), contentType: mediaTypeOf(path) }]),
  );
  // The bytes are the build's own, as their hashes say, so their shape needs no second check.
  const reviews = readReviewsDocument(topics.get(paths.reviews)?.body ?? Buffer.of());
  return {
    document,
    documentBytes,
    reviews: reviews.document,
    insights: readInsightsDocument(insights ?? Buffer.of()),
    lines: reviews.lines,
    log: document.files[latestChangesPath] ? await readLogPages(read) : { total: 0, pages: [] },
    topics,
  };
}

/** Reads `/insights.json`; what was found in each review is parsed when somebody asks for it. */
function readInsightsDocument(body: Buffer): InsightsDocument {
  const open = body.indexOf(perReviewFrame.open);
  const head = JSON.parse(`${body.toString('utf8', 0, open)}}`) as Omit<InsightsDocument, 'per_review'>;
  let found: InsightsDocument['per_review'] | undefined;
  return {
    ...head,
    get per_review() {
      found ??= (JSON.parse(`{${body.toString('utf8', open + 1)}`) as Pick<InsightsDocument, 'per_review'>).per_review;
      return found;
    },
  };
}

function parseDocument(bytes: Uint8Array): GenerationDocument {
  try {
    return generationDocument.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    throw new GenerationError(`${paths.generation} is not a record that this version can read; run npm run build again`);
  }
}
