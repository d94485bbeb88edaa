import type { AspectId, AspectVerdict, Polarity } from '../contract/insights.ts';
import type { Absence, TakedownReason } from '../contract/log.ts';
import type { MaskKind, Review } from '../contract/review.ts';
import type { AggregateRating, Business } from '../contract/reviews-document.ts';
import { mean } from '../shared/algorithms.ts';
import type { CatalogEntry } from './catalog.ts';
import type { Place } from './problems.ts';
import type { FileData } from './record-schemas.ts';
import type { Policy } from './schemas.ts';
import type { Theme } from './theme.ts';

/** A link with its text. */
export interface Link {
  readonly label: string;
  readonly url: string;
}

/** A picture: the bytes of a JPEG, PNG or WebP file, and its alternative text. */
export interface Picture {
  readonly body: Buffer;
  readonly alt: string;
  /** Its place in the content, for messages. */
  readonly at?: Place & { readonly name: string };
}

/** A customer's photo in the content, and the size in which it is published. */
export interface PhotoFile {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  /** Its place in the content, for messages. */
  readonly at: Place & { readonly name: string };
}

/** The business's logo: its bytes, and its size in pixels. */
export interface Logo {
  /** The path of the file, for messages. */
  readonly file?: string;
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
}

/** Everything that is published about one business, validated; only verified reviews, newest first. */
export interface Dataset extends Readonly<Pick<FileData<'business'>, 'type' | 'language' | 'people' | 'notice'>> {
  readonly business: Business;
  readonly theme: Theme;
  readonly logo: Logo | undefined;
  /** Where customers write a review, if the business has set it. */
  readonly writeReview?: string | undefined;
  /** Other pages of the business, for the navigation. */
  readonly links?: readonly Link[] | undefined;
  /** Pictures of the business, and of people by name. */
  readonly pictures?: { readonly business: readonly Picture[]; readonly people: ReadonlyMap<string, Picture> } | undefined;
  /** The photos of the published reviews by the path of each. */
  readonly photos?: ReadonlyMap<string, PhotoFile>;
  readonly catalog: readonly CatalogEntry[];
  readonly aggregateRating: AggregateRating;
  readonly reviews: readonly Review[];
  readonly faq: FileData<'faq'>;
  /** Markdown. */
  readonly summary: string | undefined;
  readonly leftOut: readonly LeftOut[];
  /** The reason of each review that was taken down. */
  readonly takedownReasons?: readonly TakedownReason[];
  /** Why reviews that are or were in the content aren't published, by id. */
  readonly absences: ReadonlyMap<string, Absence>;
  /** The policy that decided what is published. */
  readonly policy: Policy;
  /** The day of the export that lacked it, of each review that is left out because its source no longer has it. */
  readonly leftOutAtSource?: readonly string[];
  /** The day (UTC) on which a published review last changed at its source, by id, if known. */
  readonly updatedAtSource?: ReadonlyMap<string, string>;
  /** The number of masked contact details in the published texts and replies. */
  readonly masked: Readonly<Record<MaskKind, number>>;
  /** Corrections by people and verdicts of other models, which take precedence over the engine's. */
  readonly analysis?: GivenAnalysis | undefined;
}

/** The correct verdicts of a review whose analysis is wrong. */
export type AspectCorrections = Readonly<Partial<Record<AspectId, Polarity | 'not_mentioned'>>>;

/** corrections.yaml, verdicts*.json and aspects.yaml, validated. The maps are by review id. */
export interface GivenAnalysis {
  readonly corrections: ReadonlyMap<string, AspectCorrections>;
  readonly verdicts: ReadonlyMap<string, readonly AspectVerdict[]>;
  readonly aspects: FileData<'aspects'>;
}

export interface LeftOut {
  readonly reason:
    | 'not public at the source'
    | 'not verified'
    | 'verified in a way that does not count here'
    | 'removed at the source'
    | 'taken down';
  readonly count: number;
}

/** The number of reviews that aren't published, for one reason or all. */
export const leftOutCount = (leftOut: Dataset['leftOut'], only?: LeftOut['reason']): number =>
  leftOut.reduce((sum, { reason, count }) => (only === undefined || reason === only ? sum + count : sum), 0);

/** The mean rating and the number of reviews per number of stars. */
export function aggregate(ratings: readonly number[]): AggregateRating {
  const count = (stars: number) => ratings.filter((rating) => rating === stars).length;
  return {
    rating_value: mean(ratings),
    review_count: ratings.length,
    best_rating: 5,
    worst_rating: 1,
    distribution: { '1': count(1), '2': count(2), '3': count(3), '4': count(4), '5': count(5) },
  };
}
