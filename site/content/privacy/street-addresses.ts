import type { FindRanges, OwnDetails, Range } from './contact-details.ts';
import { streetForms } from './street-forms.ts';
import { NO_SMALL_STREET_NAME, NO_STREET_NAME } from './street-words.ts';

const YEAR_BEFORE = /\b(?:in|since|of|by|until|till|from|after|before|during|around|circa|spring|summer|fall|autumn|winter)\s+$/iu;
const MONTH_BEFORE = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)\p{L}*\.?\s+$/iu;
/** Words before numbers that aren't house numbers: "Exit 12 Main Street". */
const OTHER_NUMBER_BEFORE = /\b(?:exit|bus|tram|line|route|interstate|phase|step|day|week|grade|class)\s+$/iu;
/** Words before addresses: without one, a single digit before small letters is usually a count. */
const PLACE_BEFORE = /\b(?:at|address(?:\s+is)?|live[sd]?|living|house|home|to|from|is)[\s:]+$/iu;
/** Numbers with a slash that aren't house numbers. */
const SAYINGS = /^(?:24\/7|10\/10|9\/11|1\/[248]|3\/4|5\/5)$/;

/** Finds street addresses, in the forms of several countries: a number with a street's name and type. The business's own is left out. */
export function streetAddressFinder({ address }: Pick<OwnDetails, 'address'>): FindRanges {
  const own = address?.street_address ? plain(address.street_address) : undefined;
  return (text) => {
    if (!/\d/.test(text)) return [];
    const found = streetForms
      .flatMap((form) => [...text.matchAll(form)])
      .filter((match) => isAddress(match, text) && !(own && plain(match[0]).startsWith(own)));
    return withoutOverlaps(found.map(({ index, 0: { length } }) => ({ start: index, end: index + length })));
  };
}

function isAddress({ index, groups }: RegExpExecArray, text: string): boolean {
  const { number = '', name = '', small } = groups ?? {};
  const isNoName = (word: string) => NO_STREET_NAME.has(word.toLowerCase()) || NO_SMALL_STREET_NAME.has(word);
  if (SAYINGS.test(number) || (name.trim() !== 'The' && name.split(/\s+/u).some(isNoName))) return false;
  const before = text.slice(Math.max(0, index - 16), index);
  if (OTHER_NUMBER_BEFORE.test(before) || (small !== undefined && /^\d$/.test(number) && !PLACE_BEFORE.test(before))) return false;
  return !(/^(?:19|20)\d\d$/.test(number) && YEAR_BEFORE.test(before)) && !(/^\d\d?$/.test(number) && MONTH_BEFORE.test(before));
}

/** Of overlapping ranges the one that begins first, and of these the longest. */
function withoutOverlaps(ranges: readonly Range[]): Range[] {
  const sorted = [...ranges].sort((a, b) => a.start - b.start || b.end - a.end);
  return sorted.filter(({ start }, index) => sorted.slice(0, index).every(({ end }) => end <= start));
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['street', 'st'],
  ['avenue', 'ave'],
  ['road', 'rd'],
  ['boulevard', 'blvd'],
  ['drive', 'dr'],
  ['lane', 'ln'],
]);

/** Normalises the spellings of an address. */
const plain = (address: string) =>
  address
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => SHORT.get(word) ?? word)
    .join(' ');
