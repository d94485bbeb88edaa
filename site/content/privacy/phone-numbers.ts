import { type CountryCode, findPhoneNumbersInText, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { type FindRanges, type OwnDetails, type Range, rangeOf, withoutOverlaps } from './contact-details.ts';

/** Words before numbers that aren't phone numbers, such as permit numbers; the second group needs a word such as "number". */
const CALLED_A_NUMBER =
  /(?:(?<!\p{L})(?:permit|licen[cs]e|licencia|licen[cç]a|lizenz|lic|model|modelo|modell|mod[eè]le|modello|serial|serie|s\/n|sku|upc|ean|isbn|vin|iban|siret|siren|vat|invoice|factura|fatura|facture|fattura|rechnung|tracking|claim|confirmation)|(?<!\p{L})(?:part|order|account|acct|job|ticket|case|policy|member(?:ship)?|meter|ref(?:erence|erencia)?|r[ée]f|pedido|commande|ordine|auftrag|bestellung|kunde)[\s.:-]*(?:no|num|number|nr|id|#|n[º°]|n\.\s?[º°]|n[uú]mero|num[ée]ro)|(?<!\p{L})(?:bestell|auftrags?|rechnungs?|kunden?|serien|order|factuur|klant)-?(?:nummer|nr))[\s.:#-]*(?:(?:no|num|number|nr|id|is|was|n[º°]|n\.\s?[º°]|n[uú]mero|num[ée]ro|nummer|es|ist|est|era|war)[\s.:#-]*)*(?:\p{Nd}+[\s./-]+)*$/iu;
const BARE_NUMBER_OF =
  /(?:#|(?<!\p{L})(?:part|order|account|acct|job|ticket|case|policy|member(?:ship)?|meter|ref(?:erence|erencia)?|r[ée]f|pedido|commande|ordine|auftrag|bestellung)[\s.:-]*)$/iu;

/** Whether a text ends with words such as "serial no." or "order number", after which a number isn't a phone number or postcode. */
export const followsNumberWord = (before: string): boolean => CALLED_A_NUMBER.test(before) || BARE_NUMBER_OF.test(before);

/** Number ranges without subscribers, such as 07700 900123, only count as phone numbers in this form. */
const DIALLED = /^\(?(?:\+|0)/u;
/** Sequences, dates, years and decimals: "1 2 3 4 5 6 7", "05.06.2023-07.08.2023", "2024-03-14 10", "2019-2020", "0.25 0.50 1.75". */
const COUNTING =
  /^\p{Nd}(?:\P{Nd}+\p{Nd}(?!\p{Nd})){4}|^\d{1,2}[./-]\d{1,2}[./-](?:(?:19|20)\d\d(?!\d)|\d\d(?:\s|$))|^(?:0?[1-9]|[12]\d|3[01]) (?:0?[1-9]|1[0-2]) (?:19|20)\d\d(?!\d| \d)|^(?:19|20)\d\d[./ -](?:0?[1-9]|1[0-2])[./ -](?:0?[1-9]|[12]\d|3[01])(?!\d)|^(?:19|20)\d\d(?:\s?[-–/]\s?|\s)(?:19|20)\d\d$|^\d{1,3}(?:[ .]000)+$|^\d+\.\d\d?\s/u;
const PRICE_BEFORE = /[$€£¥₹][^\S\n]?$|\d[.,]$|\b(?:EUR|USD|GBP|CHF|Rs\.?|R\$|kr\.?)[^\S\n]?$/u;
const UNIT_AFTER =
  /^(?:[^\S\n]|-)*(?:[€£¥₹%]|(?:euros?|pesos|kr|zł|chf|eur|usd|gbp|kg|km|m²|m2|sq|square|sf|ft|feet|foot|watts?|k?w|kwh|va|volts?|amps?|dollars?|bucks|miles?|hours?|hrs|btus?|lumens?|psi|lbs?|pounds?|gallons?|degrees?)\b)/iu;

/** A North American number in its usual form, valid or not: people also write fictional ones such as (555) 123-4567. */
const NORTH_AMERICAN =
  /(?<![\p{L}\p{N}$€£#/.,-]|\d\s)(?:\+?1[-. ]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[-. ])\d{3}[-. ]\d{4}(?![\p{L}\p{N}]|[-./,]\d)|(?<![\p{L}\p{N}$€£#/.,-])555\d{7}(?![\p{L}\p{N}])/gu;
/** The same without an area code, only after words about a call, or with 555. */
const LOCAL = /(?<![\p{L}\p{N}$€£#/.,-]|\d\s)(?:\+?1[-. ])?(?<exchange>[2-9]\d{2})[-. ]\d{4}(?![\p{L}\p{N}]|[-./,]\d)/gu;
const CALL_BEFORE =
  /\b(?:[Cc]all(?:ed|ing)?|[Tt]ext(?:ed|ing)?|[Pp]honed?|[Cc]ell|[Tt]el(?:ephone)?|[Mm]obile|[Ff]ax|[Nn]umber|[Rr]each(?:ed)?|[Dd]ial(?:ed)?|[Rr]ing|[Rr]ang)(?:\s+(?:me|us|him|her|them|is|was|at|on|my|our|his|the|back|number|cell|phone|now|today|directly?|\p{Lu}\p{Ll}+))*[\s:.(]*$/u;

/** Seven or more digits close together, with possible prefixes. */
const CANDIDATE = /[+(＋（\s]*\p{Nd}(?:[^\p{Nd}\p{L}]{0,4}\p{Nd}){6,}/gu;
/** The context in which libphonenumber detects that a number is part of something longer. */
const CONTEXT = 8;

/**
 * Finds phone numbers that are valid in one of the countries, or begin with "+" or a zero, except the business's own in any spelling.
 * Countries are written as ISO 3166 codes.
 */
export function phoneNumberFinder(
  { telephone, other_telephones = [] }: Pick<OwnDetails, 'telephone' | 'other_telephones'>,
  countries: readonly CountryCode[],
): FindRanges {
  const isNorthAmerican = countries.some((country) => getCountryCallingCode(country) === '1');
  const ownNumbers = [telephone ?? '', ...other_telephones].map((own) => ownNumber(own, countries));
  const isOwn = (found: string) => ownNumbers.some((matches) => matches(found));
  return (text) => {
    const inside = [...text.matchAll(CANDIDATE)].flatMap(({ index, 0: { length } }) => {
      const start = Math.max(0, index - CONTEXT);
      return numbersIn(text.slice(start, index + length + CONTEXT), countries).map((range) => ({
        start: start + range.start,
        end: start + range.end,
      }));
    });
    if (inside.length === 0 && !isNorthAmerican) return [];
    return withoutOverlaps([...inside, ...(isNorthAmerican ? northAmericanNumbers(text) : [])]).filter(
      (range) => isPhoneNumber(text, range) && !isOwn(text.slice(range.start, range.end)),
    );
  };
}

/** Valid numbers of the countries first, then ranges that begin like a dialed number. */
function numbersIn(text: string, countries: readonly CountryCode[]): Range[] {
  // 00 means + in most countries, but libphonenumber only knows each country's own prefix.
  const dialled = text.replace(/(?<!\p{Nd}[^\p{Nd}\p{L}]{0,3})00(?=[1-9])/gu, ' +');
  const valid = countries.flatMap((defaultCountry) => rangesOf(findPhoneNumbersInText(dialled, { defaultCountry })));
  const possible = countries.flatMap((defaultCountry) => rangesOf(findPhoneNumbersInText(dialled, { defaultCountry, extended: true })));
  // If the rules of two countries find different parts of a number, the longer one counts.
  const longest = valid.sort((a, b) => b.end - b.start - (a.end - a.start));
  const all = [...longest, ...possible.filter(({ start }) => DIALLED.test(dialled.slice(start)))];
  return all.map(({ start, end }) => ({
    start: (dialled[start] === '+' && text[start] === '0' ? start - 1 : start) + openingOf(text.slice(start, end)).length,
    // libphonenumber takes ", 12" for an extension, but it is usually the next number of the sentence.
    end: start + text.slice(start, end).replace(/[,;]\s*\p{Nd}+$/u, '').length,
  }));
}

/** The opening bracket at the beginning of what was found, if it closes after the number: "(0161 496 0777)". */
function openingOf(found: string): string {
  const count = (brackets: RegExp) => found.match(brackets)?.length ?? 0;
  return count(/[([（［]/gu) > count(/[)\]）］]/gu) ? (/^[([（［]\s*/u.exec(found)?.[0] ?? '') : '';
}

function northAmericanNumbers(text: string): Range[] {
  const isCalled = ({ index, groups }: RegExpExecArray) =>
    groups?.['exchange'] === '555' || CALL_BEFORE.test(text.slice(Math.max(0, index - 60), index));
  return [...text.matchAll(NORTH_AMERICAN), ...[...text.matchAll(LOCAL)].filter(isCalled)].map(rangeOf);
}

function isPhoneNumber(text: string, { start, end }: Range): boolean {
  const before = text.slice(Math.max(0, start - 40), start);
  const found = text.slice(start, end);
  if (digitsOf(found).length < 7 && !DIALLED.test(found)) return false;
  if (/\d[./-]$/u.test(before) && /^\d{1,2}[./-](?:19|20)\d\d(?!\d)/u.test(found)) return false;
  if (COUNTING.test(found) || PRICE_BEFORE.test(before) || CALLED_A_NUMBER.test(before) || UNIT_AFTER.test(text.slice(end, end + 16)))
    return false;
  return !(/^\p{Nd}+$/u.test(found) && BARE_NUMBER_OF.test(before));
}

const rangesOf = (found: readonly { readonly startsAt: number; readonly endsAt: number }[]): Range[] =>
  found.map(({ startsAt, endsAt }) => ({ start: startsAt, end: endsAt }));
const digitsOf = (text: string) => text.normalize('NFKC').replace(/\D/g, '');
/** "360-555-0142 ext. 4" without its extension. */
const withoutExtension = (found: string) => found.replace(/[\p{L}#;,].*$/su, '');

/** Makes a function that recognizes `telephone` with or without its country code, trunk zero and area code. */
function ownNumber(telephone: string, countries: readonly CountryCode[]): (found: string) => boolean {
  const own = new Set(numbersOf(telephone, countries));
  const ownDigits = digitsOf(telephone);
  return (found) => {
    const number = withoutExtension(found);
    if (numbersOf(number, countries).some((e164) => own.has(e164))) return true;
    const digits = digitsOf(number).replace(/^0+/, '');
    return digits.length >= 7 && (ownDigits.endsWith(digits) || [...own].some((e164) => e164.endsWith(digits)));
  };
}

/** The number in E.164 format, as dialed in each of the countries. */
function numbersOf(written: string, countries: readonly CountryCode[]): string[] {
  const dialled = written
    .normalize('NFKC')
    .replace(/^[\s(]*00/, '+')
    .replace(/\(0\)/, '');
  return countries.flatMap((country) => parsePhoneNumberFromString(dialled, country)?.number ?? []);
}
