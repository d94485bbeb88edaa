import type { VerificationMethod } from '../../site/contract/review.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { truncate } from '../../site/shared/text.ts';
import type { OwnColumn } from './platform.ts';
import type { DateOrder } from './values.ts';

/** What the person who imports says about a file, by flags of the command or by answers in the desk. */
export interface Stated {
  /** The source of records that don't name one. */
  readonly source: string;
  /** Whether records without that information count as verified. */
  readonly verified: boolean;
  /** The method of verification for records that don't name one, if `--verification` sets it. */
  readonly method: VerificationMethod | undefined;
  readonly dateOrder: DateOrder;
  /** `--scale`: the best possible rating, such as 10. */
  readonly scale: number | undefined;
  /** `--map`: by column, its name in the file. */
  readonly columns: ReadonlyMap<string, string>;
  /** By column, the values that mean that a review was public, in lower case, in addition to words that always do. */
  readonly publicValues: ReadonlyMap<string, ReadonlySet<string>>;
  /** Columns to ignore. */
  readonly ignored: ReadonlySet<string>;
  /** `--no-text`: no column of a table has what customers wrote. */
  readonly isWithoutText: boolean;
  /** `--html`: whether HTML in texts is decoded or kept as it is. */
  readonly html: 'decode' | 'keep' | undefined;
  /** `--empty` and `--keep`: by a text such as "N/A", whether it means that there is none. */
  readonly placeholders: ReadonlyMap<string, 'empty' | 'keep'>;
}

/** A column as a question shows it. */
export interface ColumnSample {
  readonly name: string;
  readonly values: readonly string[];
}

/** A question that must be answered before an import can continue. Repeat the import with the answer in its options. */
export type ImportQuestion = { readonly file: string } & (
  | {
      /** How to map the columns (`columns`): the table has none for the date or the rating, or two for the same field. */
      readonly kind: 'columns';
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
      /** Which values of these columns mean that a review or reply was public (`publicValues`, empty if none does), or which to ignore. */
      readonly kind: 'moderation';
      readonly columns: readonly (ColumnSample & { readonly subject: 'review' | 'reply' })[];
    }
  | {
      /** The best possible value of the ratings (`scale`), because they may not be 1 to 5 stars. */
      readonly kind: 'scale';
      readonly column: ColumnSample;
      readonly smallest: number;
      readonly largest: number;
    }
  | {
      /** Whether to decode the HTML in texts (`html`). */
      readonly kind: 'html';
      readonly count: number;
      readonly columns: readonly ColumnSample[];
    }
  | {
      /** Whether texts such as "N/A" mean that there is none (`placeholders`). */
      readonly kind: 'placeholders';
      readonly column: string;
      readonly values: readonly string[];
    }
);

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

/** The beginning of a value, for messages. */
export const shorten = (value: string) => truncate(value, 40);

const SAMPLES = 3;

/** Different values of a column, for messages. */
export const samplesOf = (cells: readonly string[]) => [...new Set(cells)].slice(0, SAMPLES);

/** Different values of a column in one line. */
export const showSamples = (cells: readonly string[]) =>
  samplesOf(cells)
    .map((cell) => JSON.stringify(shorten(cell)))
    .join(', ');
