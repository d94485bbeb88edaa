import type { CountryCode } from 'libphonenumber-js';
import { type MaskKind, maskKind } from '../../contract/review.ts';
import { masksIn } from '../../messages/languages.ts';
import { escapePattern } from '../mentions.ts';
import type { Policy, ReviewEntry } from '../schemas.ts';
import { isCovered } from '../source-rights.ts';
import type { FindRanges, OwnDetails, Range } from './contact-details.ts';
import { emailAddressFinder } from './email-addresses.ts';
import { cased, initialOf, type Person, peopleOf, shortenName, toDisplayName } from './person-names.ts';
import { phoneCountriesOf } from './phone-countries.ts';
import { phoneNumberFinder } from './phone-numbers.ts';
import { streetAddressFinder } from './street-addresses.ts';

type Own = OwnDetails & { readonly name: string; readonly language: string };
type NamedEntry = { readonly name: string; readonly aliases: readonly string[] };

const NO_DETAILS: OwnDetails = { telephone: null, email: null, address: null };

/** The words in the names of the business and its catalog, in lower case. */
function wordsOfBusiness(business: Own | undefined, catalog: readonly NamedEntry[]): ReadonlySet<string> {
  const ours = [business?.name ?? '', ...catalog.flatMap(({ name, aliases }) => [name, ...aliases])];
  return new Set(ours.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{M}\p{N}'’-]+/u)));
}

/** Makes a function that applies the policy to a review's name and texts. Contact details and names of the business are never hidden. */
export function entryPublisher(
  policy: Policy,
  business: Own | undefined,
  catalog: readonly NamedEntry[],
): (entry: ReviewEntry) => ReviewEntry {
  const { names, mask, phone_countries } = policy;
  const own = business ?? NO_DETAILS;
  const language = business?.language;
  const kept = wordsOfBusiness(business, catalog);
  const { codes } = phoneCountriesOf(own, phone_countries);
  const maskText = masker(mask, own, codes, language);
  const maskName = names === 'as_is' ? maskText : masker(maskKind.options, own, codes, language);
  return (entry) => {
    const { inText, inReply } = ownNameHider(entry.author, names, kept, language);
    return {
      ...entry,
      author: toDisplayName(entry.author, names, maskName, language),
      author_avatar_url: names === 'as_is' ? entry.author_avatar_url : null,
      photos: isCovered(policy.photos, entry.source, policy) ? entry.photos : [],
      text: entry.text === null ? null : inText(maskText(entry.text)),
      owner_reply: entry.owner_reply && { ...entry.owner_reply, text: inReply(maskText(entry.owner_reply.text)) },
    };
  };
}

/** The number of masks of each kind in the texts and replies; 0 for kinds that aren't masked. */
export function countMasked(
  reviews: readonly Pick<ReviewEntry, 'text' | 'owner_reply'>[],
  { mask }: Policy,
  language: string,
): Readonly<Record<MaskKind, number>> {
  const masks = masksIn(language);
  const texts = reviews.flatMap(({ text, owner_reply }) => [text ?? '', owner_reply?.text ?? '']);
  const count = (kind: MaskKind) => (mask.includes(kind) ? texts.reduce((sum, text) => sum + text.split(masks[kind]).length - 1, 0) : 0);
  return { phone: count('phone'), email: count('email'), street_address: count('street_address') };
}

const TITLE = '(?:(?:Mr|Mrs|Ms|Mx|Miss|Dr|Prof|Sir)\\.?\\s+)?';
/** Phrases after which customers give their own name: "I'm Ann", "— Ann" at the end. */
const SIGNED_BEFORE = "(?<=(?:\\bmy name is|\\bthis is|\\bI['’]m|\\bI am)\\s+)";
const SIGNATURE = '(?<=[—–-]\\s*)';

/**
 * Makes functions that shorten or hide the author's own name in the review and the reply, like the display name: "Mr. Baker, ..." becomes
 * "Mr. B., ..." or "[name], ...". Words in `kept`, in lower case, are unchanged: names of the business's people and places.
 */
export function ownNameHider(author: string, setting: Policy['names'], kept: ReadonlySet<string>, language = 'en') {
  const mask = masksIn(language).name;
  const people = setting === 'as_is' ? [] : (peopleOf(author)?.people ?? []);
  const hide = (text: string, isReply: boolean) =>
    people.reduce(
      (left, person) => (setting === 'initials' ? shortenIn(left, person, kept) : hideIn(left, person, kept, isReply, mask)),
      text,
    );
  return { inText: (text: string) => hide(text, false), inReply: (text: string) => hide(text, true) };
}

function shortenIn(text: string, person: Person, kept: ReadonlySet<string>): string {
  const { given, family } = person;
  if (family === undefined) return shortenName(person) === given ? text : text.replaceAll(given, shortenName(person));
  const found = pattern(family, kept);
  return found === undefined ? text : text.replace(new RegExp(`${found}(?:\\.(?=\\s|$))?`, 'gu'), initialOf(family));
}

function hideIn(text: string, { given, family }: Person, kept: ReadonlySet<string>, isReply: boolean, mask: string): string {
  const [first, last] = [pattern(given, kept), pattern(family ?? '', kept)];
  const whole = last === undefined ? undefined : `${TITLE}${first === undefined ? '' : `(?:${first}\\s+(?:\\p{Lu}\\S*\\s+){0,2})?`}${last}`;
  const alone = isReply ? first : first && `${SIGNED_BEFORE}${first}|${SIGNATURE}${first}(?=\\.?\\s*$)`;
  return [whole, alone].reduce<string>((left, found) => (found === undefined ? left : left.replace(new RegExp(found, 'gu'), mask)), text);
}

/** A pattern for a name of at least three letters as a capitalized word; undefined for other names, and for those that are kept. */
function pattern(name: string, kept: ReadonlySet<string>): string | undefined {
  if (!/(?:\p{L}[^\p{L}]*){3}/u.test(name) || kept.has(name.toLowerCase())) return undefined;
  const forms = [...new Set([name, cased(name)])].filter((form) => !/^\p{Ll}/u.test(form));
  return forms.length === 0 ? undefined : `(?<![\\p{L}\\p{N}])(?:${forms.map(escapePattern).join('|')})(?![\\p{L}\\p{M}\\p{N}])`;
}

type MakeFinder = (own: OwnDetails, countries: readonly CountryCode[]) => FindRanges;

/** E-mail addresses are masked first: the part before an "@" can look like a phone number. */
const finders: readonly (readonly [MaskKind, MakeFinder])[] = [
  ['email', emailAddressFinder],
  ['phone', phoneNumberFinder],
  ['street_address', streetAddressFinder],
];

/**
 * Makes a function that replaces each contact detail of `kinds` in a text with a mask, except the business's `own`. Phone numbers are found
 * by the rules of `countries`, and masks are in `language`. It repeats until nothing is found, so it's idempotent.
 */
export function masker(
  kinds: readonly MaskKind[],
  own: OwnDetails,
  countries: readonly CountryCode[] = phoneCountriesOf(own).codes,
  language = 'en',
): (text: string) => string {
  const masks = masksIn(language);
  const found = finders.filter(([kind]) => kinds.includes(kind)).map(([kind, make]) => [kind, make(own, countries)] as const);
  const maskOnce = (text: string) => found.reduce((masked, [kind, find]) => replaceRanges(masked, find(masked), masks[kind]), text);
  return (text) => {
    let masked = maskOnce(text);
    // Terminates: each round removes digits, an "@" or an "at", and masks contain none.
    for (let before = text; masked !== before; masked = maskOnce(before)) before = masked;
    return masked;
  };
}

function replaceRanges(text: string, ranges: readonly Range[], mask: string): string {
  let kept = 0;
  const parts = ranges.map(({ start, end }) => {
    const before = text.slice(kept, start);
    kept = end;
    return before + mask;
  });
  return parts.join('') + text.slice(kept);
}
