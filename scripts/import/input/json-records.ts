import { z } from 'zod';
import { DEEPEST, isTooDeep } from '../../../site/content/read/nesting.ts';
import { ImportError } from '../context.ts';
import type { Place } from '../doubt.ts';
import type { Page, Raw, Records } from './document.ts';

/** Keys of lists with records: `reviews` in our responses and Google's, `features` in Google Maps exports, `data` in Facebook's. */
const LISTS = ['reviews', 'features', 'data'] as const;

/**
 * Reads JSON: a document with a list of reviews, a list, several of these in a row, each on a new line, or NDJSON.
 * @throws ImportError if any part of it isn't JSON
 */
export function readJsonRecords(name: string, text: string): Records {
  const found: Contents = { raws: [], pages: [], places: [] };
  for (const [place, json] of documentsIn(name, text)) {
    const value = parseJson(place, json);
    if (Array.isArray(value)) for (const [index, item] of value.entries()) addRecords(`${place} [${index}]`, item, found);
    else addRecords(place, value, found);
  }
  const { raws, pages, places } = found;
  return { head: { format: 'json', record: raws[0]?.value }, records: raws, pages, places };
}

/**
 * The line break between two documents. It can't match inside one, because strings have no raw line breaks and list items are separated by
 * commas.
 */
const BETWEEN_DOCUMENTS = /\n(?<=[}\]]\s*)(?=[{[])/;

/** The documents of a file, or the lines of NDJSON, with their places. */
function documentsIn(name: string, text: string): (readonly [place: string, json: string])[] {
  if (!isLines(text)) return text.split(BETWEEN_DOCUMENTS).map((json) => [name, json]);
  const lines = text.split('\n').map((line, index) => [`${name}:${index + 1}`, line] as const);
  return lines.filter(([, line]) => line.trim() !== '');
}

/** Whether the text is NDJSON: its first line is a whole value. */
function isLines(text: string): boolean {
  const [line = ''] = text.trimStart().split(/[\r\n]/, 1);
  try {
    return line.startsWith('{') && JSON.parse(line) !== null;
  } catch {
    return false;
  }
}

function parseJson(place: string, json: string): unknown {
  if (isTooDeep(json))
    throw new ImportError(`${place}: more than ${DEEPEST} nested lists or objects, which no export has; nothing was imported`);
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new ImportError(`${place}: is not JSON (${(error as Error).message}); nothing was imported`);
  }
}

interface Contents {
  readonly raws: Raw[];
  readonly pages: Page[];
  readonly places: Place[];
}

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
