import { pipeline, Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import { ImportError } from '../import-error.ts';
import type { Raw, Records } from './record.ts';

/** The longest row, in characters: without a limit an unclosed quote would read the whole file into memory. */
const LONGEST_ROW = 16 * 1024 * 1024;

interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads CSV with a header as a stream (RFC 4180; comma, semicolon or tab). `start` is the beginning of `text`. Throws an ImportError
 * where the file is empty; its records throw one where a row is malformed.
 */
export async function readCsvRecords(name: string, start: string, text: AsyncGenerator<string>): Promise<Records> {
  const options = { delimiter: delimiterOf(start), skip_empty_lines: true, max_record_size: LONGEST_ROW };
  const header = headerOf(name, start, options);
  const parser = parse({ ...options, info: true, relax_column_count: false });
  pipeline(Readable.from(text), parser, () => {});
  const rows = rowsOf(name, parser as AsyncIterable<Row>);
  return { head: { format: 'csv', header }, records: withoutFirst(rows), pages: [], places: [] };
}

/** Problems of the header are reported before those of the rows. */
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
