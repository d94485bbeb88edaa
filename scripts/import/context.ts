import type { VerificationMethod } from '../../site/contract/review.ts';

/** In which order a date of three numbers has its year, month and day. */
export type DateOrder = 'ymd' | 'mdy' | 'dmy';

/** What the person who imports says of columns that may tell whether a review was public. */
export interface ModerationFlags {
  /** By column, values under which a review was public, in lower case, beside words that mean it anyway. */
  readonly publicValues: ReadonlyMap<string, ReadonlySet<string>>;
  /** Columns to pass over. */
  readonly ignored: ReadonlySet<string>;
}

/** What the sources know beside the files: the flags of the import, its day, and which records without an id came before. */
export interface SourceContext extends ModerationFlags {
  /** The source of records that name none. */
  readonly source: string;
  /** Whether a record that says nothing about it counts as verified. */
  readonly verified: boolean;
  /** How records that don't say it were verified, where the person who imports says so. */
  readonly method: VerificationMethod | undefined;
  readonly dateOrder: DateOrder;
  /** Columns of a CSV file that aren't called as usual: its name for each of ours. */
  readonly columns: ReadonlyMap<string, string>;
  /** The last day on which a review can have been written, YYYY-MM-DD. */
  readonly lastDay: string;
  /** The day of the import, YYYY-MM-DD. */
  readonly day: string;
  /** Numbers the records without an id that share a key: 1 for the first of them, 2 for the second. */
  readonly occurrenceOf: (key: string) => number;
}
