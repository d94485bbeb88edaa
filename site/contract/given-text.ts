import { z } from 'zod';
import { limits } from './limits.ts';

/** The problem with a string of more than `most` characters, counted as in JSON Schema; undefined if it is short enough. */
export function lengthProblem(text: string, most: number): string | undefined {
  // A character is one or two UTF-16 units, so a far too long string needn't be counted.
  const isShort = text.length <= most || (text.length <= 2 * most && [...text].length <= most);
  return isShort ? undefined : `must be at most ${most} characters long`;
}

function givenText(most: number, text: z.ZodString) {
  return text
    .check(({ value, issues }) => {
      const message = lengthProblem(value, most);
      if (message !== undefined) issues.push({ code: 'too_big', origin: 'string', maximum: most, inclusive: true, input: value, message });
    })
    .meta({ maxLength: most });
}

const notEmpty = z.string().min(1, 'must not be empty');

/** A name, id or cursor in a request. */
export const givenName = givenText(limits.nameCharacters, notEmpty);

/** A search query. */
export const givenQuery = givenText(limits.queryCharacters, notEmpty);

/** The start of a value to complete. */
export const givenStart = givenText(limits.queryCharacters, z.string());
