import { isCalendarDate } from '../../site/contract/dates.ts';
import type { DateOrder } from './incoming.ts';

const NUMBERS: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5 };

/** Stars as exports write them, such as `4`, `4.0`, `4 stars`, `4/5`, `FOUR` and `★★★★☆`; undefined where it is nothing like that. */
export function toRating(text: string | undefined): number | undefined {
  const value = text?.toLowerCase().replace(/\s*(?:stars?|\/ ?5|out of 5)$/, '') ?? '';
  if (/^[1-5](?:\.0+)?$/.test(value)) return Number(value);
  return /^★{1,5}☆{0,4}$/.test(value) ? value.replace(/☆/g, '').length : NUMBERS[value];
}

/** Yes or no as exports write them; undefined where nothing is said. */
export function toBoolean(text: string | undefined): boolean | 'unclear' | undefined {
  if (text === undefined) return undefined;
  if (/^(?:true|yes|y|1|verified)$/i.test(text)) return true;
  return /^(?:false|no|n|0|unverified|not verified)$/i.test(text) ? false : 'unclear';
}

/** The day that a cell names (YYYY-MM-DD), as it is written there: a time and its offset are cut off. */
export function toDate(text: string | undefined, order: DateOrder): string | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text ?? '');
  const other = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ,].*)?$/.exec(text ?? '');
  const parts =
    iso?.slice(1) ??
    (other && order === 'mdy' ? [other[3], other[1], other[2]] : other && order === 'dmy' ? [other[3], other[2], other[1]] : undefined);
  const date = parts?.map((part) => String(part).padStart(2, '0')).join('-');
  return date !== undefined && isCalendarDate(date) ? date : undefined;
}
