import { JSONParser, TokenType } from '@streamparser/json';
import { z } from 'zod';
import { DEEPEST, isTooDeep } from '../../../site/content/read/nesting.ts';
import { ImportError, NotReviews } from '../context.ts';
import type { Place } from '../doubt.ts';
import type { Page, Raw, Records } from './document.ts';

/** Keys of lists with records: `reviews` in our responses and Google's, `features` in Google Maps exports, `data` in Facebook's responses. */
const LISTS = ['reviews', 'features', 'data'] as const;

/**
 * Reads JSON: a document with a list of reviews, a list, several of these in a row, or NDJSON. Reading the records throws an ImportError
 * after the last one if the rest of the text isn't JSON.
 */
export function readJsonRecords(name: string, text: string): Records {
  const isList = text.trimStart().startsWith('[');
  const { raws, problem, pages, places } = isLines(text) ? readLines(name, text) : readDocuments(name, isList, text);
  function* records(): Generator<Raw> {
    yield* raws;
    if (problem !== undefined) throw problem;
  }
  if (raws.length > 0 || EMPTY.test(text)) return { head: { format: 'json', record: raws[0]?.value }, records: records(), pages, places };
  throw problem ?? new NotReviews(`${name}: is JSON without a list of reviews; import an export of reviews`);
}

/** Google's API returns `{}` or omits the list if there are no reviews. */
const EMPTY = /"(?:reviews|features)"\s*:\s*\[\s*\]|"(?:nextPageToken|totalReviewCount)"\s*:|^\s*(?:\{\s*\}|\[\s*\])\s*$/;

/** Whether the text is NDJSON: its first line is a whole value. */
function isLines(text: string): boolean {
  const [line = ''] = text.trimStart().split(/[\r\n]/, 1);
  try {
    return line.startsWith('{') && JSON.parse(line) !== null;
  } catch {
    return false;
  }
}

/** The contents of a file, up to a problem. */
interface Contents {
  readonly raws: Raw[];
  readonly pages: Page[];
  readonly places: Place[];
  problem?: Error;
}

function readLines(name: string, text: string): Contents {
  const found: Contents = { raws: [], pages: [], places: [] };
  try {
    for (const [index, line] of text.split('\n').entries())
      if (line.trim() !== '') addRecords(`${name}:${index + 1}`, parseLine(`${name}:${index + 1}`, line), found);
  } catch (error) {
    found.problem = error as Error;
  }
  return found;
}

function parseLine(place: string, line: string): unknown {
  if (isTooDeep(line)) throw tooDeep(place);
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new ImportError(`${place}: is not JSON (${(error as Error).message}); nothing was imported`);
  }
}

const tooDeep = (place: string) =>
  new ImportError(`${place}: more than ${DEEPEST} nested lists or objects, which no export has; nothing was imported`);

/** Adds the records of a value: a response with a list, a response without one, or a single record. */
function addRecords(place: string, value: unknown, { raws, pages, places }: Contents): void {
  const answer = (typeof value === 'object' ? value : null) as Readonly<Record<string, unknown>> | null;
  const list = LISTS.find((key) => Array.isArray(answer?.[key]));
  if (answer === null || (list === undefined && !isWithoutRecords(answer))) {
    raws.push({ place, value });
    return;
  }
  const page = { name: place, hasNext: isToken(answer['nextPageToken']) };
  pages.push(page);
  addBusiness(answer['business'], places);
  const items = list === undefined ? [] : (answer[list] as readonly unknown[]);
  for (const [index, item] of items.entries()) raws.push({ place: `${place} ${list}[${index}]`, value: item, page });
}

/** Google's API omits an empty list. */
const isWithoutRecords = (answer: object) => Object.keys(answer).length === 0 || 'nextPageToken' in answer || 'totalReviewCount' in answer;

const isToken = (value: unknown) => typeof value === 'string' && value !== '';

/** Adds the business at the beginning of our reviews.json. */
function addBusiness(value: unknown, places: Place[]): void {
  const business = publishedBusiness.safeParse(value);
  if (business.success) places.push({ name: business.data.name, town: business.data.address?.locality ?? undefined });
}

const publishedBusiness = z.object({ name: z.string(), address: z.object({ locality: z.string().nullish() }).nullish() });

function readDocuments(name: string, isList: boolean, text: string): Contents {
  const found: Contents = { raws: [], pages: [], places: [] };
  let last = 'its beginning';
  let page: Page = { name, hasNext: false };
  const paths = isList ? ['$.*'] : [...LISTS.map((key) => `$.${key}.*`), '$.nextPageToken', '$.business'];
  const parser = new JSONParser({ paths, keepStack: false, separator: '' });
  parser.onValue = ({ value, key, stack }) => {
    if (key === 'business' && !isList) addBusiness(value, found.places);
    if (key === 'nextPageToken') page.hasNext = isToken(value);
    if (typeof key !== 'number') return;
    last = `${String(stack.at(-1)?.key ?? '')}[${key}]`;
    if (isList) addRecords(`${name} ${last}`, value, found);
    else found.raws.push({ place: `${name} ${last}`, value, page });
  };
  let depth = 0;
  parser.onToken = ({ token }) => {
    depth += step(token);
    if (depth > DEEPEST) throw tooDeep(name);
    if (depth > 0 || isList) return;
    found.pages.push(page);
    page = { name, hasNext: false };
  };
  // Without this handler, the parser throws in the middle of a token.
  parser.onError = (error) => {
    const notWhole = `${name}: is not whole JSON after ${last} (${error.message}); nothing was imported`;
    found.problem ??= error instanceof ImportError ? error : new ImportError(notWhole);
  };
  parser.write(text);
  if (found.problem === undefined && !parser.isEnded) parser.end();
  return found;
}

function step(token: TokenType): number {
  if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) return 1;
  return token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET ? -1 : 0;
}
