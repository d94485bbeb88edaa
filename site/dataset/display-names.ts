import { masks } from '../contract/masks.ts';
import type { Policy } from './content-files.ts';

/** Who wrote a review whose author isn't shown. */
const HIDDEN_NAME = 'A customer';

/** What sources write where they know no name. */
const NOBODY =
  /^(?:an?|the|verified|anonymous|google|yelp|facebook|angi|trustpilot|former|happy|local|private|deleted|unknown)(?:\s+(?:verified|anonymous|google|yelp|facebook|angi|trustpilot|former|happy|local|private))*\s+(?:user|customer|client|member|reviewer|guest|homeowner|person)$/iu;
const LEGAL_FORM = /[\s,]+(?:LLC|L\.L\.C|LLP|Inc|Incorporated|Ltd|Limited|GmbH|PLC|Corp|Pty)\.?$/iu;
/** Words that name no person, so that what bears them is an organisation. */
const ORGANISATION =
  /(?<!\p{L})(?:No\.? ?\d+|LLC|LLP|Inc|Ltd|GmbH|Corp|Company|Co-op|County|Association|Foundation|Department|University|School|Restaurant|Properties|Realty|Apartments|HOA|Community|Society|Committee|Ministries|Clinic|Library|Museum|Caf[eé]|Hotel|Brewery|Bakery)(?!\p{L})/iu;
const TITLE =
  /^(?:mrs?|ms|mx|miss|dr|doctor|prof|professor|rev|reverend|father|sister|brother|judge|justice|hon|capt|captain|lt|lieutenant|sgt|sergeant|col|colonel|maj|major|gen|cpl|chief|officer|deputy|pastor|rabbi|imam|sir|dame|lady|lord|auntie|aunt|uncle|herr|frau|mme)\.?$/iu;
const SUFFIX = /^(?:[js]r|ii|iii|iv|ph\.?d|m\.?d|dds|rn|esq|cpa|pe|family|household)\.?$/iu;

/**
 * The name under which a review is published: as it is, as a given name with an initial, or none. `mask` takes contact
 * details out: a name that is one becomes "A customer". Applying it again changes nothing.
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

/** "Ann Baker" as "Ann B."; couples as "Ann & Bill B."; single names, organisations and those that name nobody as they are. */
function toInitials(name: string): string {
  if (NOBODY.test(name) || LEGAL_FORM.test(name)) return name;
  const [head = '', ...rest] = withoutAsides(name).split(/\s*,\s*/u);
  if (ORGANISATION.test(head)) return trimName(head);
  const whole = isGivenName(head, rest) ? `${rest[0]} ${head}` : head;
  const [first = '', ...more] = whole.split(/\s+(&|\+|and)\s+/iu);
  const people = more.reduce(
    (all, part, index) => (index % 2 === 0 ? all : join(all, more[index - 1] ?? '', shorten(part))),
    shorten(first),
  );
  return people || HIDDEN_NAME;
}

const join = (one: string, and: string, other: string) => (one === '' || other === '' ? one + other : `${one} ${and} ${other}`);

/** Without nicknames in quotes and remarks in brackets. */
const withoutAsides = (name: string) => trimName(name.replace(/\([^)]*\)|["“„«][^"“”»]*["”»]/gu, ' '));
const trimName = (name: string) => name.replace(/\s+/gu, ' ').replace(/^[\s,;:/|<>()-]+|[\s,;:/|<>(-]+$/gu, '');

/** "Baker, Ann". */
function isGivenName(head: string, [next = '']: readonly string[]): boolean {
  return !/\s/u.test(head) && /^\p{L}[^\s]*(?:\s\p{L}\.?)?$/u.test(next) && !SUFFIX.test(next) && !TITLE.test(next);
}

function shorten(person: string): string {
  const words = person.split(/\s+/u).flatMap((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}.○]+$/gu, '') || []);
  while (words.length > 1 && SUFFIX.test(words.at(-1) ?? '')) words.pop();
  const titles = words.slice(0, Math.max(0, words.length - 1)).filter((word, index) => TITLE.test(word) && index < 2);
  const [given = '', ...more] = words.slice(titles.length);
  const family = more.at(-1);
  if (family !== undefined) return [...titles, cased(given), initial(family)].join(' ');
  return titles.length > 0 ? [...titles, initial(given)].join(' ') : shortenUnspaced(given);
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const firstGrapheme = (text: string) => graphemes.segment(text)[Symbol.iterator]().next().value?.segment ?? '';

function initial(word: string): string {
  return `${capitalOf(firstGrapheme(word.replace(/^[^\p{L}\p{N}]+/u, '')))}.`;
}

/** The capital of a letter, if it is one letter: that of "ß" is two. */
function capitalOf(letter: string): string {
  const upper = letter.toUpperCase();
  return upper.length === letter.length ? upper : letter;
}

/** Chinese, Japanese and Korean names are written without a space: the family name's first character stays. */
function shortenUnspaced(name: string): string {
  return /^(?=.*[\p{Script=Han}\p{Script=Hangul}])[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}$/u.test(
    name,
  )
    ? `${firstGrapheme(name)}○○`
    : name;
}

/** A name that shouts or whispers gets its capitals; "JD" may be meant so. */
function cased(given: string): string {
  const lower = given.toLowerCase();
  const upper = given.toUpperCase();
  if (lower === upper || (given !== lower && (given !== upper || given.length <= 2))) return given;
  return lower.replace(/(^|[-'’])(\p{L})/gu, (_, before: string, letter: string) => before + capitalOf(letter));
}
