import type { Dataset } from '../content/dataset.ts';
import { countryName, phoneCountriesOf } from '../content/privacy/phone-countries.ts';
import { type MaskKind, maskKind } from '../contract/review.ts';
import type { Messages } from '../messages/messages.ts';

/** A phrase for each kind with any masks: "2 phone numbers", "1 e-mail address". */
export function maskedCounts(masked: Readonly<Record<MaskKind, number>>, { say }: Pick<Messages, 'say'>): string[] {
  return maskKind.options.filter((kind) => masked[kind] > 0).map((kind) => say(`computed.masked_${kind}`, { count: masked[kind] }));
}

/** A longer list of countries isn't useful to readers. */
const MOST_NAMED = 5;

/** The names of the countries whose phone numbers are masked; empty if there are too many to name, or if none are masked. */
export function maskedCountries({ business, language, policy }: Dataset, messages: Pick<Messages, 'language'>): string[] {
  const { codes } = phoneCountriesOf({ ...business, language }, policy.phone_countries);
  return policy.mask.includes('phone') && codes.length <= MOST_NAMED ? codes.map((code) => countryName(code, messages.language)) : [];
}
