import { z } from 'zod';
import { calendarDate } from '../shared/dates.ts';
import { aspectIds, verdictPolarity } from './insights.ts';
import { limits } from './limits.ts';
import { type Issue, toIssue } from './problem.ts';
import { verificationMethod } from './review.ts';
import { reviewFields, type WordFieldName, wordFieldNames } from './review-fields.ts';

/** The problem with a string of more than `most` characters, counted as in JSON Schema; undefined if it is short enough. */
export function lengthProblem(text: string, most: number): string | undefined {
  const isShort = text.length <= most || [...text].length <= most;
  return isShort ? undefined : `must be at most ${most} characters long`;
}

function givenText(most: number, text: z.ZodString) {
  return text
    .check(({ value, issues }) => {
      const message = lengthProblem(value, most);
      if (message !== undefined) issues.push({ code: 'too_big', origin: 'string', maximum: most, inclusive: true, input: value, message });
    })
    .meta({ maxLength: most });
}

const notEmpty = z.string().min(1, 'must not be empty');

/** A name, id or cursor in a request. */
export const givenName = givenText(limits.nameCharacters, notEmpty);

/** A search query. */
export const givenQuery = givenText(limits.queryCharacters, notEmpty);

/** The start of a value to complete. */
export const givenStart = givenText(limits.queryCharacters, z.string());

const number = (type: z.ZodNumber, min: number, max: number) => {
  const error = `must be from ${min} to ${max}`;
  return type.min(min, { error }).max(max, { error });
};

/** The order of results; ties are sorted newest first. */
export const reviewOrder = z.enum(['newest', 'oldest', 'highest', 'lowest'], {
  error: 'must be one of newest, oldest, highest, lowest',
});

/** An aspect, or an aspect with a polarity: `pricing`, `pricing:negative`. */
const aspectFilter = z.enum(
  aspectIds.flatMap((id) => [id, ...verdictPolarity.options.map((way) => `${id}:${way}` as const)] as const),
  { error: `must be one of ${aspectIds.join(', ')}, or one with a polarity, such as ${aspectIds[0]}:negative` },
);

/** The parts of a review in which `query` and `words` can look. */
export const searchedParts = ['text', 'reply', 'author'] as const;

const places = [...searchedParts, 'all'] as const;

type WordFilters = { readonly [Name in WordFieldName]: z.ZodOptional<(typeof reviewFields)[Name]['published']> };

/** The filters by plain fields with one of a few words. */
const wordFilters = Object.fromEntries(
  wordFieldNames.map((name) => {
    const { published } = reviewFields[name];
    return [name, published.optional().describe(published.description ?? '')];
  }),
) as WordFilters;

/** The search filters, each optional. The MCP tool `search_reviews` takes the same ones. */
export const searchQuery = z.object({
  rating: number(z.int({ error: 'must be a whole number' }), 1, 5)
    .optional()
    .describe('Exactly this many stars'),
  min_rating: number(z.number({ error: 'must be a number' }), 1, 5)
    .optional()
    .describe('This many stars or more'),
  max_rating: number(z.number({ error: 'must be a number' }), 1, 5)
    .optional()
    .describe('This many stars or fewer'),
  since: calendarDate.optional().describe('On or after this date, YYYY-MM-DD'),
  until: calendarDate.optional().describe('On or before this date, YYYY-MM-DD'),
  query: givenQuery.optional().describe('Exact phrase in the text, ignoring case'),
  words: givenQuery.optional().describe('Words in the text, in any order, ignoring accents and plurals'),
  in: z
    .enum(places, { error: `must be one of ${places.join(', ')}` })
    .optional()
    .describe('Where query and words look; text by default'),
  mentions_technician: givenName.optional().describe('Name or alias of a technician'),
  mentions_service: givenName.optional().describe('Id, name or alias of a service'),
  area: givenName.optional().describe('Name or alias of a service area'),
  source: givenName.optional().describe('Where it was written, such as google'),
  language: givenName.optional().describe('Language of the text, such as es'),
  has_reply: z.boolean({ error: 'must be true or false' }).optional().describe('Whether the business replied'),
  ...wordFilters,
  verification: z
    .enum(verificationMethod.options, { error: `must be one of ${verificationMethod.options.join(', ')}` })
    .optional()
    .describe('How it was verified'),
  aspect: aspectFilter.optional().describe('An aspect, or one with a polarity such as pricing:negative'),
  sort: reviewOrder.optional().describe('newest by default'),
  offset: z
    .int({ error: 'must be a whole number' })
    .min(0, { error: 'must be 0 or more' })
    .optional()
    .describe('Number of results to skip'),
  limit: number(z.int({ error: 'must be a whole number' }), 1, limits.search.maxLimit)
    .default(limits.search.defaultLimit)
    .describe('Maximum number of results'),
});
export type SearchQuery = z.infer<typeof searchQuery>;

/** The query string of the page after this one, with every parameter that is given. */
export function nextPageQuery(query: SearchQuery): string {
  const { limit, offset = 0 } = query;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, limit, offset: offset + limit }))
    if (value !== undefined) params.append(name, String(value));
  return params.toString();
}

/** The JSON syntax of the parameters that are numbers or booleans. Any other value stays text, which the schema refuses. */
const literals: Readonly<Record<string, RegExp>> = {
  rating: /^-?\d+$/,
  min_rating: /^-?\d+(\.\d+)?$/,
  max_rating: /^-?\d+(\.\d+)?$/,
  has_reply: /^(true|false)$/,
  offset: /^-?\d+$/,
  limit: /^-?\d+$/,
};

/** How many unknown parameters the header names, and how many characters of each. */
const MOST_NAMED = 10;
const MOST_LETTERS = 40;

/** Lists the unknown parameters of a search for the header `Ignored-Parameters`; undefined if there are none. */
export function ignoredParameters(params: URLSearchParams): string | undefined {
  const unknown = new Set([...params.keys()].filter((name) => !Object.hasOwn(searchQuery.shape, name)));
  if (unknown.size === 0) return undefined;
  const shown = [...unknown].slice(0, MOST_NAMED);
  return shown.map((name) => encodeURIComponent(name.toWellFormed().slice(0, MOST_LETTERS).toWellFormed())).join(', ');
}

const names = Object.keys(searchQuery.shape) as (keyof SearchQuery)[];
const { limit: defaultLimit } = searchQuery.parse({});

const readLiteral = (text: string) => (text === 'true' || text === 'false' ? text === 'true' : Number(text));

export type ParsedSearch = { readonly query: SearchQuery } | { readonly issues: Issue[] };

/**
 * Reads a query string. Unknown parameters are ignored; a known one that is empty, repeated, out of range or malformed is an issue. All
 * issues are reported at once.
 */
export function parseSearch(params: URLSearchParams): ParsedSearch {
  const query: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const name of names) {
    const [text, ...others] = params.getAll(name);
    if (text === undefined) continue;
    // Parsing the whole object takes longer, since most of its fields are absent.
    const result = searchQuery.shape[name].safeParse(literals[name]?.test(text) ? readLiteral(text) : text);
    if (others.length > 0) issues.push({ path: [name], code: 'repeated', message: 'must not be repeated' });
    else if (result.success) query[name] = result.data;
    else issues.push(...result.error.issues.map((issue) => ({ ...toIssue(issue), path: [name] })));
  }
  query['limit'] ??= defaultLimit;
  return issues.length > 0 ? { issues } : { query: query as SearchQuery };
}
