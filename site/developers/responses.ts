import type { z } from 'zod';
import { changesPath, latestChangesPath, logPaths, TILE_WIDTH } from '../contract/log.ts';
import { type LatestChanges, type LogWitnesses, toChange } from '../contract/log-documents.ts';
import { quotedNotice } from '../contract/mcp-tools/definition.ts';
import type { searchReviews } from '../contract/mcp-tools/reviews.ts';
import { machinePaths, mediaTypeOf, mediaTypes, paths, reviewPagePath } from '../contract/paths.ts';
import { problemBody } from '../contract/problem.ts';
import type { Review } from '../contract/review.ts';
import { parseSearch } from '../contract/search-query.ts';
import { documents } from '../documents/documents.ts';
import { type ApiEndpoint, endpointsFor } from '../documents/endpoints.ts';
import type { Publication } from '../publication.ts';
import { truncate } from '../shared/text.ts';
import { type CodeSample, wrongSearch } from './examples.ts';

const TEXT_LENGTH = 90;
const LINE_LENGTH = 160;
const LINES = 16;

/** JSON with repeated parts left out. */
const json = (title: string, value: unknown) => ({ title, language: 'json', code: JSON.stringify(shorten(value), null, 2) }) as const;

/**
 * The response to an endpoint's example request, from this publication, with repeated parts left out. Only the log's own pages may depend
 * on the log, so for the log it is an example, and its title says so.
 */
export async function responseOf({ path, example }: ApiEndpoint, publication: Publication): Promise<CodeSample> {
  const fromLog = exampleFromLog(path, publication);
  if (fromLog !== undefined) return json('Example, shortened', fromLog);
  const title = 'Response, shortened';
  const value = answerOf(path, example, publication);
  if (value !== undefined) return json(title, value);
  const body = String(await documents[path]?.(lists.includes(path) ? newestOf(publication) : publication));
  if (mediaTypeOf(path) === mediaTypes.json) return json(title, JSON.parse(body));
  return { title, language: mediaTypeOf(path).includes('xml') ? 'xml' : 'text', code: firstLines(body) };
}

/** The response to the example request of the endpoint whose path begins with `path`. Throws if there is no such endpoint. */
export function responseFrom(path: string, publication: Publication): Promise<CodeSample> {
  const endpoint = endpointsFor(publication).find((one) => one.path.startsWith(path));
  if (!endpoint) throw new Error(`site/documents/endpoints.ts has no endpoint ${path}: add it, or show another response`);
  return responseOf(endpoint, publication);
}

/** The response to the example of an invalid search. */
export function problemResponse(): CodeSample {
  const parsed = parseSearch(new URLSearchParams(wrongSearch));
  const body: unknown = JSON.parse(problemBody('invalid_parameters', 'issues' in parsed ? parsed.issues : []));
  return { title: 'Response, indented', language: 'json', code: JSON.stringify(body, null, 2) };
}

/** The lists of all reviews of which the page shows only the first lines. */
const lists: readonly string[] = [machinePaths.csv, machinePaths.ndjson];

/** The publication with only as many reviews as the page shows: printing all those of a large business takes long. */
const newestOf = (publication: Publication): Publication => ({
  ...publication,
  dataset: { ...publication.dataset, reviews: publication.dataset.reviews.slice(0, LINES + 1) },
});

/** The responses that aren't documents, and the large documents, as values. */
function answerOf(path: string, example: string, { dataset, insights: { per_review, ...insights }, baseUrl }: Publication): unknown {
  const { business, aggregateRating, reviews } = dataset;
  const parameters = new URL(example, baseUrl).searchParams;
  if (path === paths.reviews) return { business, aggregate_rating: aggregateRating, reviews };
  if (path === paths.insights) return { ...insights, per_review };
  if (path === paths.search) return listOf(search(reviews, parameters), Number(parameters.get('limit') ?? reviews.length));
  if (path.startsWith(paths.since)) return listOf(reviews.filter(({ date }) => date >= example.slice(paths.since.length)));
  return undefined;
}

/** The log as it was after the first build, if that was on the day of the newest review. */
function exampleFromLog(path: string, { dataset: { reviews }, baseUrl }: Publication): unknown {
  if (path === latestChangesPath)
    return { log: `${new URL(baseUrl).host}/log`, total: reviews.length, page_size: TILE_WIDTH } satisfies LatestChanges;
  if (path === logPaths.witnesses) return exampleWitnesses(baseUrl, reviews.length);
  if (!path.startsWith(changesPath)) return undefined;
  const date = reviews[0]?.date ?? '';
  const added = reviews.slice(-TILE_WIDTH).reverse();
  const changes = added.map((review, index) => toChange(index, { type: 'added', id: review.id, date, commitment: '' }, review));
  return { first: 0, returned: changes.length, changes };
}

function exampleWitnesses(baseUrl: string, size: number): LogWitnesses {
  const [name, at] = ['witness.example/w1', '2026-11-14T12:00:00.000Z'];
  const witness = { name, url: 'https://witness.example', keys: [`${name}+0a1b2c3d+…`], cosigned: { size, at } };
  return { log: `${new URL(baseUrl).host}/log`, witnesses: [witness] };
}

const listOf = (reviews: readonly Review[], limit = reviews.length) => ({
  matched: reviews.length,
  returned: Math.min(limit, reviews.length),
  reviews: reviews.slice(0, limit),
});

/** The two filters of the example; the server has them all. */
function search(reviews: readonly Review[], parameters: URLSearchParams): readonly Review[] {
  const words = (parameters.get('query') ?? '').toLowerCase();
  const stars = Number(parameters.get('min_rating') ?? 1);
  return reviews.filter(({ text, rating }) => rating >= stars && text?.toLowerCase().includes(words));
}

/** The result of the tool call on the page about MCP: the three newest reviews with five stars. */
export function toolResponse({ dataset: { reviews }, baseUrl }: Pick<Publication, 'dataset' | 'baseUrl'>): CodeSample {
  const matching = reviews.filter(({ rating }) => rating === 5);
  const shown = matching.slice(0, 3);
  const list: z.input<typeof searchReviews.output> = {
    notice: quotedNotice,
    matched: matching.length,
    rating_value: matching.length > 0 ? 5 : null,
    returned: shown.length,
    reviews: [...shown],
    review_url: baseUrl + reviewPagePath('{id}'),
    next_offset: matching.length > shown.length ? shown.length : undefined,
  };
  // Unknown values are absent from the results of tools.
  const text = JSON.stringify(list, (_key, value: unknown) => value ?? undefined);
  return json('Response, shortened', {
    jsonrpc: '2.0',
    id: 1,
    result: { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) },
  });
}

/** The same value with one item of each list and map, and with long texts cut. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string') return truncate(value, TEXT_LENGTH);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const [first, ...others] = value;
    if (value.length < 2 || value.every((item) => typeof item !== 'object')) return value.map(shorten);
    return [shorten(first), `… ${others.length} more`];
  }
  const entries = Object.entries(value);
  const isById = entries.length > 1 && entries.every(([key]) => /^[0-9A-Z]{26}$/.test(key));
  const shown = isById ? [...entries.slice(0, 1), ['…', `${entries.length - 1} more`] as const] : entries;
  return Object.fromEntries(shown.map(([key, item]) => [key, shorten(item)]));
}

function firstLines(body: string): string {
  const lines = body.split('\n', LINES + 1).map((line) => truncate(line, LINE_LENGTH));
  return lines.length > LINES ? `${lines.slice(0, LINES).join('\n')}\n…` : lines.join('\n').trimEnd();
}
