/** Prefixes that match every date before `date` (YYYY-MM-DD) and none from it on. */
export function prefixesBefore(date: string): string[] {
  return prefixesBeside(date, (digit) => DIGITS.slice(0, digit));
}

/** Prefixes that match every date after `date` and none up to it. */
export function prefixesAfter(date: string): string[] {
  return prefixesBeside(date, (digit) => DIGITS.slice(digit + 1));
}

const DIGITS = [...'0123456789'];

/** For each position of the date: the digits before it, followed by each digit that is allowed in its place. */
function prefixesBeside(date: string, others: (digit: number) => readonly string[]): string[] {
  return [...date].flatMap((letter, index) => (letter === '-' ? [] : others(Number(letter)).map((other) => date.slice(0, index) + other)));
}
