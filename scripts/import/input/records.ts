import { ImportError } from '../import-error.ts';
import { readCsvRecords } from './csv-records.ts';
import type { Document } from './document.ts';
import { readJsonRecords } from './json-records.ts';
import type { Records } from './record.ts';
import { decodeText, prependText } from './text.ts';

/** How much of a file is read to detect its format. */
const LOOKED_AT = 1024 * 1024;

/**
 * Reads a file of records as a stream; its format, JSON, NDJSON or CSV, is detected from its content. Throws an ImportError for any
 * other.
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

/** The text up to the end of its first line that isn't empty, at most LOOKED_AT characters. */
async function firstLine(text: AsyncIterator<string>): Promise<string> {
  let start = '';
  while (start.length < LOOKED_AT && !/[\r\n]/.test(start.trimStart())) {
    const next = await text.next();
    if (next.done) break;
    start += next.value;
  }
  return start;
}
