import { JSONParser, TokenType } from '@streamparser/json';
import { z } from 'zod';
import { DEEPEST, isTooDeep } from '../../../site/content/read/nesting.ts';
import { ImportError, NotReviews } from '../context.ts';
import type { Place } from '../doubt.ts';
import type { Page, Raw, Records } from './document.ts';

/** Keys of lists with records: `reviews` in our responses and Google's, `features` in Google Maps exports, `data` in Facebook's responses. */
const LISTS = ['reviews', 'features', 'data'] as const;

/**
 * Reads JSON as a stream: a document with a list of reviews, a list, several of these in a row, or NDJSON. `start` is the beginning of
 * `text`. Reading the records throws an ImportError if the text isn't JSON.
 */
export async function readJsonRecords(name: string, start: string, text: AsyncGenerator<string>): Promise<Records> {
  const pages: Page[] = [];
  const places: Place[] = [];
  const found = { pages, places };
  const records = isLines(start) ? readLines(name, text, found) : readDocuments(name, start.trimStart().startsWith('['), text, found);
  const first = await records.next();
  if (!first.done) return { head: { format: 'json', record: first.value.value }, records: prepend(first.value, records), pages, places };
  if (!EMPTY.test(start)) throw new NotReviews(`${name}: is JSON without a list of reviews; import an export of reviews`);
  return { head: { format: 'json', record: undefined }, records, pages, places };
}

/** Google's API returns `{}` or omits the list if there are no reviews. */
const EMPTY = /"(?:reviews|features)"\s*:\s*\[\s*\]|"(?:nextPageToken|totalReviewCount)"\s*:|^\s*(?:\{\s*\}|\[\s*\])\s*$/;

async function* prepend(first: Raw, rest: AsyncGenerator<Raw>): AsyncGenerator<Raw> {
  yield first;
  yield* rest;
}

/** Whether the text is NDJSON: its first line is a whole value. */
function isLines(start: string): boolean {
  const [line = ''] = start.trimStart().split(/[\r\n]/, 1);
  try {
    return line.startsWith('{') && JSON.parse(line) !== null;
  } catch {
    return false;
  }
}

/** What a file contains besides its records. */
interface FileFacts {
  readonly pages: Page[];
  readonly places: Place[];
}

async function* readLines(name: string, text: AsyncIterable<string>, found: FileFacts): AsyncGenerator<Raw> {
  let line = 0;
  for await (const content of splitLines(text)) {
    line += 1;
    if (content.trim() !== '') yield* recordsIn(`${name}:${line}`, parseLine(name, line, content), found);
  }
}

function parseLine(name: string, line: number, content: string): unknown {
  if (isTooDeep(content)) throw tooDeep(`${name}:${line}`);
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new ImportError(`${name}:${line}: is not JSON (${(error as Error).message}); nothing was imported`);
  }
}

const tooDeep = (place: string) =>
  new ImportError(`${place}: more than ${DEEPEST} nested lists or objects, which no export has; nothing was imported`);

/** The lines of a text, without line ends. */
export async function* splitLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let open = '';
  for await (const chunk of text) {
    const lines = (open + chunk).split('\n');
    open = lines.pop() ?? '';
    yield* lines;
  }
  if (open !== '') yield open;
}

/** The records of a value: a response with a list, a response without one, or a single record. */
function* recordsIn(place: string, value: unknown, { pages, places }: FileFacts): Generator<Raw> {
  const answer = (typeof value === 'object' ? value : null) as Readonly<Record<string, unknown>> | null;
  const list = LISTS.find((key) => Array.isArray(answer?.[key]));
  if (answer === null || (list === undefined && !isWithoutRecords(answer))) return yield { place, value };
  const page = { name: place, hasNext: isToken(answer['nextPageToken']) };
  pages.push(page);
  addBusiness(answer['business'], places);
  const items = list === undefined ? [] : (answer[list] as readonly unknown[]);
  for (const [index, item] of items.entries()) yield { place: `${place} ${list}[${index}]`, value: item, page };
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

async function* readDocuments(name: string, isList: boolean, text: AsyncIterable<string>, facts: FileFacts): AsyncGenerator<Raw> {
  const found: Raw[] = [];
  let last = 'its beginning';
  let page: Page = { name, hasNext: false };
  const paths = isList ? ['$.*'] : [...LISTS.map((key) => `$.${key}.*`), '$.nextPageToken', '$.business'];
  const parser = new JSONParser({ paths, keepStack: false, separator: '' });
  parser.onValue = ({ value, key, stack }) => {
    if (key === 'business' && !isList) addBusiness(value, facts.places);
    if (key === 'nextPageToken') page.hasNext = isToken(value);
    if (typeof key !== 'number') return;
    last = `${String(stack.at(-1)?.key ?? '')}[${key}]`;
    if (isList) found.push(...recordsIn(`${name} ${last}`, value, facts));
    else found.push({ place: `${name} ${last}`, value, page });
  };
  let depth = 0;
  parser.onToken = ({ token }) => {
    depth += step(token);
    if (depth > DEEPEST) throw tooDeep(name);
    if (depth > 0 || isList) return;
    facts.pages.push(page);
    page = { name, hasNext: false };
  };
  // Without this handler, the parser throws in the middle of a token.
  let problem: Error | undefined;
  parser.onError = (error) => {
    problem ??= error;
  };
  for await (const chunk of text) {
    if (problem === undefined) parser.write(chunk);
    yield* found.splice(0);
    if (problem !== undefined) break;
  }
  if (problem === undefined && !parser.isEnded) parser.end();
  if (problem instanceof ImportError) throw problem;
  if (problem !== undefined) throw new ImportError(`${name}: is not whole JSON after ${last} (${problem.message}); nothing was imported`);
}

function step(token: TokenType): number {
  if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) return 1;
  return token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET ? -1 : 0;
}
