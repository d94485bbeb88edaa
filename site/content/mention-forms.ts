import { numberForms } from '../shared/text.ts';
import type { CatalogEntry } from './catalog.ts';
import { type NamePart, WORD_NAMES, WORD_SURNAMES } from './name-evidence.ts';
import { peopleOf } from './privacy/person-names.ts';

/** A spelling by which texts mention an entry, normalized, and what it needs to count. */
export interface MentionForm {
  readonly entry: CatalogEntry;
  readonly text: string;
  /** As the catalog writes it; undefined for inflections. */
  readonly name?: string;
  /** `cue`: a cue beside it, since it's also a word. `reason`: a reason in the text, since it's only a part of a name. */
  readonly needs: 'nothing' | 'cue' | 'reason' | 'title';
  readonly part?: NamePart;
  /** The name or alias of which it is an inflection. */
  readonly of?: string;
}

/** A name as it is compared: in lower case, with plain spaces and apostrophes. */
export const normalizeName = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s-]+/g, ' ')
    .replace(/’/g, "'");

/**
 * The spellings of all entries, each of one entry. Those in the catalog count first. Parts of people's names, and inflections of services,
 * count if nothing else in the catalog or in the business's name has them.
 */
export function formsOf(entries: readonly CatalogEntry[], business: string): ReadonlyMap<string, MentionForm> {
  const written = new Map<string, MentionForm>();
  for (const form of entries.flatMap(writtenForms)) if (!written.has(form.text)) written.set(form.text, form);
  const derived = entries.flatMap((entry) => {
    if (entry.kind === 'technicians') {
      const taken = wordsOf([business, ...entries.filter((other) => other !== entry).flatMap(namesOf)]);
      return partsOf(entry).filter(({ text }) => !taken.has(text));
    }
    return entry.kind === 'services' ? writtenForms(entry).flatMap(inflected) : [];
  });
  const owners = Map.groupBy(derived, ({ text }) => text);
  const unique = [...owners].flatMap(([text, [first, ...others]]) =>
    first && !written.has(text) && others.every(({ entry }) => entry === first.entry) ? [[text, first] as const] : [],
  );
  return new Map([...written, ...unique]);
}

/** What texts are searched for, by entry: names, aliases, and the parts of people's names that count, without inflections. */
export function lookedFor(entries: readonly CatalogEntry[], business: string): ReadonlyMap<CatalogEntry, readonly string[]> {
  const forms = Map.groupBy(formsOf(entries, business).values(), ({ entry }) => entry);
  return new Map(entries.map((entry) => [entry, (forms.get(entry) ?? []).flatMap(({ name }) => name ?? [])]));
}

const namesOf = ({ name, aliases }: CatalogEntry) => [name, ...aliases];
const wordsOf = (names: readonly string[]) => new Set(names.flatMap((name) => normalizeName(name).match(/[\p{L}\p{M}\p{N}']+/gu) ?? []));

function writtenForms(entry: CatalogEntry): MentionForm[] {
  return namesOf(entry).map((name) => {
    const text = normalizeName(name);
    return { entry, text, name, needs: entry.kind === 'technicians' && WORD_NAMES.has(text) ? 'cue' : 'nothing' };
  });
}

/** A person's name without titles, the first name, and the family name. */
function partsOf(entry: CatalogEntry): MentionForm[] {
  const [person, ...others] = peopleOf(entry.name)?.people ?? [];
  if (!person || others.length > 0) return [];
  const { titles, given, family } = person;
  const form = (name: string, needs: MentionForm['needs'], part?: NamePart): MentionForm[] =>
    /^[\p{L}\p{M}'’ -]{2,}$/u.test(name) ? [{ entry, text: normalizeName(name), name, needs, ...(part && { part }) }] : [];
  const initial = (name: string) => name.toLowerCase().slice(0, 1);
  if (family === undefined) return [];
  const whole = titles.length > 0 && given ? form(entry.name.split(/\s+/u).slice(titles.length).join(' '), 'nothing') : [];
  const isWord = WORD_SURNAMES.has(family.toLowerCase()) || WORD_NAMES.has(family.toLowerCase());
  return [
    ...whole,
    ...form(given, 'reason', { part: 'given', other: initial(family) }),
    ...form(family, isWord ? 'title' : 'reason', { part: 'family', other: initial(given) }),
  ];
}

/** The inflections of the last word of a name or alias: "panel upgrade" is also "panel upgrades" and "panel upgraded". */
function inflected({ entry, text }: MentionForm): MentionForm[] {
  const last = text.lastIndexOf(' ') + 1;
  return inflectionsOf(text.slice(last)).map((word) => ({ entry, text: text.slice(0, last) + word, needs: 'nothing', of: text }));
}

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
