import { CsvError } from 'csv-parse';
import { type Options, parse } from 'csv-parse/sync';
import { ImportError } from '../context.ts';
import type { Document, Raw, Records } from './document.ts';
import { readJsonRecords } from './json-records.ts';

/** Reads records from JSON, NDJSON or CSV, and detects the format from the content. @throws ImportError for other formats */
export function readRecords({ name, bytes }: Pick<Document, 'name' | 'bytes'>): Records {
  const text = decodeText(name, bytes);
  const first = text.trimStart().charAt(0);
  if (first === '{' || first === '[') return readJsonRecords(name, text);
  const foreign = first === '<' ? 'an HTML or XML page' : text.startsWith('%PDF') ? 'a PDF file' : undefined;
  if (foreign !== undefined) throw new ImportError(`${name}: is ${foreign}, not an export; import JSON, NDJSON, CSV or a Google Takeout`);
  return readCsvRecords(name, text);
}

/** Reads CSV with a header (RFC 4180; comma, semicolon or tab). @throws ImportError if the file is empty or has no readable header */
function readCsvRecords(name: string, text: string): Records {
  const options = { delimiter: delimiterOf(text), skip_empty_lines: true };
  // The header is read separately, because the rows may be malformed.
  const [header] = parseCsv(name, text, { ...options, to: 1, relax_column_count: true });
  if (header === undefined)
    throw new ImportError(`${name}: the file is empty; its first line must name the columns, such as date,rating,author,text`);
  function* records(): Generator<Raw> {
    const rows: Raw[] = [];
    const on_record: Options['on_record'] = (value, { lines }) => void rows.push({ place: `${name}:${lines}`, value });
    try {
      parseCsv(name, text, { ...options, from: 2, on_record });
    } finally {
      // Yields the rows before a malformed one, too, because the question about columns shows them.
      yield* rows;
    }
  }
  return { head: { format: 'csv', header }, records: records(), pages: [], places: [] };
}

function parseCsv(name: string, text: string, options: Options): string[][] {
  try {
    return parse(text, options) as string[][];
  } catch (error) {
    throw error instanceof CsvError ? new ImportError(`${name}: ${error.message}; nothing was imported`) : error;
  }
}

function delimiterOf(text: string): string {
  const [header = ''] = text.trimStart().split(/[\r\n]/, 1);
  const columns = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].sort((a, b) => columns(b) - columns(a))[0] ?? ',';
}

const UTF_16 = new Map([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]);

const LOOKED_AT_BYTES = 512;

/** The signatures of files that aren't text, in hex: JPEG, PNG, GIF, WebP, and Excel before .xlsx. */
const PICTURE = /^(?:ffd8ff|89504e47|47494638|52494646.{8}57454250)/;
const OLD_EXCEL = /^d0cf11e0/;

/** Explains why a file can't be decoded; `start` has its first bytes in hex. */
function explainBytes(start: string): string {
  if (PICTURE.test(start)) return 'is a picture, not an export; import JSON, NDJSON, CSV or a Google Takeout';
  if (OLD_EXCEL.test(start)) return 'is a spreadsheet; save it as "CSV UTF-8" and import that';
  const isText = !/^(?:..)*?00/.test(start);
  return isText
    ? 'its bytes are not UTF-8; export it again as "CSV UTF-8"'
    : 'is not a text file; import JSON, NDJSON, CSV or a Google Takeout';
}

/** Decodes UTF-8, or UTF-16 with a byte order mark, and removes the mark. @throws ImportError for other encodings */
function decodeText(name: string, bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, LOOKED_AT_BYTES)).toString('hex');
  try {
    return new TextDecoder(UTF_16.get(start.slice(0, 4)) ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new ImportError(`${name}: ${explainBytes(start)}`);
    throw error;
  }
}
