import { maskKind } from '../../contract/review.ts';
import { type Masks, masksIn } from '../../messages/languages.ts';
import type { Policy } from '../schemas.ts';

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

/** A person in a display name: "Dr. José Núñez" has the title "Dr.", the given name "José" and the family name "Núñez". */
export interface Person {
  readonly titles: readonly string[];
  readonly given: string;
  readonly family: string | undefined;
}

/** Placeholders that sources use for unknown names. */
const NOBODY =
  /^(?:an?|the|verified|anonymous|google|yelp|facebook|angi|trustpilot|former|happy|local|private|deleted|unknown)(?:\s+(?:verified|anonymous|google|yelp|facebook|angi|trustpilot|former|happy|local|private))*\s+(?:user|customer|client|member|reviewer|guest|homeowner|person)$/iu;
const LEGAL_FORM = /[\s,]+(?:LLC|L\.L\.C|LLP|Inc|Incorporated|Ltd|Limited|GmbH|PLC|Corp|Pty)\.?$/iu;
/** Words in names of organizations. */
const ORGANISATION =
  /(?<!\p{L})(?:No\.? ?\d+|LLC|LLP|Inc|Ltd|GmbH|Corp|Company|Co-op|County|Association|Foundation|Department|University|School|Restaurant|Properties|Realty|Apartments|HOA|Community|Society|Committee|Ministries|Clinic|Library|Museum|Caf[eé]|Hotel|Brewery|Bakery)(?!\p{L})/iu;
const TITLE =
  /^(?:mrs?|ms|mx|miss|dr|doctor|prof|professor|rev|reverend|father|sister|brother|judge|justice|hon|capt|captain|lt|lieutenant|sgt|sergeant|col|colonel|maj|major|gen|cpl|chief|officer|deputy|pastor|rabbi|imam|sir|dame|lady|lord|auntie|aunt|uncle|herr|frau|mme|mlle|madame|monsieur|sr|sra|srta|señora?|señorita|dra|doctora|dhr|mevr|mevrouw|nurse)\.?$/iu;
const SUFFIX = /^(?:[js]r|ii|iii|iv|ph\.?d|m\.?d|dds|rn|esq|cpa|pe|family|household)\.?$/iu;

/** The people in a display name, and the words between them; undefined for organizations and placeholders. */
export function peopleOf(name: string): { readonly people: readonly Person[]; readonly between: readonly string[] } | undefined {
  const head = headOf(name);
  if (NOBODY.test(name) || LEGAL_FORM.test(name) || ORGANISATION.test(head)) return undefined;
  const parts = head.split(/\s+(&|\+|and)\s+/iu);
  const named = parts.map((part, index) => ({ between: parts[index - 1] ?? '', person: index % 2 === 0 ? toPerson(part) : undefined }));
  const known = named.flatMap(({ between, person }) => (person ? [{ between, person }] : []));
  return { people: known.map(({ person }) => person), between: known.slice(1).map(({ between }) => between) };
}

/** The name without anything after a comma, in brackets or in quotes; "Baker, Ann" is reversed. */
function headOf(name: string): string {
  if (NOBODY.test(name) || LEGAL_FORM.test(name)) return name;
  const [head = '', ...rest] = withoutAsides(name).split(/\s*,\s*/u);
  return trimName(isGivenName(head, rest) && !ORGANISATION.test(head) ? `${rest[0]} ${head}` : head);
}

/** Without nicknames in quotes and remarks in brackets. */
const withoutAsides = (name: string) => trimName(name.replace(/\([^)]*\)|["“„«][^"“”»]*["”»]/gu, ' '));
/** Without surrounding punctuation and double spaces. */
const trimName = (name: string) => name.replace(/\s+/gu, ' ').replace(/^[\s,;:/|<>()-]+|[\s,;:/|<>(-]+$/gu, '');

/** Whether the part after the comma is a given name, as in "Baker, Ann". */
function isGivenName(head: string, [next = '']: readonly string[]): boolean {
  return !/\s/u.test(head) && /^\p{L}[^\s]*(?:\s\p{L}\.?)?$/u.test(next) && !SUFFIX.test(next) && !TITLE.test(next);
}

function toPerson(part: string): Person | undefined {
  const words = part.split(/\s+/u).flatMap((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}.○]+$/gu, '') || []);
  while (words.length > 1 && SUFFIX.test(words.at(-1) ?? '')) words.pop();
  const titles = words.slice(0, Math.max(0, words.length - 1)).filter((word, index) => TITLE.test(word) && index < 2);
  const [first, ...more] = words.slice(titles.length);
  if (first === undefined) return undefined;
  // "Mr. Baker" is a title with a family name.
  return titles.length > 0 && more.length === 0 ? { titles, given: '', family: first } : { titles, given: first, family: more.at(-1) };
}
