import { z } from 'zod';
import { limits } from './limits.ts';

/** What is wrong with a string of more than `most` characters, counted as JSON Schema does; undefined for one that is short enough. */
export function lengthProblem(text: string, most: number): string | undefined {
  // A character is one unit of UTF-16 or two: what is far too long isn't counted.
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

/** A name, an id or a cursor that a reader gives (M11). */
export const givenName = givenText(limits.nameCharacters, notEmpty);

/** Words to look for (M11). */
export const givenQuery = givenText(limits.queryCharacters, notEmpty);

/** How a value begins that is to be completed. */
export const givenStart = givenText(limits.queryCharacters, z.string());
