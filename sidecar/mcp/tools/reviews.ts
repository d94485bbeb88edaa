import { polarity, type TextRange } from '../../../site/contract/insights.ts';
import { changeTypes } from '../../../site/contract/log-documents.ts';
import { newestFirst, type Review } from '../../../site/contract/review.ts';
import type { SearchQuery } from '../../../site/contract/search-query.ts';
import { firstIndex, meanOfSum } from '../../../site/shared/algorithms.ts';
import { plainWords } from '../../../site/shared/text.ts';
import type { McpDataset } from '../dataset.ts';
import { codes, RpcError, shorten, ToolError } from '../message.ts';
import { joinRemarks, remarkOnCoverage, remarkOnDates, sourceOf } from './answer-parts.ts';
import { listReviews, takeWithin } from './answer-size.ts';
import { remarkElsewhere, remarkOnUnknown } from './elsewhere.ts';
import { toBrief, tokensOf } from './passages.ts';
import { remarkOnLog } from './practice.ts';
import type { Tools } from './tool.ts';

/** Reviews, checks of a quote, and changes. */
export const reviewTools = {
  /** The results of the search endpoint, but names can be spelled loosely. */
  search_reviews: (dataset, { detail, max_tokens, ...given }) => {
    refuseEmptyRanges(given);
    const { aspect, ...filters } = given;
    const wanted = aspect === undefined ? {} : { aspect: aspectOf(aspect, dataset.catalog) };
    const query = { ...filters, ...namesIn(filters, dataset), ...wanted };
    const { matched, stars, indexes } = dataset.search(query);
    const remarks = [
      matched === 0 ? remarkOnDates(dataset, given) : undefined,
      remarkElsewhere(dataset, query, matched),
      remarkOnUnknown(dataset, query),
      aspect === undefined ? undefined : remarkOnCoverage(dataset),
    ];
    const answer = { matched, rating_value: meanOfSum(stars(), matched), remark: joinRemarks(remarks) };
    const listed = listReviews(dataset, indexes.map(dataset.reviewAt), { detail, max_tokens }, answer, (review) =>
      toBrief(review, dataset, query),
    );
    const next = (given.offset ?? 0) + listed.returned;
    return {
      ...answer,
      ...listed,
      next_offset: listed.returned > 0 && next < matched ? next : undefined,
    };
  },

  /** Checks whether the review contains the quote exactly, or at least its words. */
  verify_quote: (dataset, { text, id }) => {
    const review = findReview(dataset, id);
    const published = review.text ?? '';
    const words = plainWords(text);
    const passage = passageWith(words, published);
    // A quote that starts or ends within a word isn't exact. One without words, such as an emoji, has no passage.
    const isExact = published.includes(text) && (passage !== undefined || words.length === 0);
    return {
      match: isExact ? 'exact' : passage === undefined ? 'none' : 'same_words',
      passage: isExact ? text : (passage ?? null),
      review_id: review.id,
      ...sourceOf(dataset, review),
      proof_url: dataset.proofOf(review.id) ?? null,
    };
  },

  /** The review, and its entry of `per_review` with passages instead of ranges. */
  get_review: (dataset, { id }) => {
    const found = findReview(dataset, id);
    return { review: found, url: dataset.pageOf(found.id), analysis: analysisOf(dataset, found.id, found.text ?? '') };
  },

  /** A page of the reviews since a date, newest first. */
  get_reviews_since: (dataset, { date, limit, cursor, detail, max_tokens }) => {
    const matched = firstIndex(dataset.facts, (review) => review.date < date);
    const after = cursor === undefined ? undefined : readCursor(cursor, date);
    const from = after === undefined ? 0 : firstIndex(dataset.facts, (review) => newestFirst(review, after) > 0);
    const page = dataset.facts.slice(from, Math.min(from + limit, matched)).map((_, place) => dataset.reviewAt(from + place));
    const answer = { matched, remark: matched === 0 ? remarkOnDates(dataset, { since: date }) : undefined };
    const longest = { ...answer, next_cursor: writeCursor(date, { date, id: 'A'.repeat(26) }) };
    const listed = listReviews(dataset, page, { detail, max_tokens }, longest);
    const last = listed.reviews.at(-1);
    return {
      ...answer,
      ...listed,
      next_cursor: last && from + listed.returned < matched ? writeCursor(date, last) : undefined,
    };
  },

  /** A page of the log, and how many changes of each type follow `after`. */
  get_changes: (dataset, { after = -1, types = [], limit, detail, max_tokens }) => {
    const { total } = dataset.log;
    const later = dataset.changeTypes.flatMap((type, index) => (index > after ? [{ type, index }] : []));
    const listed = later.filter(({ type }) => types.length === 0 || types.includes(type));
    const wanted = listed.map(({ index }) => index);
    const isChanged = listed.slice(0, limit).some(({ type }) => type === 'changed');
    const answer = {
      remark: joinRemarks([after === -1 ? remarkOnLog(dataset) : undefined, isChanged ? REMARK_ON_CHANGED : undefined]),
      total,
      counts: Object.fromEntries(changeTypes.map((type) => [type, later.filter((one) => one.type === type).length])),
      review_url: detail === 'full' ? dataset.pageOf('{id}') : undefined,
    };
    const changes = takeWithin(
      dataset
        .changesAt(wanted.slice(0, limit))
        .map((change) => ({ ...change, review: change.review && detail === 'brief' ? toBrief(change.review) : change.review })),
      max_tokens,
      answer,
    );
    return {
      ...answer,
      returned: changes.length,
      changes,
      // Nothing is left between the last one and the end.
      next_after: changes.length === wanted.length ? Math.max(after, total - 1) : (changes.at(-1)?.index ?? after),
    };
  },
} satisfies Partial<Tools>;

/** The log has a hash of each version of a review, not the version itself. */
const REMARK_ON_CHANGED =
  'The log does not record which fields a changed entry changed, or who changed them. Fields that the business changed after an import: changed_by_business of the review.';

function refuseEmptyRanges({ since, until, min_rating, max_rating }: Omit<SearchQuery, 'aspect'>): void {
  if (since !== undefined && until !== undefined && since > until)
    throw new ToolError(`since: was given ${since}, which is after until, ${until}; give the earlier day as since.`);
  if (min_rating !== undefined && max_rating !== undefined && min_rating > max_rating)
    throw new ToolError(`min_rating: was given ${min_rating}, which is more than max_rating, ${max_rating}.`);
}

/**
 * The given names as the search endpoint expects them.
 * @throws ToolError for an unknown name
 */
function namesIn(
  { mentions_technician: technician, mentions_service: service, area, source, language }: SearchQuery,
  { catalog, facts, languages }: McpDataset,
): Partial<SearchQuery> {
  return {
    ...(technician === undefined ? {} : { mentions_technician: catalog.technician(technician).name }),
    ...(service === undefined ? {} : { mentions_service: catalog.service(service).id }),
    ...(area === undefined ? {} : { area: catalog.serviceArea(area).name }),
    ...(source === undefined ? {} : { source: oneOf(new Set(facts.map((review) => review.source)), 'source', source) }),
    ...(language === undefined ? {} : { language: oneOf(languages, 'language', language) }),
  };
}

/** Resolves a loosely spelled aspect: `price: negative` is `pricing:negative`. */
function aspectOf(given: string, catalog: McpDataset['catalog']): Exclude<SearchQuery['aspect'], undefined> {
  const [name = '', wanted, ...rest] = given.split(':').map((part) => part.trim());
  const { id } = catalog.aspect(name);
  if (wanted === undefined) return id;
  const { success, data } = polarity.safeParse(wanted.toLowerCase());
  if (!success || rest.length > 0)
    throw new ToolError(`aspect: the polarity after the colon must be one of ${polarity.options.join(', ')}; leave it out for all.`);
  return `${id}:${data}`;
}

/** Finds the given value among `values`, ignoring case. */
function oneOf(values: Iterable<string>, argument: string, given: string): string {
  const known = [...values];
  const found = known.find((value) => value.toLowerCase() === given.trim().toLowerCase());
  if (found === undefined) throw new ToolError(`${argument}: must be one of ${known.join(', ') || '(there are no reviews yet)'}.`);
  return found;
}

/** @throws ToolError for an unknown id */
function findReview(dataset: McpDataset, id: string): Review {
  const found = dataset.review(id.trim().toUpperCase());
  if (found) return found;
  throw new ToolError(
    `There is no review "${shorten(id)}". Take an id from search_reviews or from example_review_ids; a review may also have been withdrawn.`,
  );
}

/** The first passage of a text with these plain words and no others between them. */
function passageWith(words: readonly string[], text: string): string | undefined {
  const tokens = [...tokensOf(text)];
  const at = words.length === 0 ? -1 : tokens.findIndex((_, first) => words.every((word, place) => tokens[first + place]?.word === word));
  const [first, last] = [tokens[at], tokens[at + words.length - 1]];
  return first && last && text.slice(first.start, last.end);
}

function analysisOf(dataset: McpDataset, id: string, text: string) {
  const found = dataset.analysis(id);
  if (!found) return undefined;
  const { analysed, language, sentiment, aspects, mentions } = found;
  const passagesAt = (ranges: readonly TextRange[]) => ranges.map(({ start, end }) => text.slice(start, end));
  return {
    analysed,
    language,
    sentiment,
    aspects: aspects.map(({ ranges, ...rest }) => ({ ...rest, passages: passagesAt(ranges) })),
    people: mentions.technicians.map(({ ranges: _, about, ...rest }) => ({ ...rest, passages: passagesAt(about) })),
    problems: mentions.problems.map((problem) => problem.id),
  };
}

/** Makes a cursor from the last review rather than its position, so reviews published or removed in between don't shift the next page. */
function writeCursor(since: string, { date, id }: Pick<Review, 'date' | 'id'>): string {
  return Buffer.from(`${since} ${date} ${id}`).toString('base64url');
}

/**
 * @throws RpcError for a cursor that isn't ours (MCP, pagination)
 * @throws ToolError for one that belongs to another date
 */
function readCursor(cursor: string, since: string): { date: string; id: string } {
  const parts = /^([\d-]{10}) ([\d-]{10}) ([0-9A-Z]{26})$/.exec(Buffer.from(cursor, 'base64url').toString());
  const [, madeFor, date, id] = parts ?? [];
  if (date === undefined || id === undefined)
    throw new RpcError(
      codes.invalidParams,
      'cursor: not one of ours; give `next_cursor` of the previous page, or leave it out for the first page.',
    );
  if (madeFor !== since) throw new ToolError(`cursor: belongs to date ${madeFor}; give the same date, or leave the cursor out.`);
  return { date, id };
}
