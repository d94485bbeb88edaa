import { maskKind } from '../../contract/review.ts';
import { type Masks, masksIn } from '../../messages/languages.ts';
import type { Policy } from '../schemas.ts';
import { headOf, type Person, peopleOf, trimName } from './person-names.ts';

/**
 * The published name of an author: unchanged, with an initial, or hidden. Contact details in it are removed. Idempotent. `language` is the
 * site's.
 */
export function toDisplayName(name: string, setting: Policy['names'], mask: (text: string) => string, language = 'en'): string {
  const masks = masksIn(language);
  if (setting === 'hidden' || name === masks.author) return masks.author;
  const named = withoutContact(name, mask, masks);
  return (setting === 'initials' ? toInitials(named) : named) || masks.author;
}

/** A name without contact details; empty if nothing is left. */
function withoutContact(name: string, mask: (text: string) => string, masks: Masks): string {
  const masked = mask(name);
  const marks = maskKind.options.map((kind) => masks[kind]);
  if (!marks.some((mark) => masked.includes(mark))) return name;
  const rest = marks.reduce((text, mark) => text.replaceAll(mark, ' '), masked);
  return /\p{L}{2}/u.test(rest) ? trimName(rest) : '';
}

/** "Ann Baker" becomes "Ann B.", a couple "Ann & Bill B."; single names, organizations and placeholders are unchanged. */
function toInitials(name: string): string {
  const named = peopleOf(name);
  if (!named) return headOf(name);
  const [first = '', ...others] = named.people.map(shortenName);
  return others.reduce((all, other, index) => `${all} ${named.between[index]} ${other}`, first);
}

/** The short form for one person: "Ann B.". */
export function shortenName({ titles, given, family }: Person): string {
  if (family !== undefined) return [...titles, cased(given), initialOf(family)].filter(Boolean).join(' ');
  return shortenUnspaced(given);
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const firstGrapheme = (text: string) => graphemes.segment(text)[Symbol.iterator]().next().value?.segment ?? '';

/** The initial "B." of "Baker", in any script. */
export function initialOf(word: string): string {
  return `${capitalOf(firstGrapheme(word.replace(/^[^\p{L}\p{N}]+/u, '')))}.`;
}

/** The capital of a letter, unless it would be two letters, like that of "ß". */
function capitalOf(letter: string): string {
  const upper = letter.toUpperCase();
  return upper.length === letter.length ? upper : letter;
}

/** Chinese, Japanese and Korean names have no spaces: keeps the first character, which is the family name. */
function shortenUnspaced(name: string): string {
  return /^(?=.*[\p{Script=Han}\p{Script=Hangul}])[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}$/u.test(
    name,
  )
    ? `${firstGrapheme(name)}○○`
    : name;
}

/** Capitalizes a name that is all upper or all lower case; "JD" may be initials. */
export function cased(given: string): string {
  const lower = given.toLowerCase();
  const upper = given.toUpperCase();
  if (lower === upper || (given !== lower && (given !== upper || given.length <= 2))) return given;
  return lower.replace(/(^|[-'’])(\p{L})/gu, (_, before: string, letter: string) => before + capitalOf(letter));
}
