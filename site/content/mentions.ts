import type { Mentions } from '../contract/review.ts';

/** One entry of the catalog; `key` is what documents publish (a technician's or an area's name, a service's id). */
export interface CatalogEntry {
  readonly kind: keyof Mentions;
  readonly key: string;
  readonly name: string;
  readonly aliases: readonly string[];
}

/** A catalog entry found in a text: a range of UTF-16 units, end exclusive. */
export interface MentionRange {
  readonly entry: CatalogEntry;
  readonly start: number;
  readonly end: number;
}

export type FindMentions = (text: string) => MentionRange[];

/** First names that are also words: they count only if capitalized and next to a cue. */
const WORD_NAMES = new Set(
  `amber april art ash august autumn basil bill bob buck carol chase chip clay cliff crystal daisy dale dawn dean don drew earl
  faith frank gene glen grace grant guy hope hunter ivy iris jack jade jewel joy june king lance lily major mark mason
  max may merit miles nick olive pat patience pearl penny pierce pat ray reed rich rob robin rose ruby rusty sage sandy skip
  sterling stone sue summer sunny trip van victor violet wade will woody`.split(/\s+/),
);

const CUE_BEFORE =
  /(?:\b(?:by|from|with|for|thanks|thank you|named|name was|name is|called|asked?|technician|electrician|tech|apprentice|guy|our|sent|had|met|saw|mr\.?|ms\.?|mrs\.?|told|let|kudos|props|shout ?out)(?: to| for)?|(?:^|[.!?,]\s*)and)[\s,:(–—-]*$/iu;
const CUE_AFTER =
  /^(?:['’]s\b|\s*[,(]\s*(?:the|our|who|a|an|my)\b|\s+(?:was|were|is|has|had|came|comes|did|does|didn['’]?t|wasn['’]?t|arrived|showed|shows|fixed|installed|explained|explains|took|went|got|gave|found|made|worked|replaced|walked|told|said|listened|knew|knows|seemed|kept|left|called|texted|answered|diagnosed|spotted|noticed|finished|ran|wired|cleaned|swept|handled|spent|even|also|really|quickly|patiently|and his|and her|and their|who)\b|\s+you(?:['’]re| are)\b|\s+the (?:electrician|technician|tech|apprentice|guy)\b)/iu;

/** Finite verbs in the past or in the third person: the capitalized word before one is a name. */
const FINITE_VERB =
  /^\s+(?:\p{Ll}+ed|began|broke|brought|caught|chose|dealt|drove|dug|felt|heard|held|hung|knows|rang|ran|saw|says|sent|shows|spoke|stood|talks|taught|texts|thought|understood|works|wrote)\b/u;

/** Words before names of other people. */
const KIN_BEFORE =
  /\b(?:my|our|his|her|their) (?:husband|wife|partner|son|daughter|brother|sister|dad|father|mom|mum|mother|uncle|aunt|cousin|neighbou?r|friend|boss|dog|cat)[\s,]+$/iu;

/** A regular expression that matches a text literally. */
export const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

function pattern(alias: string, kind: keyof Mentions): string {
  const spaced = escapePattern(alias)
    .replace(/[\s-]+/g, '[\\s-]+')
    .replace(/['’]/g, "['’]");
  return kind === 'services' ? `${spaced}(?:e?s)?` : spaced;
}

const normalizeName = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s-]+/g, ' ')
    .replace(/’/g, "'");

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

/**
 * Makes a function that finds names and aliases of `entries` in a text: whole words in any case, the longest alias first, services also
 * in the plural. Aliases must be unique. An area that gave the business its name counts only after a word such as "in" or "near": "I
 * switched to Roundhay" is about Roundhay Dental.
 */
export function mentionFinder(entries: readonly CatalogEntry[], business = ''): FindMentions {
  const byAlias = new Map<string, CatalogEntry>();
  for (const entry of entries)
    for (const alias of [entry.name, ...entry.aliases]) byAlias.set(normalizeName(alias.normalize('NFC')), entry);
  if (byAlias.size === 0) return () => [];
  const alternatives = [...byAlias]
    .sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1))
    .map(([alias, entry]) => pattern(alias, entry.kind));
  const anyName = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}_])`, 'giu');
  const entryOf = (found: string) => {
    const key = normalizeName(found);
    return byAlias.get(key) ?? byAlias.get(key.replace(/s$/, '')) ?? byAlias.get(key.replace(/es$/, ''));
  };
  const isBusiness = businessName(business);
  return (text) => {
    const found: MentionRange[] = [];
    for (const match of text.matchAll(anyName)) {
      const entry = entryOf(match[0]);
      const range = { start: match.index, end: match.index + match[0].length };
      if (!entry || (entry.kind === 'service_areas' && isBusiness(text, match[0], range))) continue;
      if (isName(text, match[0], range, entry)) found.push({ entry, ...range });
    }
    return found;
  };
}

function isName(text: string, found: string, { start, end }: { start: number; end: number }, entry: CatalogEntry): boolean {
  if (entry.kind !== 'technicians') return true;
  const before = text.slice(Math.max(0, start - 40), start);
  if (KIN_BEFORE.test(before)) return false;
  if (!WORD_NAMES.has(found.toLowerCase())) return true;
  if (!/^\p{Lu}/u.test(found)) return false;
  const after = text.slice(end, end + 40);
  const isAlone = before.endsWith('(') && after.startsWith(')');
  return isAlone || CUE_AFTER.test(after) || FINITE_VERB.test(after) || CUE_BEFORE.test(before);
}

/** The entries that a text mentions, without duplicates, in the catalog's order. */
export function mentionsIn(text: string | null, find: FindMentions, entries: readonly CatalogEntry[]): Mentions {
  const named = new Set(text === null ? [] : find(text).map(({ entry }) => entry));
  const keys = (kind: keyof Mentions) => entries.filter((entry) => entry.kind === kind && named.has(entry)).map(({ key }) => key);
  return { technicians: keys('technicians'), services: keys('services'), service_areas: keys('service_areas') };
}
