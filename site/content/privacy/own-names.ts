import { masksIn } from '../../messages/languages.ts';
import { escapePattern } from '../mentions.ts';
import type { Policy } from '../schemas.ts';
import { cased, initialOf, shortenName } from './display-names.ts';
import { type Person, peopleOf } from './person-names.ts';

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
