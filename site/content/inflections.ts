import { numberForms } from '../shared/text.ts';

/** Endings of words that aren't verbs, or are inflected already: "installation", "rewiring", "fitted". */
const NO_VERB = /(?:ions?|ments?|ness|ity|ings?|ed|ies|ship|[^aiousy]s)$/;
/** Words that look like regular inflections of other words: of "tire", "bed", "wed", "even" and "add". */
const OTHER_WORDS = new Set(['tired', 'tiring', 'bedding', 'wedding', 'evening', 'added', 'adding']);

/**
 * The regular English inflections of a word in lower case, without the word: the plural (of a plural, the singular) and the verb's forms,
 * such as "rewires", "rewired" and "rewiring". There is no dictionary, so some don't exist.
 */
export function inflectionsOf(word: string): string[] {
  if (!/^[\p{Script=Latin}\p{N}]+$/u.test(word)) return [];
  const verbs = word.length < 3 || NO_VERB.test(word) || /\p{N}/u.test(word) ? [] : verbFormsOf(word);
  return [...new Set([...numberForms(word), ...verbs])].filter((form) => form !== word && !OTHER_WORDS.has(form));
}

function verbFormsOf(word: string): string[] {
  if (word.endsWith('ie')) return [`${word}d`, `${word.slice(0, -2)}ying`];
  if (/[eoy]e$/.test(word)) return [`${word}d`, `${word}ing`];
  if (word.endsWith('e')) return [`${word}d`, `${word.slice(0, -1)}ing`];
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ied`, `${word}ing`];
  const plain = [`${word}ed`, `${word}ing`];
  if (!/(?:^|[^aeiou])[aeiou][^aeiouwxy]$/.test(word)) return plain;
  const doubled = plain.map((form) => `${word}${word.at(-1)}${form.slice(word.length)}`);
  // "fit" doubles its consonant, "cancel" does in Britain, and "order" doesn't: only a dictionary would know.
  return word.match(/[aeiouy]+/g)?.length === 1 ? doubled : [...plain, ...doubled];
}
