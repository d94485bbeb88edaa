import { isCalendarDate, rateReviewDate, reviewDateAdvice } from '../../site/shared/dates.ts';
import { plainLetters } from '../../site/shared/text.ts';

/** The order of year, month and day in a numeric date. */
export type DateOrder = 'ymd' | 'mdy' | 'dmy';

/** The value of a cell, or how to fix it. */
export type CellValue<T> = { readonly value: T } | { readonly fix: string };

const NUMBERS = ['one', 'two', 'three', 'four', 'five'];

/** A rating as it is written; `of` is the best possible value if the cell has it, as in `8/10`. */
export interface WrittenRating {
  readonly value: number;
  readonly of?: number;
}

const STARS = /\s*(?:stars?|estrellas?|stern(?:en?)?|[ée]toiles?|stelle?|sterren?|[⭐★])$/;
const OF = /^(.+?)\s*(?:\/|\b(?:out of|de|von|sur|su|van|av)\b)\s*(\d+(?:[.,]\d+)?)$/;

/** A rating such as `4`, `4,0`, `4 stars`, `4/5`, `8/10`, `80%`, `FOUR` and `★★★★☆`; undefined for anything else. */
export function parseRating(text: string): WrittenRating | undefined {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/\uFE0F/g, '');
  const drawn = /^([⭐★]+)(½?)([☆]*)$/u.exec(plain);
  if (drawn) {
    const [, full = '', half = '', open = ''] = drawn;
    const value = [...full].length + (half === '' ? 0 : 0.5);
    return open === '' ? { value } : { value, of: Math.ceil(value) + open.length };
  }
  const words = plain.replace(STARS, '');
  if (words.endsWith('%')) return withNumber(words.slice(0, -1), 100);
  const [, part, of] = OF.exec(words) ?? [];
  return part === undefined ? withNumber(words, undefined) : withNumber(part, toNumber(of ?? ''));
}

function withNumber(text: string, of: number | undefined): WrittenRating | undefined {
  const value = NUMBERS.includes(text) ? NUMBERS.indexOf(text) + 1 : toNumber(text);
  if (value === undefined) return undefined;
  return of === undefined ? { value } : { value, of };
}

const toNumber = (text: string) => (/^\d{1,6}(?:[.,]\d{1,9})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : undefined);

const BEST = 5;

/** Whether a number can be the best possible rating of a scale. */
export const isScale = (best: number): boolean => best >= 2 && best <= 1000;

/**
 * Converts a rating to 1 to 5 stars. On another scale than 5, it's multiplied and half points are rounded up: 5 of 10 is 3 stars, 3 of 10
 * is 2, and the lowest ratings are 1. `scale` is the best possible value of ratings that don't name it.
 */
export function toStars(written: WrittenRating | undefined, scale: number): CellValue<number> {
  if (written === undefined) return { fix: `not a whole number of stars from 1 to ${BEST}` };
  const { value, of = scale } = written;
  if (value > of || of < 1) return { fix: `is more than ${of}, the best possible rating` };
  if (value === 0) return { fix: 'has no stars: the lowest rating is 1' };
  if (of === BEST && !Number.isInteger(value)) return { fix: 'only whole stars are published; write a number from 1 to 5' };
  if (of === BEST) return { value };
  // The product of 2.9 and 5 is 14.499999999999998.
  return { value: Math.max(1, Math.round(Number(((value * BEST) / of).toFixed(6)))) };
}

/** A boolean as exports write it; undefined for an empty cell. */
export function toBoolean(text: string | undefined): boolean | 'unclear' | undefined {
  if (text === undefined) return undefined;
  if (/^(?:true|yes|y|t|1|1\.0|buyer|verified(?:[ _-](?:buyer|purchase|customer|reviewer))?|s[ií]|verdadero|ja|wahr|oui|vrai)$/i.test(text))
    return true;
  return /^(?:false|no|n|f|0|0\.0|nothing|none|unverified|not[ _-]verified|falso|nein|falsch|non|faux)$/i.test(text) ? false : 'unclear';
}

/** Languages in which Google exports and scrapers write dates; those of the Intl data that has month names for each. */
const LANGUAGES =
  `af am ar az be bg bn bs ca cs cy da de de-AT el en es et eu fa fi fil fr gl gu he hi hr hu hy id is it ka kk km kn ko ky lo lt
  lv mk ml mn mr ms my nb ne nl pa pl pt pt-PT ro ru si sk sl sq sr sr-Latn sv sw ta te th tr uk ur uz vi zu`.split(/\s+/);

/** Abbreviations that people and programs write and Intl doesn't. */
const OTHER_MONTHS: readonly (readonly [string, number])[] = [
  ['maerz', 3],
  ['mrz', 3],
  ['sept', 9],
];

/** By a month's name in lower case without accents, its number in each language that has the name. */
const monthsByName = new Map<string, Map<string, number>>();

function monthNames(): typeof monthsByName {
  if (monthsByName.size > 0) return monthsByName;
  const add = (name: string, language: string, month: number) => {
    // Japanese, Chinese and Vietnamese number their months.
    if (/\d/.test(name)) return;
    const key = plainText(name).replace(/[^\p{L}]/gu, '');
    if (key === '') return;
    const known = monthsByName.get(key) ?? new Map<string, number>();
    monthsByName.set(key, known);
    if (!known.has(language)) known.set(language, month);
  };
  for (const language of LANGUAGES)
    for (const style of ['long', 'short'] as const)
      for (const options of [{ month: style }, { day: 'numeric', month: style, year: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { ...options, timeZone: 'UTC' });
        for (let month = 1; month <= 12; month++)
          for (const { type, value } of format.formatToParts(Date.UTC(2024, month - 1, 14)))
            if (type === 'month') add(value, language, month);
      }
  for (const [name, month] of OTHER_MONTHS) add(name, 'other', month);
  return monthsByName;
}

/** Plain letters with Hangul in syllables, as in EASTERN, and with Latin digits. */
const plainText = (text: string) => plainLetters(text.trim()).normalize('NFC').replace(DIGITS, toDigit);

/** Digits of other scripts; the zero of each block. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10];
const DIGITS = /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\uFF10-\uFF19]/g;
const toDigit = (digit: string) => String(ZEROS.map((zero) => digit.charCodeAt(0) - zero).find((value) => value >= 0 && value <= 9));

/** How the dates of a table are written, as far as all its dates together show. */
export interface DateStyle {
  readonly order: DateOrder;
  /** Whether the numbers of a column are days since 1900, as spreadsheets store dates. */
  readonly isExcel: boolean;
  /** The languages that have all names of months in the column. */
  readonly languages: ReadonlySet<string> | undefined;
}

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ,].*)?$/s;
const YEAR_LAST = /^(\d{1,2})[-/.] ?(\d{1,2})[-/.] ?(\d{4}|\d{2})(?:[t ,.].*)?$/s;
/** 2025年3月14日, 2025년 3월 14일, 2025. 3. 14. and 14 tháng 3, 2025. */
const EASTERN = /^(\d{4}) ?[年년.] ?(\d{1,2}) ?[月월.] ?(\d{1,2}) ?[日일.]?(?:\s.*)?$/s;
const VIETNAMESE = /^(?:ngay )?(\d{1,2}) thang (\d{1,2}),?(?: nam)? (\d{4})$/;
/** The first day that spreadsheets and programs plausibly mean by a number, 1995-01-01, and the last, 2099-12-31. */
const EXCEL_DAYS = [34_700, 73_050] as const;

/** Decides how the dates of a column are written. `others` are the dates in other columns of the table, which share the order. */
export function dateStyleOf(dates: readonly string[], others: readonly string[], stated: DateOrder): DateStyle {
  const filled = dates.map((date) => date.trim()).filter((date) => date !== '');
  const [first, second] = [orderOf(filled), orderOf(others)];
  const order = stated !== 'ymd' ? stated : first === 'ymd' ? second : first;
  const isExcel = filled.length > 0 && filled.every(isExcelDay);
  const names = new Set(filled.flatMap((date) => wordsOf(date).filter((word) => monthNames().has(word))));
  const [firstName, ...otherNames] = names;
  const known = (name: string) => monthNames().get(name);
  const languages =
    firstName === undefined
      ? undefined
      : new Set([...(known(firstName)?.keys() ?? [])].filter((language) => otherNames.every((name) => known(name)?.has(language))));
  return { order: order === 'mixed' ? 'ymd' : order, isExcel, languages };
}

const isExcelDay = (text: string) =>
  /^\d{5}(?:[.,]\d+)?$/.test(text) && Number.parseInt(text, 10) >= EXCEL_DAYS[0] && Number.parseInt(text, 10) <= EXCEL_DAYS[1];

/** The order that the unambiguous dates of a column show; `mixed` if they contradict one another. */
function orderOf(dates: readonly string[]): DateOrder | 'mixed' {
  let order: DateOrder | 'mixed' = 'ymd';
  for (const date of dates) {
    const [, a, b, year] = YEAR_LAST.exec(plainText(date)) ?? [];
    if (year?.length !== 4 || Number(a) > 31 || Number(b) > 31) continue;
    const shown = Number(a) > 12 ? 'dmy' : Number(b) > 12 ? 'mdy' : undefined;
    if (shown === undefined) continue;
    if (order !== 'ymd' && order !== shown) return 'mixed';
    order = shown;
  }
  return order;
}

const wordsOf = (text: string) => plainText(text).match(/\p{L}+/gu) ?? [];

const UNKNOWN = 'not a date like 2025-03-14 or March 14, 2025';
const TWO_DIGITS = 'a year of two digits; write all four, as in 2025-03-14';
const RELATIVE = 'only says how long ago it was; use a column with the date, or export again with dates';
/** "2 weeks ago", "vor 3 Tagen", "hace un mes", "il y a 2 ans", "3 giorni fa", "today". */
const RELATIVE_DATE =
  /\bago\b|^(?:vor|hace|il y a|ha|for|for circa)\s|\bfa$|\bgeleden$|\bsedan$|\bsiden$|^(?:today|yesterday|heute|gestern|hoy|ayer|hier|oggi|ieri)$/;

/** Reads a date from a cell: YYYY-MM-DD, or how to fix the cell. A time is ignored with its offset: the date counts as it is written. */
export function readDay(text: string, style: Pick<DateStyle, 'order'> & Partial<DateStyle>): CellValue<string> {
  const plain = plainText(text);
  if (plain === '') return { fix: 'empty; every review needs a date, such as 2025-03-14' };
  const found = readNumeric(plain, style) ?? readNamed(plain, style.languages);
  if (found === undefined) return { fix: RELATIVE_DATE.test(plain) ? RELATIVE : UNKNOWN };
  const isImpossible = 'value' in found && rateReviewDate(found.value) === 'impossible';
  return isImpossible ? { fix: reviewDateAdvice.impossible } : found;
}

function readNumeric(
  plain: string,
  { order, isExcel = false }: Pick<DateStyle, 'order'> & Partial<DateStyle>,
): CellValue<string> | undefined {
  const first = YEAR_FIRST.exec(plain) ?? EASTERN.exec(plain) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(plain);
  if (first) return toDay(first[1], first[2], first[3]);
  const vietnamese = VIETNAMESE.exec(plain);
  if (vietnamese) return toDay(vietnamese[3], vietnamese[2], vietnamese[1]);
  const last = YEAR_LAST.exec(plain);
  if (last) return readYearLast(last, order);
  if (/^\d{10}(?:\.\d+)?$/.test(plain)) return dayAt(Number(plain) * 1000);
  if (/^\d{13}$/.test(plain)) return dayAt(Number(plain));
  // Day 25569 is 1970-01-01.
  return isExcel && isExcelDay(plain) ? dayAt((Number.parseInt(plain, 10) - 25_569) * 86_400_000) : undefined;
}

const dayAt = (ms: number): CellValue<string> => ({ value: new Date(ms).toISOString().slice(0, 10) });

const NO_SUCH_DATE = 'no such date; write one that exists';

function toDay(year = '', month: string | number = '', day = '', fix = NO_SUCH_DATE): CellValue<string> {
  const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
  return isCalendarDate(date) ? { value: date } : { fix };
}

function readYearLast([, a, b, year]: RegExpExecArray, order: DateOrder): CellValue<string> {
  if (year?.length === 2) return { fix: TWO_DIGITS };
  // 14.03.2025, 3/14/2025 and 3/3/2025 are unambiguous.
  if (order === 'ymd' && (Number(a) > 12 || Number(a) === Number(b))) return toDay(year, b, a);
  if (order === 'ymd' && Number(b) > 12) return toDay(year, a, b);
  if (order === 'ymd')
    return { fix: `is ambiguous; use --dates dmy if ${a} is the day, --dates mdy if ${a} is the month, or write it like 2025-03-14` };
  const [month, day, other] = order === 'mdy' ? [a, b, 'dmy'] : [b, a, 'mdy'];
  const isOther = 'value' in toDay(year, day, month);
  return toDay(
    year,
    month,
    day,
    isOther ? `no such date with --dates ${order}; write it as 2025-03-14, or use --dates ${other}` : NO_SUCH_DATE,
  );
}

/** Times and offsets, which aren't part of a date. */
const TIMES = /\b\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s?[ap]\.?m\b\.?)?(?:\s?(?:gmt|utc)?\s?[+-]\d{2}:?\d{2}\b)?/g;

/** Reads a date with the name of the month: it has one year, one day, and the name next to one of them, in any order. */
function readNamed(plain: string, languages: DateStyle['languages']): CellValue<string> | undefined {
  const tokens = plain.replace(TIMES, ' ').match(/\p{L}+|\d+/gu) ?? [];
  const numbers = tokens.flatMap((token, index) => (/^\d/.test(token) ? [{ token, index }] : []));
  const year = numbers.find(({ token }) => token.length === 4);
  const days = numbers.filter(({ token }) => token.length <= 2);
  const names = monthNames();
  const months = tokens.flatMap((token, index) => (names.has(token) ? [{ token, index }] : []));
  if (months.length === 0 || days.length === 0 || numbers.length > 2) return undefined;
  if (year === undefined) return days.length === 2 ? { fix: TWO_DIGITS } : undefined;
  const [day] = days;
  if (day === undefined) return undefined;
  const distance = ({ index }: { readonly index: number }) => Math.min(Math.abs(index - day.index), Math.abs(index - year.index));
  const [nearest] = months.toSorted((a, b) => distance(a) - distance(b));
  const known = names.get(nearest?.token ?? '') ?? new Map<string, number>();
  const meant = new Set([...known].filter(([language]) => languages?.has(language) ?? true).map(([, month]) => month));
  const [month, other] = meant.size > 0 ? meant : new Set(known.values());
  if (other !== undefined)
    return { fix: `"${nearest?.token}" is month ${month} or ${other}, depending on the language; write it like 2025-03-14` };
  return toDay(year.token, month, day.token);
}
