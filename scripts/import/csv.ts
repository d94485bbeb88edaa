import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { type Column, recogniseColumns } from './csv-columns.ts';
import { ImportError, type SourceRecord, type SourceRecords } from './source-record.ts';

/** Reads a CSV file with a header (RFC 4180; comma, semicolon or tab; a BOM is allowed). Throws an ImportError where it isn't one. */
export function readCsv(name: string, bytes: Uint8Array): SourceRecords {
  const rows = parseRows(name, decode(name, bytes));
  const [header, ...rest] = rows;
  if (!header) throw new ImportError(`${name}: the file is empty; its first line must name the columns, such as date,rating,author,text`);
  const { places, unknown, problem } = recogniseColumns(header.record);
  if (problem !== undefined) throw new ImportError(`${name}: ${problem}`);
  return {
    records: rest.map(({ record, info }) => toRecord(name, info.lines, record, places)),
    notes: unknown.map((column) => `${name}: the column "${column}" means nothing here and is left out`),
  };
}

interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function decode(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ImportError(`${name}: its bytes are not UTF-8; export it again as "CSV UTF-8"`);
  }
}

function parseRows(name: string, text: string): Row[] {
  const delimiter = [',', ';', '\t'].sort((a, b) => countIn(text, b) - countIn(text, a))[0] ?? ',';
  try {
    return parse(text, { delimiter, info: true, skip_empty_lines: true, relax_column_count: false }) as unknown as Row[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ImportError(`${name}: ${error.message}; nothing was imported`);
  }
}

function countIn(text: string, delimiter: string): number {
  const end = text.search(/[\r\n]/);
  return text.slice(0, end === -1 ? undefined : end).split(delimiter).length;
}

function toRecord(file: string, line: number, row: readonly string[], places: readonly (Column | undefined)[]): SourceRecord {
  const cells = new Map<Column, string>();
  for (const [index, column] of places.entries()) {
    if (column !== undefined) cells.set(column, row[index]?.trim() ?? '');
  }
  return { place: `${file}:${line}`, cells };
}
