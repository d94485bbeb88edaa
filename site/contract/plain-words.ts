/** Letters that people write without their stroke, as two or in a form of their own at the end, and that Unicode doesn't decompose. */
const PLAIN: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', ς: 'σ' };

/**
 * The words of a text as people look for them: in lower case, without accents, and without what stands between them. Case goes first, so
 * that a text and its capitals have the same words: the capitals of \u1fb3 are two letters.
 */
export function plainWords(text: string): string[] {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .toUpperCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/[łøđðþßæœıς]/g, (letter) => PLAIN[letter] ?? letter);
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A plain word with what may be its singular and its plural in English. */
export function numberForms(word: string): string[] {
  const forms = new Set([word, `${word}s`]);
  if (/(?:[sxzo]|[cs]h)$/.test(word)) forms.add(`${word}es`);
  if (/[^aeiou]y$/.test(word)) forms.add(`${word.slice(0, -1)}ies`);
  if (word.length > 3 && /[^s]s$/.test(word)) forms.add(word.slice(0, -1));
  if (word.length > 4 && /(?:[sxzo]|[cs]h)es$/.test(word)) forms.add(word.slice(0, -2));
  if (word.length > 4 && word.endsWith('ies')) forms.add(`${word.slice(0, -3)}y`);
  return [...forms];
}
