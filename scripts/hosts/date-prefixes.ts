/** Prefixes that together hold every date before `date` (YYYY-MM-DD) and none from it on. */
export function prefixesBefore(date: string): string[] {
  return prefixesBeside(date, (digit) => DIGITS.slice(0, digit));
}

/** Prefixes that together hold every date after `date` and none up to it. */
export function prefixesAfter(date: string): string[] {
  return prefixesBeside(date, (digit) => DIGITS.slice(digit + 1));
}

const DIGITS = [...'0123456789'];

/** For each place of the date what stands before it, followed by each of the digits that may stand there instead. */
function prefixesBeside(date: string, others: (digit: number) => readonly string[]): string[] {
  return [...date].flatMap((letter, index) => (letter === '-' ? [] : others(Number(letter)).map((other) => date.slice(0, index) + other)));
}
