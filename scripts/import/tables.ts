import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import readWorkbook from 'read-excel-file/node';
import { showValue } from '../../site/content/problems.ts';
import { messageOf } from '../../site/shared/algorithms.ts';
import { counted } from '../../site/shared/text.ts';
import { checkZip } from './archives.ts';
import type { Document } from './exports.ts';
import { type ExportPage, type JsonList, readJsonLists } from './json.ts';
import type { ReviewedPlace } from './platform.ts';
import { ImportError } from './questions.ts';

/** The rows of a CSV file or of a sheet, or the records of a list in JSON, whose keys are columns, such as `user.name`. */
export interface Table {
  /** The file, and the sheet in it, for messages. */
  readonly name: string;
  /** The path of the list in JSON, such as `result.reviews`; empty for a whole document. */
  readonly list?: string;
  readonly format: 'table' | 'json';
  readonly header: readonly string[];
  readonly rows: readonly Row[];
  /** Rows that can't be read. */
  readonly damaged: readonly Damaged[];
  /** How many rows have no value. */
  readonly empty: number;
}

export interface Row {
  /** File and line, or file and position in it, for messages. */
  readonly place: string;
  /** By column. Cells at the end may be missing. */
  readonly cells: readonly string[];
  /** The page that it is part of, if the file may be one page of many. */
  readonly page?: ExportPage | undefined;
  /** The values of the object that contains the list, by key, such as those of the reviewed place. */
  readonly outer?: ReadonlyMap<string, string> | undefined;
}

/** A row that isn't one, with the reason in plain words. */
export interface Damaged {
  readonly place: string;
  readonly reason: string;
}

/** What a file contains. */
export interface Contents {
  /** Its tables, or the lists that may be reviews; read the ones that are. */
  readonly tables: readonly (() => Table)[];
  /** The pages, including those without records. */
  readonly pages: readonly ExportPage[];
  /** The businesses that the file names outside of its records. */
  readonly places: readonly ReviewedPlace[];
}

/** Reads JSON, NDJSON, CSV, TSV or .xlsx, which it detects from the content. @throws ImportError for other formats and damaged files */
export async function readContents({ name, bytes }: Pick<Document, 'name' | 'bytes'>): Promise<Contents> {
  if (Buffer.from(bytes.subarray(0, 4)).toString('hex') === '504b0304')
    return { tables: (await readSheets(name, bytes)).map((sheet) => () => sheet), pages: [], places: [] };
  const text = decodeText(name, bytes);
  const first = text.trimStart().charAt(0);
  if (first === '{' || first === '[') {
    const { lists, pages, places } = readJsonLists(name, text);
    return { tables: lists.map((list) => () => toTable(name, list)), pages, places };
  }
  const foreign = first === '<' ? 'an HTML or XML page' : text.startsWith('%PDF') ? 'a PDF file' : undefined;
  if (foreign !== undefined) throw new ImportError(`${name}: is ${foreign}, not an export; import ${FORMATS}`);
  const table = readCsv(name, text);
  return { tables: [() => table], pages: [], places: [] };
}

const FORMATS = 'JSON, NDJSON, CSV, .xlsx or a Google Takeout';

function toTable(name: string, { list, records }: JsonList): Table {
  const columns = new Map<string, number>();
  const damaged: Damaged[] = [];
  const rows: Row[] = [];
  let empty = 0;
  for (const { place, value, fields, page, outer } of records) {
    if (fields === undefined) {
      damaged.push({ place, reason: `${showValue(value)}: not a review with at least date, rating and author` });
      continue;
    }
    const cells: string[] = [];
    for (const [key, value] of fields) {
      const index = columns.get(key) ?? columns.size;
      columns.set(key, index);
      cells[index] = value;
    }
    if (cells.every((cell) => cell === '')) empty += 1;
    else rows.push({ place, cells, page, outer });
  }
  return { name, list, format: 'json', header: [...columns.keys()], rows, damaged, empty };
}

/** Excel's first line in files that it is to open with another delimiter. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/;

/** How many damaged rows are named one by one; a file with more isn't a table. */
const MOST_DAMAGED = 1000;

/** Reads CSV with a header (RFC 4180; comma, semicolon, tab or bar). @throws ImportError if the file is empty or isn't a table */
function readCsv(name: string, text: string): Table {
  const [separatorLine = '', separator] = SEPARATOR_LINE.exec(text) ?? [];
  const options = { delimiter: separator ?? delimiterOf(text), relax_column_count: true };
  const lines: CsvLine[] = [];
  const damaged: Damaged[] = [];
  let rest = text.slice(separatorLine.length);
  let line = separatorLine === '' ? 1 : 2;
  while (rest !== '') {
    const { failed, why } = parseCsv(rest, line, options, lines);
    if (failed === undefined) break;
    damaged.push({ place: `${name}:${failed}`, reason: why });
    if (damaged.length > MOST_DAMAGED) throw new ImportError(`${name}: has more than ${MOST_DAMAGED} damaged lines, so it isn't a table`);
    rest = afterLines(rest, failed - line + 1);
    line = failed + 1;
  }
  const header = lines.find(({ cells }) => cells.some(isFilled));
  if (header === undefined)
    throw new ImportError(`${name}: the file is empty; its first line must name the columns, such as date,rating,author,text`);
  return tableOf(name, header.cells, lines.slice(lines.indexOf(header) + 1), damaged, (at) => `${name}:${at}`);
}

/** The cells of a row, with the number of its first line. */
interface CsvLine {
  readonly at: number;
  readonly cells: readonly string[];
}

/** Adds rows up to the first damaged one. `failed` is its line, which can be read over. */
function parseCsv(text: string, first: number, options: object, lines: CsvLine[]): { readonly failed?: number; readonly why: string } {
  let next = first;
  try {
    parse(text, {
      ...options,
      bom: false,
      on_record: (cells: string[], context) => {
        lines.push({ at: next, cells });
        next = first + context.lines;
        return null;
      },
    });
    return { why: '' };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { failed: next, why: CSV_PROBLEMS.get(error.code) ?? `can't be read as a row of a table (${error.code})` };
  }
}

const QUOTED = 'put the whole text in quotation marks, and write the ones inside of it twice ("")';
const CSV_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['INVALID_OPENING_QUOTE', `has a quotation mark in the middle of a text without quotation marks around it; ${QUOTED}`],
  ['CSV_INVALID_CLOSING_QUOTE', `has a quotation mark inside of a text in quotation marks; ${QUOTED}`],
  ['CSV_QUOTE_NOT_CLOSED', `has a quotation mark without a second one; ${QUOTED}`],
]);

function afterLines(text: string, count: number): string {
  let at = 0;
  for (let line = 0; line < count; line++) {
    const end = text.indexOf('\n', at);
    if (end === -1) return '';
    at = end + 1;
  }
  return text.slice(at);
}

const isFilled = (cell: string) => cell.trim() !== '';

/** A table from its header and lines. Short rows are filled, and longer ones are refused unless the other cells are empty. */
function tableOf(
  name: string,
  header: readonly string[],
  lines: Iterable<CsvLine>,
  damaged: readonly Damaged[],
  placeOf: (at: number) => string,
): Table {
  const rows: Row[] = [];
  const wrong = [...damaged];
  let empty = 0;
  for (const { at, cells } of lines) {
    if (!cells.some(isFilled)) empty += 1;
    else if (cells.slice(header.length).some(isFilled))
      wrong.push({
        place: placeOf(at),
        reason: `has ${cells.length} cells, and the first line names ${counted(header.length, 'column')}; put texts with commas, semicolons or line breaks in quotation marks`,
      });
    else rows.push({ place: placeOf(at), cells });
  }
  return { name, format: 'table', header, rows, damaged: wrong, empty };
}

function delimiterOf(text: string): string {
  const [header = ''] = text.trimStart().split(/[\r\n]/, 1);
  const columns = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t', '|'].sort((a, b) => columns(b) - columns(a))[0] ?? ',';
}

/** Reads the sheets of an .xlsx file that have rows. Numbers keep the digits that the file has. */
async function readSheets(name: string, bytes: Uint8Array): Promise<Table[]> {
  await checkZip(name, bytes);
  const sheets = await readWorkbook<string>(Buffer.from(bytes), { parseNumber: (digits) => digits }).catch((error: unknown) => {
    throw new ImportError(`${name}: can't be read as a spreadsheet (${messageOf(error)}); save it as .xlsx or CSV again`);
  });
  const tables = sheets.flatMap(({ sheet, data }) => {
    const lines = data.map((row, index) => ({ at: index + 1, cells: row.map(printCell) }));
    const header = lines.find(({ cells }) => cells.some(isFilled));
    if (header === undefined) return [];
    const place = sheets.length === 1 ? name : `${name} sheet ${JSON.stringify(sheet)}`;
    return [tableOf(place, header.cells, lines.slice(lines.indexOf(header) + 1), [], (at) => `${place}:${at}`)];
  });
  if (tables.length === 0)
    throw new ImportError(`${name}: the spreadsheet is empty; its first row must name the columns, such as date, rating, author, text`);
  return tables;
}

/** A cell of a spreadsheet as text. Dates have no time zone there. */
function printCell(value: unknown): string {
  if (value instanceof Date)
    return value
      .toISOString()
      .replace(/T00:00:00\.000Z$/, '')
      .replace(/\.\d+Z$/, '')
      .replace('T', ' ');
  return value === null || value === undefined ? '' : String(value);
}

const LOOKED_AT_BYTES = 512;

/** The signatures of files that aren't text, in hex: JPEG, PNG, GIF, WebP, and Excel before .xlsx. */
const PICTURE = /^(?:ffd8ff|89504e47|47494638|52494646.{8}57454250)/;
const OLD_EXCEL = /^d0cf11e0/;

/** Explains why a file can't be decoded; `start` has its first bytes in hex. */
function explainBytes(start: string): string {
  if (PICTURE.test(start)) return `is a picture, not an export; import ${FORMATS}`;
  if (OLD_EXCEL.test(start)) return 'is a spreadsheet in an old format; save it as .xlsx and import that';
  const isText = !/^(?:..)*?00/.test(start);
  return isText ? 'its bytes are not UTF-8; export it again as "CSV UTF-8"' : `is not a text file; import ${FORMATS}`;
}

/** UTF-16 by its byte order mark, or without one, by the zeros in every other byte of its first line, which is ASCII in every known export. */
function encodingOf(start: string): string {
  if (/^fffe|^(?:(?!00)..00){4}/.test(start)) return 'utf-16le';
  return /^feff|^(?:00(?!00)..){4}/.test(start) ? 'utf-16be' : 'utf-8';
}

/** Decodes UTF-8 or UTF-16, and removes a byte order mark. @throws ImportError for other encodings */
function decodeText(name: string, bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, LOOKED_AT_BYTES)).toString('hex');
  try {
    return new TextDecoder(encodingOf(start), { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new ImportError(`${name}: ${explainBytes(start)}`);
    throw error;
  }
}

/** The cells of a column that aren't empty. */
export const filledCells = (rows: Table['rows'], index: number) =>
  rows.flatMap(({ cells }) => (cells[index]?.trim() ? [cells[index].trim()] : []));
