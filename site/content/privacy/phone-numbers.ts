import { type CountryCode, findPhoneNumbersInText, getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js';
import type { FindRanges, OwnDetails, Range } from './contact-details.ts';

/** The default for businesses without a country: the most frequent one, with the most regular numbers. */
const FALLBACK: CountryCode = 'US';

/** Contexts of numbers that are no phone numbers, such as permit numbers; those of the second list need a word such as "number". */
const CALLED_A_NUMBER =
  /(?:\b(?:permit|licen[cs]e|lic|model|serial|s\/n|sku|upc|isbn|vin|invoice|tracking|claim|confirmation)|\b(?:part|order|account|acct|job|ticket|case|policy|member(?:ship)?|meter|ref(?:erence)?)[\s.:-]*(?:no|num|number|nr|id|#))[\s.:#-]*(?:(?:no|num|number|nr|id|is|was)[\s.:#-]*)*$/iu;
const BARE_NUMBER_OF = /(?:#|\b(?:part|order|account|acct|job|ticket|case|policy|member(?:ship)?|meter|ref(?:erence)?)[\s.:-]*)$/iu;
/** Ranges without subscribers, such as 07700 900123, count as phone numbers only in this form. */
const DIALLED = /^\(?(?:\+|0)/u;
/** Sequences and lists of numbers: "1 2 3 4 5 6 7", "05.06.2023-07.08.2023", "0.25 0.50 1.75". */
const COUNTING = /^\p{Nd}(?:\P{Nd}+\p{Nd}(?!\p{Nd})){4}|^\d{1,2}[./-]\d{1,2}[./-](?:(?:19|20)\d\d(?!\d)|\d\d(?:\s|$))|^\d+\.\d\d?\s/u;
const PRICE_BEFORE = /[$€£]\s?$|\d[.,]$/u;
const UNIT_AFTER =
  /^(?:[^\S\n]|-)*(?:sq|square|sf|ft|feet|foot|watts?|k?w|kwh|va|volts?|amps?|dollars?|bucks|miles?|hours?|hrs|btus?|lumens?|psi|lbs?|pounds?|gallons?|degrees?)\b/iu;

/** A North American number in its usual form, valid or not, since people also write invented ones such as (555) 123-4567. */
const NORTH_AMERICAN =
  /(?<![\p{L}\p{N}$€£#/.,-]|\d\s)(?:\+?1[-. ]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[-. ])\d{3}[-. ]\d{4}(?![\p{L}\p{N}]|[-./,]\d)|(?<![\p{L}\p{N}$€£#/.,-])555\d{7}(?![\p{L}\p{N}])/gu;
/** The same without an area code; only after words about a call, or with 555. */
const LOCAL = /(?<![\p{L}\p{N}$€£#/.,-]|\d\s)(?:\+?1[-. ])?(?<exchange>[2-9]\d{2})[-. ]\d{4}(?![\p{L}\p{N}]|[-./,]\d)/gu;
const CALL_BEFORE =
  /\b(?:[Cc]all(?:ed|ing)?|[Tt]ext(?:ed|ing)?|[Pp]honed?|[Cc]ell|[Tt]el(?:ephone)?|[Mm]obile|[Ff]ax|[Nn]umber|[Rr]each(?:ed)?|[Dd]ial(?:ed)?|[Rr]ing|[Rr]ang)(?:\s+(?:me|us|him|her|them|is|was|at|on|my|our|his|the|back|number|cell|phone|now|today|directly?|\p{Lu}\p{Ll}+))*[\s:.(]*$/u;

/** Finds phone numbers that are valid in the business's country, or begin with "+" or a zero, except the business's own. */
export function phoneNumberFinder({ telephone, address }: Pick<OwnDetails, 'telephone' | 'address'>): FindRanges {
  const defaultCountry = countryCode(address?.country ?? null) ?? FALLBACK;
  const isNorthAmerican = getCountryCallingCode(defaultCountry) === '1';
  const own = digitsOf(telephone ?? '');
  return (text) => {
    // A phone number has at least seven digits with little between them.
    if (!/\p{Nd}(?:[^\p{Nd}\p{L}]{0,4}\p{Nd}){6}/u.test(text)) return [];
    const valid = rangesOf(findPhoneNumbersInText(text, { defaultCountry }));
    const possible = rangesOf(findPhoneNumbersInText(text, { defaultCountry, extended: true })).filter(({ start }) =>
      DIALLED.test(text.slice(start)),
    );
    const local = isNorthAmerican ? northAmericanNumbers(text) : [];
    return firstOfEach([...valid, ...possible, ...local])
      .filter((range) => isPhoneNumber(text, range) && !isOwn(withoutExtension(text.slice(range.start, range.end)), own))
      .sort((a, b) => a.start - b.start);
  };
}

/** The ISO code of a country that is given as its code or its English name. */
export function countryCode(country: string | null): CountryCode | undefined {
  if (country === null) return undefined;
  const written = country.trim().toUpperCase();
  const short = { UK: 'GB', USA: 'US', 'U.S.A.': 'US', 'U.S.': 'US' }[written] ?? written;
  if (isSupportedCountry(short)) return short;
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return getCountries().find((code) => names.of(code)?.toUpperCase() === written);
}

function northAmericanNumbers(text: string): Range[] {
  const isCalled = ({ index, groups }: RegExpExecArray) =>
    groups?.['exchange'] === '555' || CALL_BEFORE.test(text.slice(Math.max(0, index - 60), index));
  const found = [...text.matchAll(NORTH_AMERICAN), ...[...text.matchAll(LOCAL)].filter(isCalled)];
  return found.map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
}

function isPhoneNumber(text: string, { start, end }: Range): boolean {
  const before = text.slice(Math.max(0, start - 40), start);
  const found = text.slice(start, end);
  if (COUNTING.test(found) || PRICE_BEFORE.test(before) || CALLED_A_NUMBER.test(before) || UNIT_AFTER.test(text.slice(end, end + 16)))
    return false;
  return !(/^\p{Nd}+$/u.test(found) && BARE_NUMBER_OF.test(before));
}

const rangesOf = (found: readonly { readonly startsAt: number; readonly endsAt: number }[]): Range[] =>
  found.map(({ startsAt, endsAt }) => ({ start: startsAt, end: endsAt }));
/** Without ranges that overlap an earlier one in the list. */
const firstOfEach = (ranges: readonly Range[]) =>
  ranges.filter(({ start, end }, index) => ranges.slice(0, index).every((other) => end <= other.start || other.end <= start));
const digitsOf = (text: string) => text.replace(/\D/g, '');
/** The digits of "360-555-0142 ext. 4" up to its first letter. */
const withoutExtension = (found: string) => digitsOf(found.replace(/[\p{L}#;,].*$/su, ''));
/** With or without area and country codes. */
const isOwn = (found: string, own: string) => found.length >= 7 && own.length >= 7 && (own.endsWith(found) || found.endsWith(own));
