import { guessLanguage, primaryLanguage } from '../../site/analysis/text/language.ts';
import { emptyWords } from '../../site/analysis/text/stop-words.ts';
import type { CatalogEntry } from '../../site/content/catalog.ts';
import type { Dataset } from '../../site/content/dataset.ts';
import { inflectionsOf } from '../../site/content/mention-forms.ts';
import { mentionFinder } from '../../site/content/mentions.ts';
import { isNamedAtWork, isPersonAtWork } from '../../site/content/name-evidence.ts';
import { oncePer } from '../../site/shared/algorithms.ts';
import { plainWords } from '../../site/shared/text.ts';

/** What looks like a person or a service in reviews, and isn't in the catalog. */
export interface UnlistedName {
  readonly name: string;
  /** How many reviews have it. */
  readonly reviews: number;
  /** How many different authors of reviews name it as a person at work, or as a service. */
  readonly authors: number;
}

/** Threshold: a name in reviews by fewer authors may be a customer's, or a slip of the pen. */
const FEWEST = 3;
/** Threshold: a thing that fewer customers had worked on is part of the story. */
const FEWEST_WORKED = 2;
/** How many people, and how many services, are proposed: those in most reviews. */
export const MOST_UNLISTED = 8;

interface EnglishReview {
  readonly author: string;
  readonly text: string;
}

/** The reviews in English: the cues are English. */
const englishReviews = ({ reviews, language }: Dataset): EnglishReview[] =>
  reviews.flatMap(({ author, text }) => (text && guessLanguage(text, primaryLanguage(language)) === 'en' ? [{ author, text }] : []));

const NAME = /(?<![\p{L}\p{N}’'@#.&-])\p{Lu}\p{Ll}+(?![\p{L}\p{N}&-]|[’'](?!s\b))/gu;
const SENTENCE_START = /(?:^|[.!?:;…"“”()*\n–—-])[\s"“'(]*$/u;
const PLACE_BEFORE = /\b(?:in|near|at|around|across|outside|throughout|to|on|downtown|the|a|an)\s+$/u;
/** Capitalized words that are no people. */
const NO_PEOPLE =
  /^(?:mr|mrs|ms|dr|mom|mum|dad|sir|madam|lord|god|jesus|christmas|easter|thanksgiving|english|spanish|google|yelp|facebook|amazon|apple|uber|airbnb|tripadvisor|tesla|ford|toyota|honda|team|staff|guys?|folks|everyone)$/i;

/** Names in several English reviews next to what people who work there do, that nothing in the catalog has: "ask for Chloe". */
export const unlistedPeople = oncePer((dataset: Dataset): readonly UnlistedName[] => {
  const reviews = englishReviews(dataset);
  const listed = wordsOfCatalog(dataset);
  const lowerCase = new Set(reviews.flatMap(({ text }) => text.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{Ll}’']+/gu) ?? []));
  const uses = reviews.flatMap((review) => namesAtWork(review.text).map((use) => ({ ...use, review })));
  const known = (name: string, author: string) => listed.has(name.toLowerCase()) || plainWords(author).includes(plainWords(name).join(''));
  const byName = Map.groupBy(
    uses.filter(({ name, review }) => !known(name, review.author)),
    ({ name }) => name,
  );
  return mostFrequent(
    [...byName].flatMap(([name, own]) => {
      if (lowerCase.has(name.toLowerCase()) || NO_PEOPLE.test(name) || emptyWords.has(name.toLowerCase())) return [];
      const isPerson = own.some(({ isInside }) => isInside) && own.some(({ isSure }) => isSure);
      if (!isPerson) return [];
      const isNamed = ({ text }: Dataset['reviews'][number]) => text?.match(NAME)?.includes(name);
      return [{ ...countUses(name, own), reviews: dataset.reviews.filter(isNamed).length }];
    }),
  );
});

/** The capitalized words of a text that are next to what people do at work. */
function namesAtWork(text: string) {
  return [...text.matchAll(NAME)].flatMap(({ 0: name, index }) => {
    const range = { start: index, end: index + name.length };
    const before = text.slice(0, index);
    if (PLACE_BEFORE.test(before) || !isNamedAtWork(text, range)) return [];
    return [{ name, isInside: !SENTENCE_START.test(before), isSure: isPersonAtWork(text, range) }];
  });
}

/** The words of all names that the content has, in lower case. */
function wordsOfCatalog({ business, catalog }: Dataset): ReadonlySet<string> {
  const { address, name, legal_name } = business;
  const places = [address?.locality, address?.region, address?.street_address];
  const names = [name, legal_name, ...places, ...catalog.flatMap((entry) => [entry.name, ...entry.aliases])];
  return new Set(names.flatMap((one) => (one ?? '').toLowerCase().match(/[\p{L}\p{M}’']+/gu) ?? []));
}

const DETERMINERS = '(?:(?:a|an|my|our|the|their|some|new|old|two|three|another) )+';
/** What was worked on: "installed a ceiling fan", "came to fix our boiler". */
const WORKED_ON = new RegExp(
  `(?<!\\p{L})(?:(?:install|replac|repair|fix|clean|rewir|wir|chang|swap|unclog|servic|upgrad|mount)(?:p?e?d|p?ing|e)?|put in) ${DETERMINERS}(?<what>\\p{Ll}{3,}(?:[ -]\\p{Ll}{3,})?)`,
  'gu',
);
/** "Our boiler was repaired." */
const WAS_DONE =
  /(?<!\p{L})(?:a|an|my|our|the|their|new|old) (?<what>\p{Ll}{3,}(?: \p{Ll}{3,})?) (?:(?:was|were|got|is|are|has been|have been) )?(?:installed|replaced|repaired|fixed|cleaned|changed|serviced|unclogged|upgraded)(?!\p{L})/gu;
/** Work with a name: "oil change", "root canal treatment". */
const NAMED_WORK =
  /(?<![\p{L}\p{N}])(?<what>\p{Ll}{3,} (?:installation|replacement|repair|upgrade|cleaning|treatment|removal|massage|haircut|change|tune-?up|alignment|extension|whitening|filling|canal|lesson|class|tour|wash|grooming|rental|checkup|check-up|facial|manicure|pedicure|wax|polish|alteration)s?)(?!\p{L})/gu;
const NO_SERVICES = new Set(
  `time thing things everything one ones job jobs work issue issues problem problems leak rest place same whole couple right wrong bit lot mess stuff house home
  business kids family dog cat great good quick easy fast simple first second last next same-day entire small big large little emergency amazing excellent recent
  after before during full complete proper thorough major minor free quality regular price wire wires wall door room water bottom top front back side area
  bathroom kitchen garage basement attic bedroom
  replacement repair repairs service services treatment treatments every each additional necessary hard size short petite plan`.split(
    /\s+/,
  ),
);

/** What several English reviews say that was done, and no service of the catalog is found in. */
export const unlistedServices = oncePer((dataset: Dataset): readonly UnlistedName[] => {
  const listed = wordsOfCatalog(dataset);
  const isListed = (name: string) => name.split(' ').some((word) => [word, ...inflectionsOf(word)].some((form) => listed.has(form)));
  const reviews = englishReviews(dataset);
  const uses = reviews.flatMap((review) => workIn(review.text).map((name) => ({ name: singular(name), review })));
  const worked = [...Map.groupBy(uses, ({ name }) => name)]
    .filter(([name, own]) => countUses(name, own).authors >= FEWEST_WORKED && !isListed(name))
    .map(([name]) => name);
  // "Ceiling fan" says more than "ceiling".
  const names = worked.filter((name) => worked.every((longer) => !longer.startsWith(`${name} `)));
  const findWork = mentionFinder(names.map((name): CatalogEntry => ({ kind: 'services', key: name, name, aliases: [] })));
  const found = reviews.flatMap((review) => findWork(review.text).map(({ entry: { name } }) => ({ name, review })));
  return mostFrequent([...Map.groupBy(found, ({ name }) => name)].map(([name, own]) => countUses(name, own)));
});

/** The work that a text names: "ceiling fan and" is "ceiling fan", and "ceiling". */
function workIn(text: string): string[] {
  const what = (pattern: RegExp) => [...text.matchAll(pattern)].map(({ groups }) => groups?.['what'] ?? '');
  const named = what(NAMED_WORK).filter((name) => name.split(' ').every((word) => !isCommon(word)));
  const worked = [WORKED_ON, WAS_DONE].flatMap(what).flatMap((name) => {
    const [first = '', second = ''] = name.split(/[ -]/);
    if (isCommon(first)) return [];
    return second === '' || isCommon(second) ? [first] : [`${first} ${second}`, first];
  });
  return [...named, ...worked];
}

/** A name in the singular, as far as rules go. */
const singular = (name: string) => name.replace(/(?<=[^aious])s$/, '');
const isCommon = (word: string) => emptyWords.has(word) || NO_SERVICES.has(word);

const countUses = (name: string, uses: readonly { readonly review: EnglishReview }[]): UnlistedName => ({
  name,
  reviews: new Set(uses.map(({ review }) => review)).size,
  authors: new Set(uses.map(({ review }) => review.author)).size,
});

const mostFrequent = (names: readonly UnlistedName[]): UnlistedName[] =>
  names
    .filter(({ authors }) => authors >= FEWEST)
    .sort((a, b) => b.reviews - a.reviews || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_UNLISTED);
