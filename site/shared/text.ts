/** Lower-case letters that Unicode doesn't decompose, as people type them without a special keyboard, and final sigma. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ς: 'σ',
};

/**
 * A text as it is compared and searched: in lower case, without accents. Case is folded first, so a text and its capitals give the same
 * letters: the capitals of \u1fb3 are two letters.
 */
export function plainLetters(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .toUpperCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/[łøđðħŧŋĸþßæœıς]/g, (letter) => LETTERS[letter] ?? letter);
}

/** The words of a text as people search for them: in lower case, without accents and punctuation. */
export function plainWords(text: string): string[] {
  return plainLetters(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A plain word with its possible singular and plural in English. */
export function numberForms(word: string): string[] {
  const forms = new Set([word, `${word}s`]);
  if (/(?:[sxzo]|[cs]h)$/.test(word)) forms.add(`${word}es`);
  if (/[^aeiou]y$/.test(word)) forms.add(`${word.slice(0, -1)}ies`);
  if (word.length > 3 && /[^s]s$/.test(word)) forms.add(word.slice(0, -1));
  if (word.length > 4 && /(?:[sxzo]|[cs]h)es$/.test(word)) forms.add(word.slice(0, -2));
  if (word.length > 4 && word.endsWith('ies')) forms.add(`${word.slice(0, -3)}y`);
  return [...forms];
}

/** A URL part: lower-case ASCII words with hyphens, such as tomasz-zielinski. Empty if no letter of the name is Latin. */
export function toSlug(name: string): string {
  return plainLetters(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/**
 * Gives each name a unique slug that never depends on its position. A hash of the name follows where letters alone aren't enough: in names
 * with letters that aren't Latin, and in those that only differ from a simpler name by accents or punctuation.
 */
export function toSlugs(names: readonly string[], fallback: string): Map<string, string> {
  const slugs = new Map(names.map((name) => [name, toSlug(name)]));
  const simplest = new Map<string, string>();
  // In the order of code points, "Ana" comes before "Aña".
  for (const name of names.filter(isEnough).sort()) if (!simplest.has(toSlug(name))) simplest.set(toSlug(name), name);
  return new Map([...slugs].map(([name, slug]) => [name, simplest.get(slug) === name ? slug : `${slug || fallback}-${hashOf(name)}`]));
}

/** Whether a name's slug is an address: it has all letters of the name, and isn't "page", the folder of a list's other pages. */
function isEnough(name: string): boolean {
  return /^[a-z0-9]+$/.test(plainWords(name).join('')) && toSlug(name) !== 'page';
}

/** A hash of a text in eight digits and lower-case letters (FNV-1a with 64 bits, shortened). */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text.normalize('NFC'))) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return (hash % 36n ** 8n).toString(36).padStart(8, '0');
}

/** The words of a name in plain letters, which may be written together: `hairSalon`, `hair_salon` and "Hair Salon" are "hair salon". */
export const wordsOfName = (name: string): string => plainWords(name.normalize('NFC').replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')).join(' ');

/** The text without the accents and other marks on its letters. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/** The first `most` characters of a text, followed by … if that isn't all of it. Surrogate pairs aren't split. */
export function truncate(text: string, most: number): string {
  const start = [...text.slice(0, 2 * most + 2)];
  return start.length > most ? `${start.slice(0, most).join('')}…` : text;
}

/** The English words for one of something, or for any other number of it. */
export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);

/** "1 review", "12 reviews", "1,204 reviews": a number with its noun. */
export const counted = (count: number, one: string, many?: string): string =>
  `${count.toLocaleString('en-US')} ${plural(count, one, many)}`;

/** Truncates a text after a whole word to at most `length` characters, with an ellipsis if something is left out. */
export function truncateWords(text: string, length: number): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= length) return plain;
  const cut = plain
    .slice(0, length - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  const space = cut.lastIndexOf(' ');
  return withEllipsis(space > length / 2 ? cut.slice(0, space) : cut);
}

/** The beginning of a sentence, with an ellipsis instead of its last punctuation. */
export const withEllipsis = (beginning: string): string => `${beginning.replace(/[.,;:!?]+$/, '')}…`;

/** The plain text of Markdown, in paragraphs. */
export function plainText(markdown: string): string {
  return withoutComments(markdown)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/(\*+(?=\S)|(?<=\S)\*+|`+|(?<!\w)_+(?=\S)|(?<=\S)_+(?!\w))/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Markdown without HTML comments, in which editors leave notes. */
export const withoutComments = (markdown: string) => markdown.replace(/<!--[\s\S]*?-->/g, '');
