import type { Dataset } from '../content/dataset.ts';
import { methodsByStrength, type Review, type VerificationMethod } from '../contract/review.ts';
import { isDisclosed, isPlainField, plainFieldNames, reviewFields, type WordFieldName, wordFieldNames } from '../contract/review-fields.ts';
import { messagesIn } from '../messages/languages.ts';
import { type Messages, plainFieldFact, plainFieldLabel, wordFieldShort } from '../messages/messages.ts';
import { startsWithVowel } from './entry-shape.ts';
import { sourceName } from './review-platforms.ts';

/** The label of how a review was verified: "Matched to an invoice", "Posted from a Google account". */
export function verificationLabel(
  { source, verification: { method } }: { readonly source: string; readonly verification: Pick<Review['verification'], 'method'> },
  dataset: Pick<Dataset, 'policy'>,
  { say }: Pick<Messages, 'say'>,
): string {
  if (method !== 'platform_account' || source === 'direct') return say(`computed.verified_${method}`);
  const name = sourceName(source, dataset);
  return say('computed.verified_account', { source: name, vowel: startsWithVowel(name) ? 'yes' : 'no' });
}

/** The label of a kind of verification in an entry, which has room for two or three words. */
export const shortVerification = (method: VerificationMethod, { say }: Pick<Messages, 'say'>): string =>
  say(`computed.verified_short_${method}`);

/** The label and the day: "Posted from a Google account, recorded November 14, 2026". */
export function verificationOf(
  review: Pick<Review, 'source' | 'verification'>,
  dataset: Pick<Dataset, 'policy'>,
  messages: Messages,
): string {
  const how = verificationLabel(review, dataset, messages);
  const { verified_at } = review.verification;
  return verified_at === null ? how : messages.say('computed.verified_on', { how, date: messages.date(verified_at) });
}

/** A sentence on what the business changed in an imported review; undefined if nothing. */
export function changesOf(
  { changed_by_business }: Pick<Review, 'changed_by_business'>,
  { say, date, list, language }: Messages,
): string | undefined {
  if (changed_by_business.length === 0) return undefined;
  const changes = changed_by_business.map(({ field, date: day }) => {
    const name = changedFieldLabel(field, { say, language });
    return day === null ? say('computed.changed_undated', { field: name }) : say('computed.changed_on', { field: name, date: date(day) });
  });
  return say('computed.changed', { changes: list(changes) });
}

/** A field that the business changed, as sentences name it. */
export const changedFieldLabel = (
  field: Review['changed_by_business'][number]['field'],
  { say, language }: Pick<Messages, 'say' | 'language'>,
): string => (isPlainField(field) ? plainFieldLabel(field, language) : say(`computed.field_${field}`));

/** What the plain fields of a review say, a sentence for each that says something. */
export function factsOf(review: Review, { language, date }: Pick<Messages, 'language' | 'date'>): string[] {
  return plainFieldNames.map((name) => plainFieldFact(name, review[name], language, date)).filter((fact) => fact !== '');
}

/**
 * The values of fields that readers of any list have to know, such as that something was offered for the review: each with a label of two or
 * three words and a sentence.
 */
export function disclosuresIn({ language, date }: Pick<Messages, 'language' | 'date'>) {
  return wordFieldNames.flatMap((field) =>
    reviewFields[field].published.options.filter(isDisclosed).map((value) => ({
      field,
      value,
      label: wordFieldShort(field, value, language),
      fact: plainFieldFact(field, value, language, date),
    })),
  );
}
export type Disclosure = ReturnType<typeof disclosuresIn>[number];

/** What readers have to know about a review wherever it is shown; empty for most reviews. */
export const disclosuresOf = (review: Pick<Review, WordFieldName>, messages: Pick<Messages, 'language' | 'date'>): readonly Disclosure[] =>
  disclosuresIn(messages).filter(({ field, value }) => review[field] === value);

/** The name of a method in the desk, for any source, in a language that `languageOf` returned. */
export const methodLabel = (method: VerificationMethod, language: string): string =>
  messagesIn(language).pages.computed[`verified_${method}`];

/** A label for reviews from several platforms names up to this many of them. */
const MOST_NAMES = 4;

/** The reviews of a verification method: its label, and the words that follow their number ("vouched for by the business"). */
interface VerificationCount {
  readonly label: string;
  readonly counted: string;
  readonly count: number;
}

/** The number of reviews for each verification method, strongest first; all platforms count as one. */
export function verificationCounts(dataset: Pick<Dataset, 'policy' | 'reviews'>, messages: Messages): VerificationCount[] {
  return methodsByStrength.flatMap((method) => {
    const reviews = dataset.reviews.filter(({ verification }) => verification.method === method);
    if (reviews.length === 0) return [];
    const { length: count } = reviews;
    const { say } = messages;
    const platforms = method === 'platform_account' ? platformsOf(reviews, dataset, messages) : undefined;
    return [
      platforms
        ? { label: say('computed.verified_account', platforms), counted: say('computed.counted_account', { ...platforms, count }), count }
        : { label: say(`computed.verified_${method}`), counted: say(`computed.counted_${method}`, { count }), count },
    ];
  });
}

/** "Google, Yelp or Facebook", the platform with the most reviews first; undefined if there are too many to name. */
function platformsOf(reviews: readonly Review[], dataset: Pick<Dataset, 'policy'>, { list }: Messages) {
  const bySource = [...Map.groupBy(reviews, ({ source }) => source)].sort(([, a], [, b]) => b.length - a.length);
  const names = bySource.map(([source]) => sourceName(source, dataset));
  if (names.length > MOST_NAMES || bySource.some(([source]) => source === 'direct')) return undefined;
  return { source: list(names, 'or'), vowel: startsWithVowel(names[0] ?? '') ? 'yes' : 'no' } as const;
}
