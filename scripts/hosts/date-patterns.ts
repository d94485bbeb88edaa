import { paths } from '../../site/contract/paths.ts';

/** Matches the path of since with a date that exists, leap years included; for hosts whose expressions have no look-ahead. */
export const validSincePath = `^${paths.since}(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)$`;

/** Prefixes that together hold every date before `date` (YYYY-MM-DD) and none from it on. */
export function prefixesBefore(date: string): string[] {
  return prefixesBeside(date, (digit) => digits('0', digit));
}

/** Prefixes that together hold every date after `date` and none up to it. */
export function prefixesAfter(date: string): string[] {
  return prefixesBeside(date, (digit) =>
    digits(digit, '9')
      .slice(1)
      .concat(digit === '9' ? [] : ['9']),
  );
}

function prefixesBeside(date: string, others: (digit: string) => string[]): string[] {
  return [...date].flatMap((digit, index) => (digit === '-' ? [] : others(digit).map((other) => date.slice(0, index) + other)));
}

/** The digits from `low` up to `high`, exclusive. */
function digits(low: string, high: string): string[] {
  return Array.from({ length: Number(high) - Number(low) }, (_, index) => String(Number(low) + index));
}
