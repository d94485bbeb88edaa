import { z } from 'zod';

/** Text in a field, well-formed: no halves of pairs, which many readers of JSON refuse. */
export const words = z
  .string({ error: 'write text (in quotes if it looks like a number)' })
  .overwrite((text) => text.toWellFormed())
  .trim()
  .min(1, 'write something here, or remove the key');

/** A name of at most `most` characters, which requests can contain. */
export const nameUpTo = (most: number) => words.max(most, `write at most ${most} characters, as many as a search for it can have`);

/** A text of at most `most` characters as it is published: in Unicode's composed form (NFC), so equal words have equal bytes. */
export const prose = (most: number) =>
  words.max(most, `write at most ${most} characters; more are probably several texts`).transform((text) => text.normalize('NFC'));

/** The URLs of reviews keep their spelling, since imports compare it with that of the source. */
export const sourceUrl = z.url({ protocol: /^https?$/, error: 'write an absolute URL such as https://example.com/page' });

/** A URL as it is published, as URL parsers read it: without line breaks, and with characters that it can't have encoded (WHATWG URL 4.4). */
export const encodeUrl = (url: string) =>
  url
    .toWellFormed()
    .replace(/[\t\n\r]/g, '')
    .replace(/[\s\p{Cc}\p{Noncharacter_Code_Point}"<>^`{|}]/gu, encodeURIComponent);
