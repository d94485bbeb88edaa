const SHORTEST = 5;

/** The stem that inflections share, for comparing words: "leaking", "leaked" and "leaks" are "leak". */
export const stem = (word: string): string =>
  word.length < SHORTEST ? word : word.replace(/(?:ing|ed|es|s|ly|e)$/, '').replace(/(.)\1$/, '$1');
