import type { Dataset } from '../dataset.ts';
import { printOnce } from './print-answer.ts';

/**
 * The same function, whose answer about an entry of the documents is made and printed once, and kept as long as the entry: for tools that
 * read all reviews for it, and whose entries are few.
 */
export function madeOnce<E extends object, A extends object>(make: (dataset: Dataset, entry: E) => A): (dataset: Dataset, entry: E) => A {
  const made = new WeakMap<E, A>();
  return (dataset, entry) => {
    const answer = made.get(entry) ?? printOnce(make(dataset, entry));
    made.set(entry, answer);
    return answer;
  };
}
