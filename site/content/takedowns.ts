import { createHash } from 'node:crypto';
import { reviewId } from './identity.ts';
import type { FileData } from './record-schemas.ts';
import type { ReviewEntry } from './schemas.ts';

/** One entry of takedowns.yaml. */
export type Takedown = FileData<'takedowns'>[number];

/** The fields of a review by which takedowns recognize it. */
export type Recognizable = Pick<ReviewEntry, 'date' | 'source' | 'source_id' | 'author'> & {
  readonly id: string;
  readonly text?: ReviewEntry['text'] | undefined;
};

/** Threshold: texts of this many characters with the same author are the same review, under any id. */
export const DISTINCTIVE_LENGTH = 20;

/** Whether a text is so long that two people are unlikely to write it by chance. */
export const isDistinctive = (text: string): boolean => [...text.trim()].length >= DISTINCTIVE_LENGTH;

/** The SHA-256 of a review's identity at its source, in hex, which recognizes it under another date; undefined without one. */
export function identityHash({ source, source_id }: Pick<Recognizable, 'source' | 'source_id'>): string | undefined {
  return source_id === undefined ? undefined : hashText(`${source}\n${source_id}`);
}

/**
 * The SHA-256 of author and text, in hex, which recognizes a review under another id; undefined if the text isn't distinctive. Nobody can
 * recover the text from it, but anyone who has the exact author and text can tell that they were taken down.
 */
export function authorAndTextHash(review: Pick<Recognizable, 'author' | 'text'>): string | undefined {
  return isDistinctive(review.text ?? '') ? wordsHash(review) : undefined;
}

function wordsHash({ author, text }: Pick<Recognizable, 'author' | 'text'>): string | undefined {
  const words = normalizeText(text ?? '');
  return words === '' ? undefined : hashText(`${normalizeText(author)}\n${words}`);
}

const hashText = (text: string) => createHash('sha256').update(text).digest('hex');

/** Punctuation, white space, standalone accents, invisible characters and emoji variation selectors. */
const IGNORED = /[\p{P}\p{Z}\p{Sk}\p{C}]|\uFE0E|\uFE0F/gu;

/**
 * Removes differences in how platforms display a text. Standalone accents are removed first, because NFKC would combine them with the
 * letter before.
 */
function normalizeText(text: string): string {
  return text.replace(IGNORED, '').normalize('NFKC').toLowerCase().normalize('NFKC').replace(IGNORED, '');
}

/**
 * Makes a function that returns the takedown of a review; undefined if it wasn't taken down. It recognizes reviews by id, by identity at
 * the source, which our ids contain, and by author and text.
 */
export function takedownFinder(list: readonly Takedown[]): (review: Recognizable) => Takedown | undefined {
  const ids = new Map(list.map((one) => [one.review, one]));
  const ends = new Map(list.map((one) => [identityPart(one.review), one]));
  const identities = new Map(list.map((one) => [one.identity?.toLowerCase(), one]));
  const words = new Map(list.map((one) => [one.author_and_text?.toLowerCase(), one]));
  if (list.length === 0) return () => undefined;
  return (review) => ids.get(review.id) ?? bySource(review) ?? byWords(review);

  function bySource(review: Recognizable): Takedown | undefined {
    const { date, source, source_id } = review;
    if (source_id === undefined) return undefined;
    return ends.get(identityPart(reviewId(date, source, source_id))) ?? identities.get(identityHash(review));
  }

  function byWords(review: Recognizable): Takedown | undefined {
    const hash = wordsHash(review);
    return hash === undefined ? undefined : words.get(hash);
  }
}

/** The last 80 bits of a ULID, which are the hash of the identity in our ids. */
const identityPart = (id: string) => id.slice(10);
