import { z } from 'zod';
import { DEEPEST, isTooDeep } from '../../site/content/read/parse-file.ts';
import { isObject } from '../../site/shared/algorithms.ts';
import type { ReviewedPlace } from './platform.ts';
import { ImportError } from './questions.ts';

/** A page of a paginated API. */
export interface ExportPage {
  /** For messages. */
  readonly name: string;
  /** Whether another page follows. */
  hasNext: boolean;
  /** The scope of its reviews: each page of Google's API is for one location. Undefined until one of its reviews has been read. */
  scope?: string | undefined;
}

/** A record of a list; `fields` is undefined if it isn't an object. */
export interface JsonRecord {
  readonly place: string;
  readonly value: unknown;
  readonly fields: ReadonlyMap<string, string> | undefined;
  readonly page: ExportPage | undefined;
  readonly outer: ReadonlyMap<string, string> | undefined;
}

/** The records at one path of a file, in all lists that have it. */
export interface JsonList {
  /** The path in the file, such as `result.reviews`; empty for documents. */
  readonly list: string;
  readonly records: Iterable<JsonRecord>;
}

interface JsonFile {
  readonly lists: readonly JsonList[];
  readonly pages: readonly ExportPage[];
  readonly places: readonly ReviewedPlace[];
}

/** A list item before its values are read. */
interface Item {
  readonly place: string;
  readonly value: unknown;
  readonly page: ExportPage | undefined;
  readonly container: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Finds the lists in JSON, at any depth: in a document, in several documents in a row, each on a new line, or in NDJSON. A document that
 * isn't in a list counts as a list of one. @throws ImportError if any part of it isn't JSON
 */
export function readJsonLists(name: string, text: string): JsonFile {
  const found = { items: new Map<string, Item[]>(), pages: [] as ExportPage[], places: [] as ReviewedPlace[] };
  for (const [place, json] of documentsIn(name, text)) {
    const value = parseJson(place, json);
    const isList = Array.isArray(value);
    for (const [index, item] of (isList ? value : [value]).entries()) findLists(isList ? `${place} [${index}]` : place, item, found);
  }
  const lists = [...found.items].map(([list, items]) => ({ list, records: { [Symbol.iterator]: () => recordsOf(items) } }));
  return { lists, pages: found.pages, places: found.places };
}

function* recordsOf(items: readonly Item[]): Generator<JsonRecord> {
  let last: Pick<Item, 'container'> = { container: undefined };
  let outer: JsonRecord['outer'];
  for (const item of items) {
    // The records of one list follow one another.
    if (item.container !== last.container) outer = item.container && fieldsOf(item.container);
    last = item;
    const { place, value, page } = item;
    yield { place, value, fields: isObject(value) ? fieldsOf(value) : undefined, page, outer };
  }
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

interface Finding {
  /** By path, such as `data.reviews`; empty for documents. */
  readonly items: Map<string, Item[]>;
  readonly pages: ExportPage[];
  readonly places: ReviewedPlace[];
}

/** Finds the page, the business and the lists of a document. */
function findLists(place: string, value: unknown, found: Finding): void {
  const page = isObject(value) && isPage(value) ? { name: place, hasNext: isToken(value['nextPageToken']) } : undefined;
  if (page) found.pages.push(page);
  if (isObject(value)) addBusiness(value['business'], found.places);
  addItem('', { place, value, page, container: undefined }, found);
}

function addItem(at: string, item: Item, found: Finding): void {
  const { value, place, page } = item;
  if (Array.isArray(value)) {
    // Some APIs answer with lists in lists.
    for (const [index, inner] of value.entries()) addItem(at, { ...item, place: `${place}[${index}]`, value: inner }, found);
    return;
  }
  const isAnswer = at === '' && page !== undefined;
  if (!isAnswer) {
    const items = found.items.get(at);
    if (items) items.push(item);
    else found.items.set(at, [item]);
  }
  if (isObject(value)) findInner(at, place === '' ? at : place, value, page, value, found);
}

/** Finds the lists in an object and in the objects in it. `container` is the nearest object that is an item itself. */
function findInner(
  at: string,
  place: string,
  value: Readonly<Record<string, unknown>>,
  page: ExportPage | undefined,
  container: Readonly<Record<string, unknown>>,
  found: Finding,
): void {
  for (const [key, inner] of Object.entries(value)) {
    const path = at === '' ? key : `${at}.${key}`;
    if (Array.isArray(inner) && inner.some((one) => typeof one === 'object' && one !== null)) {
      for (const [index, one] of inner.entries()) addItem(path, { place: `${place} ${key}[${index}]`, value: one, page, container }, found);
    } else if (isObject(inner)) findInner(path, `${place} ${key}`, inner, page, container, found);
  }
}

/** A response of Google's API, which omits an empty list. */
const isPage = (answer: object) =>
  Object.keys(answer).length === 0 ||
  'nextPageToken' in answer ||
  'totalReviewCount' in answer ||
  Array.isArray((answer as { reviews?: unknown }).reviews);

const isToken = (value: unknown) => typeof value === 'string' && value !== '';

/** Adds the business at the beginning of our reviews.json. */
function addBusiness(value: unknown, places: ReviewedPlace[]): void {
  const business = publishedBusiness.safeParse(value);
  if (business.success) places.push({ name: business.data.name, town: business.data.address?.locality ?? undefined });
}

const publishedBusiness = z.object({ name: z.string(), address: z.object({ locality: z.string().nullish() }).nullish() });

const MAX_FIELDS = 500;

/** This service's list of changes by the business, which is one value of a review. */
const CHANGES = 'changed_by_business';

/** The values of a record by key, as cells of a table. Of a list of objects, only the number of objects is a value, under `key[]`. */
function fieldsOf(value: Readonly<Record<string, unknown>>, prefix = '', fields = new Map<string, string>()): Map<string, string> {
  for (const [key, inner] of Object.entries(value)) {
    if (fields.size >= MAX_FIELDS) break;
    if (isObject(inner)) fieldsOf(inner, `${prefix}${key}.`, fields);
    else if (!Array.isArray(inner)) fields.set(prefix + key, String(inner ?? ''));
    else if (key === CHANGES) fields.set(prefix + key, JSON.stringify(inner));
    else if (inner.some((one) => typeof one === 'object')) fields.set(`${prefix}${key}[]`, String(inner.length));
    else if (inner.length > 0) fields.set(prefix + key, inner.join('; '));
  }
  return fields;
}
