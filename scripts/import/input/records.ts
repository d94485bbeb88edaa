import { ImportError } from '../import-error.ts';
import { readCsvRecords } from './csv-records.ts';
import type { Document } from './document.ts';
import { readJsonRecords } from './json-records.ts';
import type { Records } from './record.ts';
import { decodeText, prependText } from './text.ts';

/** So much of a file is looked at before it is said what it is. */
const LOOKED_AT = 1024 * 1024;

/** Reads a file of records as a stream, whatever it is called: JSON, NDJSON or CSV. Throws an ImportError where it is none of them. */
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
