import { SetupError } from '../../site/contract/environment.ts';
import type { VerificationMethod } from '../../site/contract/review.ts';
import type { OwnColumn } from './columns.ts';

/** The order of year, month and day in a numeric date. */
export type DateOrder = 'ymd' | 'mdy' | 'dmy';

/** The context of a source: the flags and date of the import, and a counter for records without an id. */
export interface SourceContext {
  /** The source of records that don't name one. */
  readonly source: string;
  /** Whether records without that information count as verified. */
  readonly verified: boolean;
  /** The method of verification for records that don't name one, if `--verification` sets it. */
  readonly method: VerificationMethod | undefined;
  readonly dateOrder: DateOrder;
  /** `--map`: by column, its name in the file. */
  readonly columns: ReadonlyMap<string, string>;
  /** By column, the values that mean that a review was public, in lower case, in addition to words that always do. */
  readonly publicValues: ReadonlyMap<string, ReadonlySet<string>>;
  /** Columns to ignore. */
  readonly ignored: ReadonlySet<string>;
  /** The latest allowed date of a review, YYYY-MM-DD. */
  readonly lastDay: string;
  /** The date of the import, YYYY-MM-DD. */
  readonly day: string;
  /** Counts the occurrences of a key from 1, to number records without an id that have the same key. */
  readonly occurrenceOf: (key: string) => number;
}

/** A question that must be answered before an import can continue. Repeat the import with the answer in its options. */
export type ImportQuestion =
  | {
      /** How to map the columns (`columns`): the table has none for the date or the rating, or two for the same field. */
      readonly kind: 'columns';
      readonly file: string;
      readonly header: readonly string[];
      /** What each column seems to be; undefined if it wouldn't be imported. */
      readonly columns: readonly (OwnColumn | undefined)[];
      /** The first rows, with a cell for each column. */
      readonly rows: readonly (readonly string[])[];
    }
  | {
      /** Which locations to import (`locations`). */
      readonly kind: 'locations';
      readonly locations: readonly { readonly scope: string; readonly name: string | undefined; readonly count: number }[];
    }
  | {
      /** Which values of these columns mean that a review or reply was public (`publicValues`), or which columns to ignore (`ignored`). */
      readonly kind: 'moderation';
      readonly file: string;
      readonly columns: readonly { readonly name: string; readonly subject: 'review' | 'reply'; readonly values: readonly string[] }[];
    };

/** A file can't be imported, or only after `question` is answered. Nothing has been changed. */
export class ImportError extends SetupError {
  override name = 'ImportError';
  readonly question: ImportQuestion | undefined;

  constructor(message: string, question?: ImportQuestion) {
    super(message);
    this.question = question;
  }
}

/** A file isn't an export of a business's reviews. */
export class NotReviews extends ImportError {
  override name = 'NotReviews';
}
