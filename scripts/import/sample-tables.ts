import { type OwnColumn, recogniseColumns } from './columns.ts';
import { readRecords } from './input/records.ts';
import type { ImportOptions } from './plan.ts';
import { recogniseSource } from './sources/sources.ts';
import { fieldsOf } from './sources/table-reader.ts';
import { planSteps } from './steps.ts';

/** The first rows of a table, so that a person can map its columns. */
export interface TableSample {
  /** As in the `file` of a question. */
  readonly file: string;
  readonly header: readonly string[];
  /** The column that each header seems to be; undefined if it wouldn't be imported. */
  readonly columns: readonly (OwnColumn | undefined)[];
  /** Up to five rows, with a cell for each header. */
  readonly rows: readonly (readonly string[])[];
  /** The problem with the columns, in a sentence; undefined if the table can be imported. */
  readonly problem: string | undefined;
}

const ROWS = 5;

/**
 * The beginnings of all tables in `files` whose columns can be mapped: CSV, and JSON without a known form. `options` may have a mapping
 * (`columns`), which `columns` and `problem` of the result follow. @throws ImportError if a file can't be read
 */
export async function sampleTables(
  files: readonly string[],
  { columns: mapped = new Map(), ignored = new Set() }: Pick<ImportOptions, 'columns' | 'ignored'> = {},
): Promise<readonly TableSample[]> {
  const samples: TableSample[] = [];
  for (const step of await planSteps(files, true)) {
    for await (const document of step.documents()) {
      if (document.takeout !== undefined) continue;
      const { head, records } = await readRecords(document);
      const source = recogniseSource(document.name, head);
      if (source?.name !== 'csv' && source?.name !== 'json') continue;
      const values: unknown[] = [];
      for await (const { value } of records) if (values.push(value) === ROWS) break;
      const { header, rows } = head.format === 'csv' ? { header: head.header, rows: values as string[][] } : toTable(values);
      const { places, problem } = recogniseColumns(header, { columns: mapped, ignored });
      samples.push({ file: document.name, header, columns: places, rows, problem });
    }
  }
  return samples;
}

/** Records as a table: their keys in the order in which they occur first. */
function toTable(records: readonly unknown[]): Pick<TableSample, 'header' | 'rows'> {
  const fields = records.map((record) => fieldsOf(record));
  const header = [...new Set(fields.flatMap((one) => [...one.keys()]))];
  return { header, rows: fields.map((one) => header.map((key) => one.get(key) ?? '')) };
}
