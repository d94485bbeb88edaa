import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { eachFile, filesFrame, type GenerationHead, generationHead, type PublishedFile } from '../../site/contract/generation.ts';
import { type InsightsDocument, type Polarity, perReviewFrame, type ReviewInsight } from '../../site/contract/insights.ts';
import { latestChangesPath } from '../../site/contract/log.ts';
import { machinePaths, mediaTypeOf, paths, topicPaths } from '../../site/contract/paths.ts';
import type { PracticeDocument } from '../../site/contract/practice.ts';
import type { SearchQuery } from '../../site/contract/search-query.ts';
import { lineEnd, lineStarts } from '../../site/shared/algorithms.ts';
import { inSlices, nextTurn } from '../runtime.ts';
import { type LogPages, readLogPages } from './log-pages.ts';
import { type ReviewFacts, readReviewsDocument } from './review-lines.ts';
import type { ReadDocument } from './source.ts';

/** `/insights.json` without `per_review`. */
export type InsightsHead = Omit<InsightsDocument, 'per_review'>;

/** The insight of one review, parsed on each call; undefined if there is none. */
export type PerReview = (id: string) => ReviewInsight | undefined;

/** The documents of one build, loaded together so that a request never mixes two builds. */
export type LoadedDocuments = Awaited<ReturnType<typeof loadDocuments>>;

/** The results of the analysis. A set of reviews has a bit for each review. */
export interface AnalysisIndex {
  /** The reviews about an aspect, by its id, and those with one polarity, by `id:polarity`. */
  readonly aspects: ReadonlyMap<string, Uint32Array>;
  /** The reviews in each language (ISO 639-1, lower case). */
  readonly languages: ReadonlyMap<string, Uint32Array>;
  /** The polarity of the review at `index`; undefined if it wasn't analyzed. */
  polarityAt(index: number): Polarity | undefined;
}

export interface SearchResult {
  /** How many reviews match, before `limit`. */
  readonly matched: number;
  /** Sums their stars. */
  readonly stars: () => number;
  /** The indexes on the requested page, in the requested order. */
  readonly indexes: readonly number[];
}

/** `analysis` is required for a query with `aspect` or `language`. */
export type Search = (query: SearchQuery, analysis?: Pick<AnalysisIndex, 'aspects' | 'languages'>) => SearchResult;

/** One build as it is served: its documents, and the search over its reviews. */
export interface Generation extends LoadedDocuments {
  /** Newest first. */
  readonly facts: readonly ReviewFacts[];
  readonly search: Search;
  /** Made on first use. */
  readonly analysis: () => Promise<AnalysisIndex>;
}

/**
 * Loads the documents of a generation.
 * @throws Error if a document is missing or doesn't have the hash in `generation.json`. The caller then keeps its current generation.
 */
export async function loadDocuments(readDocument: ReadDocument) {
  const documentBytes = await readDocument(paths.generation);
  const { document, files } = await readGeneration(documentBytes).catch(() => {
    throw new Error(`${paths.generation} can't be read by this version; run npm run build again`);
  });
  const readHashed = async (path: string) => {
    const body = await readDocument(path);
    const hash = await hashOf(body);
    if (hash.toString('hex') === files.get(path)?.sha256) return { body, hash };
    throw new Error(`generation ${document.generation}: ${path} is from another build or damaged`);
  };
  const read = async (path: string) => (await readHashed(path)).body;
  const [insightsBytes, practiceBytes, reviewCards, ...topicDocuments] = await Promise.all([
    read(paths.insights),
    read(machinePaths.practice),
    read(machinePaths.reviewCards),
    ...topicPaths.map(async (path) => [path, { ...(await readHashed(path)), contentType: mediaTypeOf(path) }] as const),
  ]);
  const topics = new Map<string, (typeof topicDocuments)[number][1]>(topicDocuments);
  // The hashes match the build's, so the schema isn't checked again.
  const reviews = await readReviewsDocument(topics.get(paths.reviews)?.body ?? Buffer.of());
  const log: LogPages = files.get(latestChangesPath) ? await readLogPages(read) : { total: 0, pages: [] };
  return {
    /** `/generation.json` without the records of its files, these records by public path, and the bytes of the whole file as published. */
    document,
    files,
    documentBytes,
    reviews: reviews.head,
    lines: reviews.lines,
    ...readInsights(insightsBytes),
    /** The bytes of `/insights.json` as published. */
    insightsBytes,
    /** `/review-practice.json`. */
    practice: JSON.parse(practiceBytes.toString()) as PracticeDocument,
    log,
    /** The page in which hosts of MCP Apps show reviews. */
    reviewCards: reviewCards.toString(),
    /** The hub's topics by path: the bytes that a GET of each returns, their SHA-256 and their type. */
    topics,
  };
}

/** How many bytes are hashed per turn of the event loop: a few milliseconds, even without hardware support for SHA. */
const HASHED_AT_ONCE = 1024 * 1024;

async function hashOf(bytes: Buffer): Promise<Buffer> {
  const hash = createHash('sha256');
  for (let from = 0; from < bytes.length; from += HASHED_AT_ONCE) {
    hash.update(bytes.subarray(from, from + HASHED_AT_ONCE));
    await nextTurn();
  }
  return hash.digest();
}

/** Parses `/insights.json` without `per_review`, which is most of it and is indexed on first use. */
function readInsights(bytes: Buffer) {
  const open = bytes.indexOf(perReviewFrame.open);
  const insights = JSON.parse(`${bytes.toString('utf8', 0, open)}}`) as InsightsHead;
  let found: Promise<PerReview> | undefined;
  return { insights, perReview: (): Promise<PerReview> => (found ??= indexPerReview(bytes, open + perReviewFrame.open.length)) };
}

/** Indexes the line of each review, `"ID":{…}`. */
async function indexPerReview(bytes: Buffer, first: number): Promise<PerReview> {
  const { separator, close } = perReviewFrame;
  const last = bytes.length - close.length;
  const starts = new Map<string, number>();
  await inSlices(lineStarts(bytes, separator, first, last), (from) => {
    const colon = bytes.indexOf(':', from);
    starts.set(bytes.toString('latin1', from + 1, colon - 1), colon + 1);
  });
  return (id) => {
    const from = starts.get(id);
    return from === undefined
      ? undefined
      : (JSON.parse(bytes.toString('utf8', from, lineEnd(bytes, separator, from, last))) as ReviewInsight);
  };
}

/**
 * Reads `/generation.json` line by line, because a large site has 100,000 files. Returns it with the records of the files by public path.
 * Throws if it isn't such a document.
 */
export async function readGeneration(bytes: Buffer) {
  const { open, separator, close } = filesFrame;
  const start = bytes.indexOf(open);
  const end = bytes.length - close.length;
  if (start === -1 || bytes.toString('latin1', end) !== close) throw new TypeError('not a document that printGeneration has printed');
  const document = generationHead.parse(JSON.parse(`${bytes.toString('utf8', 0, start)}}`));
  const files = new Map<string, PublishedFile>();
  await inSlices(lineStarts(bytes, separator, start + open.length, end), (from) => {
    const line = bytes.toString('utf8', from, lineEnd(bytes, separator, from, end));
    const records = JSON.parse(`{${line}}`) as Readonly<Record<string, PublishedFile>>;
    for (const [publicPath, record] of Object.entries(records)) files.set(publicPath, record);
  });
  return { document, files };
}

/**
 * Returns `folder` if it has every file of the generation.
 * @throws Error with the name of a missing file.
 */
export async function verifyFiles(
  document: GenerationHead,
  files: Iterable<readonly [string, PublishedFile]>,
  folder: string,
): Promise<string> {
  await inSlices(eachFile(document, files), ({ name }) => {
    if (!existsSync(`${folder}/${name}`)) throw new Error(`generation ${document.generation}: ${path.join(folder, name)} is missing`);
  });
  return folder;
}
