import { pipeline, Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import { ImportError } from '../context.ts';
import type { Document, Raw, Records } from './document.ts';
import { readJsonRecords } from './json-records.ts';

/** How many characters are read to detect the format of a file. */
const LOOKED_AT = 1024 * 1024;

/**
 * Reads records from JSON, NDJSON or CSV as a stream, and detects the format from the content. @throws ImportError for other formats
 */
export async function readRecords({ name, bytes }: Pick<Document, 'name' | 'bytes'>): Promise<Records> {
  const text = decodeText(name, bytes);
  const start = await firstLine(text);
  const all = prependText(start, text);
  const first = start.trimStart().charAt(0);
  if (first === '{' || first === '[') return readJsonRecords(name, start, all);
  const foreign = first === '<' ? 'an HTML or XML page' : start.startsWith('%PDF') ? 'a PDF file' : undefined;
  if (foreign !== undefined) throw new ImportError(`${name}: is ${foreign}, not an export; import JSON, NDJSON, CSV or a Google Takeout`);
  return readCsvRecords(name, start, all);
}

/** The beginning of the text, with at least its first non-empty line or LOOKED_AT characters. */
async function firstLine(text: AsyncIterator<string>): Promise<string> {
  let start = '';
  while (start.length < LOOKED_AT && !/[\r\n]/.test(start.trimStart())) {
    const next = await text.next();
    if (next.done) break;
    start += next.value;
  }
  return start;
}

/** The longest row, in characters: without a limit an unclosed quote would read the whole file into memory. */
const LONGEST_ROW = 16 * 1024 * 1024;

interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads CSV with a header as a stream (RFC 4180; comma, semicolon or tab). `start` is the beginning of `text`. Throws an ImportError
 * if the file is empty, or while reading records if a row is malformed.
 */
async function readCsvRecords(name: string, start: string, text: AsyncGenerator<string>): Promise<Records> {
  const options = { delimiter: delimiterOf(start), skip_empty_lines: true, max_record_size: LONGEST_ROW };
  const header = headerOf(name, start, options);
  const parser = parse({ ...options, info: true, relax_column_count: false });
  pipeline(Readable.from(text), parser, () => {});
  const rows = rowsOf(name, parser as AsyncIterable<Row>);
  return { head: { format: 'csv', header }, records: withoutFirst(rows), pages: [], places: [] };
}

/** Reads the header separately, so that its problems are reported first. */
function headerOf(name: string, start: string, options: Options): readonly string[] {
  try {
    const [header] = parseNow(start, { ...options, to: 1, relax_column_count: true }) as string[][];
    if (header !== undefined) return header;
  } catch (error) {
    throw unreadable(name, error);
  }
  throw new ImportError(`${name}: the file is empty; its first line must name the columns, such as date,rating,author,text`);
}

async function* withoutFirst(rows: AsyncGenerator<Raw>): AsyncGenerator<Raw> {
  await rows.next();
  yield* rows;
}

async function* rowsOf(name: string, rows: AsyncIterable<Row>): AsyncGenerator<Raw> {
  try {
    for await (const { record, info } of rows) yield { place: `${name}:${info.lines}`, value: record };
  } catch (error) {
    throw unreadable(name, error);
  }
}

function unreadable(name: string, error: unknown): unknown {
  return error instanceof CsvError ? new ImportError(`${name}: ${error.message}; nothing was imported`) : error;
}

function delimiterOf(start: string): string {
  const [header = ''] = start.trimStart().split(/[\r\n]/, 1);
  const columns = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].sort((a, b) => columns(b) - columns(a))[0] ?? ',';
}

const UTF_16 = new Map([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]);

const LOOKED_AT_BYTES = 512;

/** How files that aren't text begin, in hex: JPEG, PNG, GIF and WebP; the format of Excel before .xlsx. */
const PICTURE = /^(?:ffd8ff|89504e47|47494638|52494646.{8}57454250)/;
const OLD_EXCEL = /^d0cf11e0/;

/** What is wrong with bytes that can't be decoded, by the first of them in hex. */
function explainBytes(start: string): string {
  if (PICTURE.test(start)) return 'is a picture, not an export; import JSON, NDJSON, CSV or a Google Takeout';
  if (OLD_EXCEL.test(start)) return 'is a spreadsheet; save it as "CSV UTF-8" and import that';
  const isText = !/^(?:..)*?00/.test(start);
  return isText
    ? 'its bytes are not UTF-8; export it again as "CSV UTF-8"'
    : 'is not a text file; import JSON, NDJSON, CSV or a Google Takeout';
}

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark, and removes the mark. @throws ImportError for other encodings
 */
export async function* decodeText(name: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let start = '';
  try {
    for await (const chunk of bytes) {
      if (decoder === undefined) start = Buffer.from(chunk.subarray(0, LOOKED_AT_BYTES)).toString('hex');
      decoder ??= new TextDecoder(UTF_16.get(Buffer.from(chunk.subarray(0, 2)).toString('hex')) ?? 'utf-8', { fatal: true });
      const text = decoder.decode(chunk, { stream: true });
      if (text !== '') yield text;
    }
    const rest = decoder?.decode() ?? '';
    if (rest !== '') yield rest;
  } catch (error) {
    if (error instanceof TypeError) throw new ImportError(`${name}: ${explainBytes(start)}`);
    throw error;
  }
}

/** `head` followed by the remaining text of `rest`. */
async function* prependText(head: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    if (head !== '') yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
