import { z } from 'zod';

const MS_PER_DAY = 86_400_000;
const NOT_A_DATE = 'must be a date that exists, written YYYY-MM-DD';

/** Whether `value` is a day of the proleptic Gregorian calendar, written YYYY-MM-DD. */
export const isCalendarDate = (value: string): boolean => z.regexes.date.test(value);

/** A calendar date: YYYY-MM-DD, and a day that exists. */
export const calendarDate = z
  .string({ error: NOT_A_DATE })
  .refine(isCalendarDate, { error: NOT_A_DATE })
  .meta({ format: 'date', maxLength: 10, description: 'A calendar date, YYYY-MM-DD' });

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
