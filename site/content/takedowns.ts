import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { reviewId } from './identity.ts';
import type { ReviewEntry, takedownsFile } from './schemas.ts';

/** One entry of takedowns.yaml. */
export type Takedown = z.output<typeof takedownsFile>[number];

/** What of a review says whether it was taken down. */
export type Recognisable = Pick<ReviewEntry, 'date' | 'source' | 'source_id' | 'author'> & {
  readonly id: string;
  readonly text?: ReviewEntry['text'] | undefined;
};

/** From this many characters on, the same author and text are the same review under any id. */
export const DISTINCTIVE_LENGTH = 20;

/** Whether a text is so long that nobody else writes the same by chance. */
export const isDistinctive = (text: string): boolean => [...text.trim()].length >= DISTINCTIVE_LENGTH;

/**
 * What takedowns.yaml keeps of a review, by which it is known under another date; undefined where it has no identity at its source.
 * SHA-256, in hex.
 */
export function identityHash({ source, source_id }: Pick<Recognisable, 'source' | 'source_id'>): string | undefined {
  return source_id === undefined ? undefined : sha256(`${source}\n${source_id}`);
}

/**
 * What takedowns.yaml keeps of author and words, by which a review is known under another id; undefined where the text isn't
 * distinctive. SHA-256, in hex: nobody gets the words out of it, but who has or guesses both, to the letter, can see that they were taken down.
 */
export function authorAndTextHash(review: Pick<Recognisable, 'author' | 'text'>): string | undefined {
  return isDistinctive(review.text ?? '') ? wordsHash(review) : undefined;
}

function wordsHash({ author, text }: Pick<Recognisable, 'author' | 'text'>): string | undefined {
  const words = normaliseText(text ?? '');
  return words === '' ? undefined : sha256(`${normaliseText(author)}\n${words}`);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Punctuation, white space, accents that stand alone, invisible characters, and what makes an emoji coloured. */
const IGNORED = /[\p{P}\p{Z}\p{Sk}\p{C}]|\uFE0E|\uFE0F/gu;

/** Text without what platforms show differently. Accents that stand alone go first, because NFKC would put them on the letter before. */
function normaliseText(text: string): string {
  return text.replace(IGNORED, '').normalize('NFKC').toLowerCase().normalize('NFKC').replace(IGNORED, '');
}

/**
 * Makes a function that gives the takedown of a review, or undefined where it wasn't taken down. A review is known by its id, by its
 * identity at the source, which an id of ours carries below its date, and by its author and words.
 */
export function takedownFinder(list: readonly Takedown[]): (review: Recognisable) => Takedown | undefined {
  const ids = new Map(list.map((one) => [one.review, one]));
  const ends = new Map(list.map((one) => [identityPart(one.review), one]));
  const identities = new Map(list.map((one) => [one.identity?.toLowerCase(), one]));
  const words = new Map(list.map((one) => [one.author_and_text?.toLowerCase(), one]));
  if (list.length === 0) return () => undefined;
  return (review) => ids.get(review.id) ?? bySource(review) ?? byWords(review);

  function bySource(review: Recognisable): Takedown | undefined {
    const { date, source, source_id } = review;
    if (source_id === undefined) return undefined;
    return ends.get(identityPart(reviewId(date, source, source_id))) ?? identities.get(identityHash(review));
  }

  function byWords(review: Recognisable): Takedown | undefined {
    const hash = wordsHash(review);
    return hash === undefined ? undefined : words.get(hash);
  }
}

/** The 80 bits of a ULID after its time: in our ids the hash of the identity. */
const identityPart = (id: string) => id.slice(10);
