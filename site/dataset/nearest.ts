/** The names nearest to `given` by edit distance (at most three), nearest first; ties in the order of `names`. */
export function nearest(given: string, names: readonly string[]): string[] {
  const scored = names.map((name) => ({ name, distance: editDistance(given.toLowerCase(), name.toLowerCase()) }));
  return scored
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
