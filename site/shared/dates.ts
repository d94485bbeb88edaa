import { z } from 'zod';

const MS_PER_DAY = 86_400_000;
const NOT_A_DATE = 'must be a valid date (YYYY-MM-DD)';

/** Whether `value` is a day of the proleptic Gregorian calendar, written YYYY-MM-DD. */
export const isCalendarDate = (value: string): boolean => z.regexes.date.test(value);

/** A calendar date: YYYY-MM-DD, and a day that exists. */
export const calendarDate = z
  .string({ error: NOT_A_DATE })
  .refine(isCalendarDate, { error: NOT_A_DATE, abort: true })
  .meta({ format: 'date', maxLength: 10, description: 'A calendar date, YYYY-MM-DD' });

/** The first and last day that a review, or anything that happened to it, can have. Ids count from 1970 (ULID). */
const FIRST_DAY = '1970-01-01';
export const LAST_YEAR = 2099;
const LAST_DAY = `${LAST_YEAR}-12-31`;
/** Threshold: earlier days are probably mistakes, since there were no reviews on the web before. */
const DOUBTFUL_BEFORE = '1995-01-01';

/** How to fix a date of a review that is out of bounds, and why another one is doubtful. */
export const reviewDateAdvice = { impossible: 'write a date from 1970 to 2099', doubtful: 'is before 1995' } as const;

/**
 * Whether a calendar date can be the date of a review, or of a reply, verification or removal: `impossible` ones are refused, and people are
 * asked about `doubtful` ones. Dates in the future aren't considered, since that depends on the clock.
 */
export function rateReviewDate(date: string): keyof typeof reviewDateAdvice | 'plausible' {
  if (date < FIRST_DAY || date > LAST_DAY) return 'impossible';
  return date < DOUBTFUL_BEFORE ? 'doubtful' : 'plausible';
}

/** A calendar date that can be the date of a review. */
export const reviewDate = calendarDate.refine((date) => rateReviewDate(date) !== 'impossible', { error: reviewDateAdvice.impossible });

/** The number of days from `first` to `last`, both included. */
export const countDays = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / MS_PER_DAY + 1;

/** The day after `date`; both YYYY-MM-DD. */
export function nextDay(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + MS_PER_DAY).toISOString().slice(0, 10);
}

/** Every day from `first` to `last`, both included, oldest first; empty when `first` is after `last`. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = nextDay(day)) days.push(day);
  return days;
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(?::\d{2}(?:\.(\d{1,9}))?)?\s*(?:Z|UTC|[+-]\d{2}:?\d{2})?$/i;

/**
 * A time in UTC such as `2025-03-14T09:30:00.5Z`, from RFC 3339 with up to 9 fractional digits; without an offset, it is in UTC. Undefined
 * if the text isn't a time.
 */
export function toInstant(text: string): string | undefined {
  const match = INSTANT.exec(text.trim());
  // Date.parse reads 2024-02-30 as March 1.
  if (!match?.[1] || !isCalendarDate(match[1])) return undefined;
  const plain = text
    .trim()
    .replace(/\.\d+/, '')
    .replace(/\s*UTC$/i, 'Z')
    .replace(' ', 'T');
  const ms = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(plain) ? plain : `${plain}Z`);
  if (Number.isNaN(ms)) return undefined;
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  return new Date(ms).toISOString().replace('.000', fraction && `.${fraction}`);
}

/** The later of two times from toInstant; undefined is earlier than any time. */
export function laterOf(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return sortable(a) < sortable(b) ? b : a;
}

/** A time from toInstant in a form that sorts as text. */
export function sortable(instant: string): string {
  const [seconds = '', fraction = ''] = instant.replace('Z', '').split('.');
  return `${seconds}.${fraction.padEnd(9, '0')}`;
}

/** The date of a time, in UTC. */
export const dayOf = (instant: string) => instant.slice(0, 10);

/** The earliest time zone is 14 hours ahead of UTC. */
const FURTHEST_EAST_MS = 14 * 3_600_000;

/** The day in UTC, which commands use as today, and the latest day in any time zone; both YYYY-MM-DD. */
export function daysAt(now: Date): { readonly today: string; readonly latest: string } {
  const latest = new Date(now.getTime() + FURTHEST_EAST_MS);
  return { today: dayOf(now.toISOString()), latest: dayOf(latest.toISOString()) };
}
