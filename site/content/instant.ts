import { isCalendarDate } from '../contract/dates.ts';

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
