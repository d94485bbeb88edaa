import { primaryLanguage } from '../analysis/text/language.ts';
import { type EntityKind, entityKinds } from '../content/catalog.ts';
import { reviewPagePath } from '../contract/paths.ts';
import { type VerificationMethod, verificationMethod } from '../contract/review.ts';
import type { MessageId } from '../messages/languages.ts';
import type { Messages, Values } from '../messages/messages.ts';
import type { Publication } from '../publication.ts';
import { basePathOf } from '../shared/base-path.ts';
import { listingsOf } from './listings.ts';
import { placeOf } from './review-platforms.ts';
import { changesOf, disclosuresIn, shortVerification, verificationLabel } from './verification.ts';

/** A message by the plural category of its count (Intl.PluralRules), with `{count}` instead of the count. */
export type Plurals = Readonly<Record<string, string>>;

/** The number of reviews from which pages offer a search. */
const SEARCHED_FROM = 6;

/** Whether the pages offer a search. */
export const isSearchable = ({ dataset }: Pick<Publication, 'dataset'>) => dataset.reviews.length >= SEARCHED_FROM;

const counted = ['filters', 'found', 'found_words', 'found_mention', 'found_spelling', 'shown', 'more_shown', 'relevance_among'] as const;
const plain = [
  'filters',
  'found_none',
  'relevance_means',
  'away',
  'too_many',
  'not_understood',
  'instead',
  'instead_mention',
  'remove',
  'clear',
  'since_day',
  'until_day',
  'out_of_stars',
] as const;

/** Arguments that a script fills in: each is replaced by its name in braces. */
export const openArguments = (...names: readonly string[]): Values => Object.fromEntries(names.map((name) => [name, `{${name}}`]));
const OPEN: Values = { ...openArguments('query', 'other', 'issues', 'filter', 'date', 'stars'), count: 0 };

/** The data of the search script: words in the page's language, names and links. Arguments are in braces. */
export function toSearchPage(publication: Publication, messages: Messages) {
  const { dataset } = publication;
  const { reviews } = dataset;
  const { say } = messages;
  const labelOf = (source: string, method: VerificationMethod) =>
    verificationLabel({ source, verification: { method } }, dataset, messages);
  const href = (path: string) => basePathOf(publication.baseUrl) + path;
  // Reviews that are newer than the page may be the first ones sent directly to the business.
  const sources = [...new Set([...reviews.map(({ source }) => source), 'direct'])];
  const { entities } = listingsOf(publication);
  const mentionsOf = (kind: EntityKind) =>
    Object.fromEntries(entities[kind].map(({ entity, label, path }) => [entity?.key ?? '', [label, href(path)] as const]));
  return {
    plurals: { ...fromNames(counted, (name) => pluralsOf(messages, `search.${name}`)), photos: pluralsOf(messages, 'home.photos') },
    texts: {
      ...fromNames(plain, (name) => say(`search.${name}`, OPEN)),
      no_words: say('home.no_words'),
      on_source: say('home.on_source', { source: '{source}' }),
      verified_on: say('computed.verified_on', { how: '{how}', date: '{date}' }),
    },
    reviewPath: href(reviewPagePath('{id}')),
    /** The place and the verification label of each source's reviews. */
    sources: Object.fromEntries(
      sources.map((source) => [source, { place: placeOf(source, dataset, messages), account: labelOf(source, 'platform_account') }]),
    ),
    /** The label of each verification method, regardless of the source, and in two or three words. */
    verified: fromNames(verificationMethod.options, (method) => labelOf('direct', method)),
    verifiedShort: fromNames(verificationMethod.options, (method) => shortVerification(method, messages)),
    /** What lists tell readers about reviews with these values. */
    disclosures: disclosuresIn(messages),
    /** The sentences on what the business changed, by review id. */
    changes: Object.fromEntries(reviews.map((review) => [review.id, changesOf(review, messages)]).filter(([, changes]) => changes)),
    /** The label and path of each catalog entry, by kind and key. */
    mentions: fromNames(entityKinds, mentionsOf),
    /** The language of texts that aren't in the page's, by id (ISO 639-1). */
    languages: Object.fromEntries(reviews.flatMap(({ id }) => foreignLanguage(publication, messages.language, id))),
  };
}

export type SearchPage = ReturnType<typeof toSearchPage>;

function foreignLanguage({ insights }: Publication, own: string, id: string): [string, string][] {
  const language = insights.per_review[id]?.language ?? undefined;
  return language === undefined || language === primaryLanguage(own) ? [] : [[id, language]];
}

function pluralsOf({ say, number, language }: Messages, id: MessageId): Plurals {
  const rules = new Intl.PluralRules(language);
  const samples = [...Array.from({ length: 200 }, (_, index) => index + 2), 1, 0, 1_000_000];
  return Object.fromEntries(
    rules.resolvedOptions().pluralCategories.map((category) => {
      const count = samples.find((sample) => rules.select(sample) === category) ?? 2;
      return [category, say(id, { ...OPEN, count }).replace(number(count), '{count}')];
    }),
  );
}

function fromNames<const Name extends string, Value>(names: readonly Name[], toValue: (name: Name) => Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, toValue(name)])) as Record<Name, Value>;
}
