import { masks } from '../../contract/review.ts';
import type { Policy } from '../schemas.ts';
import { headOf, type Person, peopleOf, trimName } from './person-names.ts';

/** The author of reviews whose names are hidden. */
const HIDDEN_NAME = 'A customer';

/**
 * The name under which a review is published: unchanged, as a given name with an initial, or hidden. `mask` masks contact details; a name
 * that is one becomes "A customer". Idempotent.
 */
export function toDisplayName(name: string, setting: Policy['names'], mask: (text: string) => string): string {
  if (setting === 'hidden') return HIDDEN_NAME;
  const named = withoutContact(name, mask);
  return setting === 'initials' ? toInitials(named) : named;
}

function withoutContact(name: string, mask: (text: string) => string): string {
  const masked = mask(name);
  if (!Object.values(masks).some((mark) => masked.includes(mark))) return name;
  const rest = Object.values(masks).reduce((text, mark) => text.replaceAll(mark, ' '), masked);
  return /\p{L}{2}/u.test(rest) ? trimName(rest) : HIDDEN_NAME;
}

/** "Ann Baker" becomes "Ann B.", couples "Ann & Bill B."; single names, organisations and placeholders stay as they are. */
function toInitials(name: string): string {
  const named = peopleOf(name);
  if (!named) return headOf(name);
  const [first = '', ...others] = named.people.map(shortenName);
  return others.reduce((all, other, index) => `${all} ${named.between[index]} ${other}`, first) || HIDDEN_NAME;
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

/** The capital of a letter, unless that has two letters, as of "ß". */
function capitalOf(letter: string): string {
  const upper = letter.toUpperCase();
  return upper.length === letter.length ? upper : letter;
}

/** Chinese, Japanese and Korean names have no space: the first character, the family name, is kept. */
function shortenUnspaced(name: string): string {
  return /^(?=.*[\p{Script=Han}\p{Script=Hangul}])[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}$/u.test(
    name,
  )
    ? `${firstGrapheme(name)}○○`
    : name;
}

/** Capitalises a name in capitals or small letters only; "JD" may be initials. */
export function cased(given: string): string {
  const lower = given.toLowerCase();
  const upper = given.toUpperCase();
  if (lower === upper || (given !== lower && (given !== upper || given.length <= 2))) return given;
  return lower.replace(/(^|[-'’])(\p{L})/gu, (_, before: string, letter: string) => before + capitalOf(letter));
}
