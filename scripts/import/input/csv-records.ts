import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { ImportError } from '../source-record.ts';
import type { Raw, Records } from './records.ts';

/** No row of reviews is longer, in characters; a quote that never ends would swallow the whole file. */
const LONGEST_ROW = 16 * 1024 * 1024;

interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads CSV with a header as a stream (RFC 4180; comma, semicolon or tab). `start` is the beginning of `text`. Throws an
 * ImportError where the file is empty; the records do where a row isn't one.
 */
export async function readCsv(name: string, start: string, text: AsyncGenerator<string>): Promise<Records> {
  const parser = parse({
    delimiter: delimiterOf(start),
    info: true,
    skip_empty_lines: true,
    relax_column_count: false,
    max_record_size: LONGEST_ROW,
  });
  pipeline(Readable.from(text), parser, () => {});
  const rows = rowsOf(name, parser as AsyncIterable<Row>);
  const first = await rows.next();
  if (first.done)
    throw new ImportError(`${name}: the file is empty; its first line must name the columns, such as date,rating,author,text`);
  return { head: { format: 'csv', header: first.value.value as readonly string[] }, records: rows };
}

async function* rowsOf(name: string, rows: AsyncIterable<Row>): AsyncGenerator<Raw> {
  try {
    for await (const { record, info } of rows) yield { place: `${name}:${info.lines}`, value: record };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ImportError(`${name}: ${error.message}; nothing was imported`);
  }
}

function delimiterOf(start: string): string {
  const [header = ''] = start.trimStart().split(/[\r\n]/, 1);
  const columns = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].sort((a, b) => columns(b) - columns(a))[0] ?? ',';
}
