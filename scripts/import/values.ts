import { isCalendarDate } from '../../site/contract/dates.ts';
import type { DateOrder } from './context.ts';

/** The value of a cell, or how to fix it. */
export type CellValue<T> = { readonly value: T } | { readonly fix: string };

const NUMBERS = ['one', 'two', 'three', 'four', 'five'];

/** A number of stars as exports write it, such as `4`, `4.0`, `4,0`, `4 stars`, `4 estrellas`, `4/5`, `FOUR` and `★★★★☆`. */
export function readRating(text: string): CellValue<number> {
  const value = text
    .trim()
    .toLowerCase()
    .replace(/\s*(?:stars?|estrellas?|stern(?:en?)?|[ée]toiles?)$/, '')
    .replace(/\s*(?:\/ ?5|(?:out of|de|von|sur) 5)$/, '');
  const [, whole, fraction] = /^([1-5])(?:[.,](\d+))?$/.exec(value) ?? [];
  const stars = whole === undefined ? starsOf(value) : Number(whole);
  if (stars === undefined || (stars === 5 && Number(fraction) > 0)) return { fix: 'not a whole number of stars from 1 to 5' };
  if (Number(fraction) > 0) return { fix: 'only whole stars are published; write a number from 1 to 5' };
  return { value: stars };
}

function starsOf(value: string): number | undefined {
  if (/^★{1,5}☆{0,4}$/.test(value)) return value.replace(/☆/g, '').length;
  return NUMBERS.includes(value) ? NUMBERS.indexOf(value) + 1 : undefined;
}

/** A boolean as exports write it; undefined for an empty cell. */
export function toBoolean(text: string | undefined): boolean | 'unclear' | undefined {
  if (text === undefined) return undefined;
  if (/^(?:true|yes|y|t|1|buyer|verified(?:[ _-](?:buyer|purchase|customer|reviewer))?|s[ií]|verdadero|ja|wahr|oui|vrai)$/i.test(text))
    return true;
  return /^(?:false|no|n|f|0|nothing|none|unverified|not[ _-]verified|falso|nein|falsch|non|faux)$/i.test(text) ? false : 'unclear';
}

const MONTHS = [
  ['january', 'jan', 'januar', 'enero', 'ene', 'janvier', 'janv'],
  ['february', 'feb', 'februar', 'febrero', 'fevrier', 'fevr', 'fev'],
  ['march', 'mar', 'marz', 'maerz', 'mrz', 'marzo', 'mars'],
  ['april', 'apr', 'abril', 'abr', 'avril', 'avr'],
  ['may', 'mai', 'mayo'],
  ['june', 'jun', 'juni', 'junio', 'juin'],
  ['july', 'jul', 'juli', 'julio', 'juillet', 'juil'],
  ['august', 'aug', 'agosto', 'ago', 'aout'],
  ['september', 'sept', 'sep', 'septiembre', 'septembre'],
  ['october', 'oct', 'oktober', 'okt', 'octubre', 'octobre'],
  ['november', 'nov', 'noviembre', 'novembre'],
  ['december', 'dec', 'dezember', 'dez', 'diciembre', 'dic', 'decembre'],
];

/** The number of a month by its English, German, Spanish or French name, in lower case without accents. */
const monthOf = new Map(MONTHS.flatMap((names, index) => names.map((name) => [name, index + 1] as const)));

/** `3`, `03`, `3rd`, `4.`, `1er`. */
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th|er|\\.)?';
const MONTH = '(?<month>[a-z]+)\\.?';
const YEAR = "'?(?<year>\\d{4}|\\d{2})";
/** An optional word before the date, such as the day of the week. */
const BEFORE = '(?:[a-z]+\\.?,? +)?';
/** An optional time, which is ignored with its offset: the date counts as it is written. */
const AFTER = '(?:[t ,].*)?$';

/** Dates with the name of the month. */
const NAMED = [
  `^${BEFORE}${MONTH} +${DAY},? +${YEAR}${AFTER}`,
  `^${BEFORE}${DAY}(?: +(?:of |de )?|[-/.])${MONTH},?(?: +(?:de )?|[-/.])${YEAR}${AFTER}`,
  `^${YEAR}[-/ ]${MONTH}[-/ ]${DAY}${AFTER}`,
].map((pattern) => new RegExp(pattern, 's'));

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ,].*)?$/s;
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[t ,].*)?$/s;

const TWO_DIGITS = 'a year of two digits; write all four, as in 2025-03-14';

/** Reads a date from a cell: YYYY-MM-DD, or how to fix the cell. */
export function readDay(text: string, order: DateOrder): CellValue<string> {
  const plain = text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  if (plain === '') return { fix: 'empty; every review needs a date, such as 2025-03-14' };
  const first = YEAR_FIRST.exec(plain);
  if (first) return toDay(first[1], first[2], first[3]);
  const last = YEAR_LAST.exec(plain);
  if (last) return readYearLast(last, order);
  return readNamed(plain) ?? { fix: 'not a date like 2025-03-14 or March 14, 2025' };
}

function toDay(year = '', month: string | number = '', day = '', fix = 'no such date; write one that exists') {
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
  return toDay(year, month, day, `no such date with --dates ${order}; write it as 2025-03-14, or use --dates ${other}`);
}

function readNamed(plain: string): CellValue<string> | undefined {
  for (const pattern of NAMED) {
    const { day, month = '', year } = pattern.exec(plain)?.groups ?? {};
    const number = monthOf.get(month);
    if (number !== undefined) return year?.length === 2 ? { fix: TWO_DIGITS } : toDay(year, number, day);
  }
  return undefined;
}
