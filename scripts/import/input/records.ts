import { ImportError } from '../import-error.ts';
import { readCsv } from './csv-records.ts';
import type { Document } from './document.ts';
import { readJson } from './json-records.ts';
import { decodeText, resume } from './text.ts';

/** A record as the file has it: a value of JSON, or the cells of a CSV row. */
export interface Raw {
  /** File and line, or file and place in it, for messages. */
  readonly place: string;
  readonly value: unknown;
  /** The list that it stands in, where that could be one page of many. */
  readonly page?: Page;
}

/** One answer of an API. */
export interface Page {
  /** As messages name it. */
  readonly name: string;
  /** Whether it names a page after it: known when all of it is read. */
  hasNext: boolean;
}

/** By what a source recognises its files: the first record of JSON, undefined where its list is empty, or the header of CSV. */
export type Head = { readonly format: 'json'; readonly record: unknown } | { readonly format: 'csv'; readonly header: readonly string[] };

export interface Records {
  readonly head: Head;
  readonly records: AsyncIterable<Raw>;
  /** The pages among them, those without a record included: complete when all records are read. */
  readonly pages: readonly Page[];
}

/** So much of a file is looked at before it is said what it is. */
const LOOKED_AT = 1024 * 1024;

/** Reads a file of records as a stream, whatever it is called: JSON, NDJSON or CSV. Throws an ImportError where it is none of them. */
export async function readRecords({ name, bytes }: Pick<Document, 'name' | 'bytes'>): Promise<Records> {
  const text = decodeText(name, bytes);
  const start = await firstLine(text);
  const all = resume(start, text);
  const first = start.trimStart().charAt(0);
  if (first === '{' || first === '[') return readJson(name, start, all);
  const foreign = first === '<' ? 'an HTML or XML page' : start.startsWith('%PDF') ? 'a PDF file' : undefined;
  if (foreign !== undefined) throw new ImportError(`${name}: is ${foreign}, not an export; import JSON, NDJSON, CSV or a Google Takeout`);
  return readCsv(name, start, all);
}

/** At least the first line with something on it, unless it is longer than what is looked at. */
async function firstLine(text: AsyncIterator<string>): Promise<string> {
  let start = '';
  while (start.length < LOOKED_AT && !/[\r\n]/.test(start.trimStart())) {
    const next = await text.next();
    if (next.done) break;
    start += next.value;
  }
  return start;
}
