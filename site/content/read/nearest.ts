import { editDistance } from '../../algorithms.ts';

/** The names nearest to `given` by edit distance (at most three), nearest first; ties in the order of `names`. */
export function nearest(given: string, names: readonly string[]): string[] {
  const scored = names.map((name) => ({ name, distance: editDistance(given.toLowerCase(), name.toLowerCase()) }));
  return scored
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}
