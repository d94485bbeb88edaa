import { isObject } from './message.ts';

const MOST_SHOWN = 80;

/** The beginning of what somebody gave, as messages show it. */
export function shorten(text: string): string {
  if (text.length <= MOST_SHOWN) return text;
  // A character of two units isn't cut in half.
  return `${[...text.slice(0, 2 * MOST_SHOWN)].slice(0, MOST_SHOWN).join('')}…`;
}

/** A short picture of a value; what has parts is only named, since it may be as deep as the body is long. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : shorten(JSON.stringify(value));
}
