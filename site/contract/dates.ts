import { z } from 'zod';

const MS_PER_DAY = 86_400_000;
const NOT_A_DATE = 'must be a date that exists, written YYYY-MM-DD';

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
