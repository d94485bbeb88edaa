import { plainWords } from '../contract/plain-words.ts';
import type { Review } from '../contract/review.ts';

const SHORTEST = 3;

/** The bytes of `/reviews/words.json`: in how many reviews each plain word of three letters or more occurs, the most frequent first. */
export function printReviewWords(reviews: readonly Pick<Review, 'text'>[]): string {
  const counts = new Map<string, number>();
  for (const { text } of reviews) {
    for (const word of new Set(plainWords(text ?? ''))) {
      if (word.length >= SHORTEST && !/\p{N}/u.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const sorted = [...counts].sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted))}\n`;
}
