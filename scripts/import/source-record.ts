import type { Column } from './csv-columns.ts';

/** Thrown where a file can't be imported at all; nothing has been changed then. */
export class ImportError extends Error {
  override name = 'ImportError';
}

/** One review as its source tells it: a cell for each column that the source has, empty where it says nothing. */
export interface SourceRecord {
  /** File and line, for messages. */
  readonly place: string;
  readonly cells: ReadonlyMap<Column, string>;
}

export interface SourceRecords {
  readonly records: readonly SourceRecord[];
  /** What the person who imports should know. */
  readonly notes: readonly string[];
}
