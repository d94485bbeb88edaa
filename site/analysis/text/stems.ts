const SHORTEST = 5;
const MOST_REMEMBERED = 50_000;
const stems = new Map<string, string>();

/** The stem that inflections share, for comparing words: "leaking", "leaked" and "leaks" are "leak". */
export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const short = word.length < SHORTEST ? word : word.replace(/(?:ing|ed|es|s|ly|e)$/, '').replace(/(.)\1$/, '$1');
  if (stems.size < MOST_REMEMBERED) stems.set(word, short);
  return short;
}
