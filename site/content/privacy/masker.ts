import type { CountryCode } from 'libphonenumber-js';
import type { MaskKind } from '../../contract/review.ts';
import { masksIn } from '../../messages/languages.ts';
import type { FindRanges, OwnDetails, Range } from './contact-details.ts';
import { emailAddressFinder } from './email-addresses.ts';
import { phoneCountriesOf } from './phone-countries.ts';
import { phoneNumberFinder } from './phone-numbers.ts';
import { streetAddressFinder } from './street-addresses.ts';

type MakeFinder = (own: OwnDetails, countries: readonly CountryCode[]) => FindRanges;

/** E-mail addresses are masked first: the part before an "@" can look like a phone number. */
const finders: readonly (readonly [MaskKind, MakeFinder])[] = [
  ['email', emailAddressFinder],
  ['phone', phoneNumberFinder],
  ['street_address', streetAddressFinder],
];

/**
 * Makes a function that replaces each contact detail of `kinds` in a text with a mask, except the business's `own`. Phone numbers are found
 * by the rules of `countries`, and masks are in `language`. It repeats until nothing is found, so it's idempotent.
 */
export function masker(
  kinds: readonly MaskKind[],
  own: OwnDetails,
  countries: readonly CountryCode[] = phoneCountriesOf(own).codes,
  language = 'en',
): (text: string) => string {
  const masks = masksIn(language);
  const found = finders.filter(([kind]) => kinds.includes(kind)).map(([kind, make]) => [kind, make(own, countries)] as const);
  const maskOnce = (text: string) => found.reduce((masked, [kind, find]) => replaceRanges(masked, find(masked), masks[kind]), text);
  return (text) => {
    let masked = maskOnce(text);
    // Terminates: each round removes digits, an "@" or an "at", and masks contain none.
    for (let before = text; masked !== before; masked = maskOnce(before)) before = masked;
    return masked;
  };
}

function replaceRanges(text: string, ranges: readonly Range[], mask: string): string {
  let kept = 0;
  const parts = ranges.map(({ start, end }) => {
    const before = text.slice(kept, start);
    kept = end;
    return before + mask;
  });
  return parts.join('') + text.slice(kept);
}
