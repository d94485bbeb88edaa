import type { ReviewEntry } from '../../site/content/schemas.ts';
import type { VerificationMethod } from '../../site/contract/review.ts';
import type { OwnColumn } from './column-names.ts';
import type { DateOrder } from './values.ts';

/** The place that an export is from, as far as the export names it. */
export interface ReviewedPlace {
  /** The id of the place at its platform, such as a Google location. */
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly town?: string | undefined;
}

/** Facts about a row that aren't in one of our columns. */
export interface RowFacts {
  readonly source?: string;
  readonly method?: VerificationMethod | undefined;
  readonly sourceUrl?: string | undefined;
  readonly place?: ReviewedPlace;
  /** Whether its text is a machine translation, and the original isn't in the export. */
  readonly isTranslation?: boolean;
  /** If the row is a reply, the source id of its review. */
  readonly replyTo?: string;
  /** If the row is a reply, whether it is the business's and was shown at its source. */
  readonly isShown?: boolean;
}

/** How a review is verified if its platform knows that the author bought or stayed; undefined otherwise. */
export const buyer = (isBuyer: boolean): VerificationMethod | undefined => (isBuyer ? 'platform_account' : undefined);

/** The values of a flag, in lower case, under which a platform shows a review or the reply to it, and those under which it doesn't. */
export interface PlatformFlag {
  readonly subject?: 'reply';
  readonly shown: readonly string[];
  readonly hidden: readonly string[];
  /** Whether an empty flag means that the platform doesn't show it, as for a draft. Otherwise, an empty one decides nothing. */
  readonly hidesEmpty?: true;
}

/**
 * The layout of a platform's exports, in any container. Headers are in lower case with underscores: the key `reviewer.displayName` and the
 * column "Reviewer Display Name" are both `reviewer_display_name`.
 */
export interface Platform {
  /** Its name in content/imports.json. */
  readonly name: string;
  /** Its description in the help, one line. */
  readonly help: string;
  /** The headers that identify it; of several lists, one is enough. */
  readonly by: readonly (readonly string[])[];
  readonly format?: 'table' | 'json';
  /** Why nothing of it is imported. */
  readonly refusal?: string;
  /** Our column for each header. If several have the same one, the first that is filled counts. */
  readonly columns: Readonly<Record<string, OwnColumn>>;
  /** Whether texts in several columns are joined, each on a new line. */
  readonly joinsTexts?: true;
  /** Headers that aren't imported and don't say whether a review was shown. */
  readonly ignored?: readonly string[];
  /** The best possible rating. */
  readonly scale: number;
  /** Values of its rating that mean that there is none, and the reason to print. */
  readonly unrated?: { readonly values: readonly string[]; readonly why: string };
  /** The form of its ids, and the reason to print for others. */
  readonly id?: { readonly form: RegExp; readonly why: string };
  /** Whether an id identifies a review by itself. In other tables, rows with one id are versions of a review only with the same author. */
  readonly hasUniqueIds: boolean;
  /** Whether its authors are full names, of which the platform only shows the first name and an initial. */
  readonly hasFullNames?: true;
  /** What it writes for an author without a name. */
  readonly anonymous?: string;
  /** The order of day and month in its dates, unless --dates is given. */
  readonly dateOrder?: DateOrder;
  /** How its texts are encoded: HTML, or UTF-8 whose bytes were written as Latin-1 characters. */
  readonly encoding?: 'html' | 'latin1';
  /** What its flags mean, by header. */
  readonly flags?: Readonly<Record<string, PlatformFlag>>;
  /** Fields that it always provides, so a missing key means that there is no value. */
  readonly always?: readonly (keyof ReviewEntry)[];
  /** What a review has and an import doesn't keep, by header. */
  readonly loses?: Readonly<Record<string, string>>;
  /** What the person who imports should know about every export. */
  readonly note?: string;
  /** Why `--complete` can't be used for it. */
  readonly incomplete?: string;
  /** Whether a change of a reply changes the update time of its review. */
  readonly replyUpdatesReview?: true;
  /** Whether this service has published it: names and texts may be masked, and an empty verification date means that it is unknown. */
  readonly isPublished?: true;
  /** Reverses an escape of its cells. */
  readonly restoreCell?: (cell: string) => string;
  /** Facts about a row. `cell` takes a header, and `outer` a header of the object that contains the list. */
  readonly factsOf: (cell: (header: string) => string, outer: (header: string) => string) => RowFacts;
}
