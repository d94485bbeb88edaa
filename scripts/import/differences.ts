import { type ReviewEntry, reviewEntry } from '../../site/content/schemas.ts';

const KEYS = (Object.keys(reviewEntry.shape) as (keyof ReviewEntry)[]).filter(
  (key) => !['changed_by_business', 'imported', 'row'].includes(key),
);

/** A line for each key in which two versions of a review differ: its old and its new value, long ones cut around the difference. */
export function differences(from: ReviewEntry, to: ReviewEntry): string[] {
  return KEYS.map((key) => [key, printValue(from[key]), printValue(to[key])] as const)
    .filter(([, before, after]) => before !== after)
    .map(([key, before, after]) => `${key}: ${cut(before, after).join(' -> ')}`);
}

const printValue = (value: unknown) => JSON.stringify(value ?? null);

const LONGEST = 60;
const AROUND = 15;

/** Both texts, cut from a little before their first difference to a little after their last. */
function cut(before: string, after: string): [string, string] {
  if (Math.max(before.length, after.length) <= LONGEST) return [before, after];
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [around(before, start, end), around(after, start, end)];
}

/** At most LONGEST characters from the difference on; `…` stands for what is left out. */
function around(text: string, start: number, end: number): string {
  const first = Math.max(0, start - AROUND);
  const last = Math.min(text.length, Math.max(text.length - end, start) + AROUND, first + LONGEST);
  return `${first > 0 ? '…' : ''}${text.slice(first, last).toWellFormed()}${last < text.length ? '…' : ''}`;
}
