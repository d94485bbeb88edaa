import type { Mentions } from '../contract/review.ts';
import type { CatalogEntry } from './catalog.ts';
import { formsOf, type MentionForm, normalizeName } from './mention-forms.ts';
import { around, hasReason, isNamedHere, isSignature, isSomebodyElse, isTitled, meansAnother } from './name-evidence.ts';
import { peopleOf } from './privacy/person-names.ts';

/** A catalog entry found in a text: a range of UTF-16 units, end exclusive. */
export interface MentionRange {
  readonly entry: CatalogEntry;
  readonly start: number;
  readonly end: number;
}

/** Finds the entries in a text; `author` is the name of whoever wrote it. */
export type FindMentions = (text: string, author?: string) => MentionRange[];

/** A regular expression that matches a text literally. */
export const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Letters of scripts without spaces between words. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
/** What may not come before and after each kind of letter at the start or end of a name. Katakana spells words of other languages. */
const BOUNDARIES = [
  { letter: /[\p{Script=Katakana}ー]/u, before: '(?<![\\p{Script=Katakana}ー])', after: '(?![\\p{Script=Katakana}ー])' },
  { letter: new RegExp(`[${UNSPACED}]`, 'u'), before: '', after: '(?!\\p{M})' },
  { letter: /./su, before: `(?:(?<![\\p{L}\\p{N}_])|(?<=[${UNSPACED}]))`, after: `(?:(?![\\p{L}\\p{N}_])|(?=[${UNSPACED}]))` },
];
const boundaryOf = (text: string) => BOUNDARIES.find(({ letter }) => letter.test([...text][0] ?? ''));
const lastLetter = (text: string) => [...text.replace(/\p{M}+$/u, '')].at(-1) ?? '';

/** A pattern that finds each of the texts as a whole word, as far as its script has words. `groups` begin alike. */
function wholeWords(groups: readonly (readonly string[])[]): string {
  const byBoundaries = Map.groupBy(groups, ([text = '']) => {
    const [before, after] = [boundaryOf(text)?.before ?? '', boundaryOf(lastLetter(text))?.after ?? ''];
    return `${before}(?:…)${after}`;
  });
  return [...byBoundaries].map(([around, own]) => around.replace('…', () => own.map(anyOf).join('|'))).join('|');
}

/** A pattern for texts that begin alike: "rewir(?:e|es|ed|ing)". */
function anyOf(texts: readonly string[]): string {
  const [first = ''] = texts;
  let length = first.length;
  while (!texts.every((text) => text.startsWith(first.slice(0, length)))) length--;
  const endings = texts.map((text) => spaced(text.slice(length))).sort((a, b) => b.length - a.length);
  return spaced(first.slice(0, length)) + (texts.length > 1 ? `(?:${endings.join('|')})` : '');
}

const spaced = (text: string) => escapePattern(text).replaceAll(' ', '[\\s-]+').replaceAll("'", "['’]");

/** Words that show that the name after them is a place. */
const PLACE_BEFORE =
  /\b(?:in|near|around|across|outside|throughout|moved(?: back)? to|(?:come|came|drove|travel\p{Ll}*) (?:\p{Ll}+ )?from|en|cerca de)\s+(?:(?:the|north|south|east|west|central|upper|lower) )?$/iu;

/** Makes a function that tells whether an area's name means the business that is named after it: "I switched to Roundhay". */
function businessName(business: string): (text: string, found: string, range: { start: number; end: number }) => boolean {
  const called = ` ${normalizeName(business)} `;
  const whole = new RegExp(escapePattern(business), 'giu');
  return (text, found, { start, end }) => {
    if (!called.includes(` ${normalizeName(found)} `)) return false;
    const isPlace = PLACE_BEFORE.test(text.slice(Math.max(0, start - 40), start));
    return !isPlace || [...text.matchAll(whole)].some((name) => name.index <= start && end <= name.index + name[0].length);
  };
}

/** A form in a text. */
interface Candidate extends MentionRange {
  readonly form: MentionForm;
}

/**
 * Makes a function that finds `entries` in a text: their names and aliases as whole words in any case, services also in regular English
 * inflections, and people also by first or family name if there is only one in the catalog and the text gives a reason. Aliases must be
 * unique. An area that gave the business its name counts only after a word such as "in" or "near": "I switched to Roundhay" is about
 * Roundhay Dental.
 */
export function mentionFinder(entries: readonly CatalogEntry[], business = ''): FindMentions {
  const forms = formsOf(entries, business);
  if (forms.size === 0) return () => [];
  const wordCount = (text: string) => text.split(' ').length;
  const alternatives = [...Map.groupBy(forms.values(), ({ text, of }) => of ?? text)]
    .map(([alias, own]) => [alias, ...own.map(({ text }) => text).filter((text) => text !== alias)])
    .sort(([a = ''], [b = '']) => wordCount(b) - wordCount(a) || b.length - a.length || (a < b ? -1 : 1));
  const anyName = new RegExp(wholeWords(alternatives), 'giu');
  const isBusiness = businessName(business);
  return (text, author) => {
    const found: Candidate[] = [];
    for (const match of text.matchAll(anyName)) {
      const form = forms.get(normalizeName(match[0]));
      const range = { start: match.index, end: match.index + match[0].length };
      if (!form || (form.entry.kind === 'service_areas' && isBusiness(text, match[0], range))) continue;
      found.push({ form, entry: form.entry, ...range });
    }
    if (found.every(({ entry }) => entry.kind !== 'technicians')) return found.map(toRange);
    return found.filter((candidate) => isName(candidate, found, text, author)).map(toRange);
  };
}

const toRange = ({ entry, start, end }: Candidate): MentionRange => ({ entry, start, end });

function isName(candidate: Candidate, all: readonly Candidate[], text: string, author = ''): boolean {
  const { entry, form } = candidate;
  if (entry.kind !== 'technicians') return true;
  const name = around(text, candidate);
  if (isSomebodyElse(name) || (isSignature(name) && isAuthor(form, author))) return false;
  if (form.part === undefined) return form.needs === 'nothing' || isNamedHere(name);
  if (isAuthor(form, author) || isSignature(name)) return false;
  const same = all.filter((other) => other.form === form).map((other) => around(text, other));
  const { part } = form;
  if (same.some((other) => meansAnother(other, part))) return false;
  if (form.needs === 'title') return isTitled(name);
  return (
    same.some((other) => hasReason(other, part)) ||
    isListed(candidate, all, text) ||
    all.some((other) => other.entry === entry && other.form.part === undefined)
  );
}

/** Whether another person of the catalog is named beside somebody: "Priya and Grace". */
function isListed({ entry, start, end }: Candidate, all: readonly Candidate[], text: string): boolean {
  const isJoint = (from: number, to: number) => from < to && /^(?:,? (?:and|&|y|und|et) |, | ?& ?)$/u.test(text.slice(from, to));
  const others = all.filter((other) => other.entry.kind === 'technicians' && other.entry !== entry);
  return others.some((other) => isJoint(end, other.start) || isJoint(other.end, start));
}

/** Whether a form is a name of the author, such as "Monique" in a review by Monique T. */
function isAuthor({ text }: MentionForm, author: string): boolean {
  return (peopleOf(author)?.people ?? []).some(({ given, family }) => [given, family ?? ''].some((name) => normalizeName(name) === text));
}

/** The entries that a text by `author` mentions, without duplicates, in the catalog's order. */
export function mentionsIn(text: string | null, find: FindMentions, entries: readonly CatalogEntry[], author?: string): Mentions {
  const named = new Set(text === null ? [] : find(text, author).map(({ entry }) => entry));
  const keys = (kind: keyof Mentions) => entries.filter((entry) => entry.kind === kind && named.has(entry)).map(({ key }) => key);
  return { technicians: keys('technicians'), services: keys('services'), service_areas: keys('service_areas') };
}
