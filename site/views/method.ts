import { BLAMED_AGAINST_STARS_FROM, blamedFrom } from '../analysis/published.ts';
import type { Dataset } from '../content/dataset.ts';
import { countryName, phoneCountriesOf } from '../content/privacy/phone-countries.ts';
import { ENOUGH_MENTIONS, packOf } from '../contract/insights.ts';
import { type MaskKind, maskKind, methodsByStrength, verificationMethod } from '../contract/review.ts';
import { PERCENT_FROM } from '../insights/wording.ts';
import { masksIn } from '../messages/languages.ts';
import { type Messages, messagesOf } from '../messages/messages.ts';
import type { Publication } from '../publication.ts';
import { readersOf } from './home.ts';
import { toPractice } from './practice.ts';

/** The figures of the page on how it works, section by section. */
export function toMethod(publication: Publication) {
  return {
    verification: toVerification(publication),
    privacy: toPrivacy(publication),
    leftOut: toLeftOut(publication),
    analysis: toAnalysis(publication),
  };
}

function toVerification(publication: Publication) {
  const { review_counts, undated, linked } = toPractice(publication).verification;
  return {
    /** Without a count, a way isn't accepted here. */
    ways: methodsByStrength.map((method) => ({ method, count: review_counts[method] })),
    undated,
    count: publication.dataset.reviews.length,
    linked,
  };
}

function toPrivacy({ dataset }: Publication) {
  const { masked, policy } = dataset;
  const words = messagesOf(dataset);
  const { say, list } = words;
  const masks = masksIn(dataset.language);
  const kinds = maskKind.options.filter((kind) => policy.mask.includes(kind));
  return {
    names: policy.names,
    nameMask: masks.name,
    kinds: list(kinds.map((kind) => say(`method.kind_${kind}`))),
    masks: list(
      kinds.map((kind) => say('method.mask', { mask: masks[kind] })),
      'or',
    ),
    hasStreets: kinds.includes('street_address'),
    /** Empty if nothing was masked. */
    counts: list(maskedCounts(masked, words)),
    /** The countries whose phone numbers are masked; empty if there are too many to name, or none. */
    countries: list(maskedCountries(dataset, words)),
  };
}

function toLeftOut({ dataset }: Publication) {
  const { aggregateRating, leftOut, policy, reviews } = dataset;
  const { say, list } = messagesOf(dataset);
  const ignored = verificationMethod.options.filter((method) => !policy.verification.includes(method));
  return {
    reasons: leftOut,
    ignoredWays: list(
      ignored.map((method) => say(`computed.verified_${method}`).toLowerCase()),
      'or',
    ),
    goneAtSource: reviews.filter(({ removed_at_source: day }) => day !== null).length,
    oldest: reviews.at(-1)?.date,
    fewStars: aggregateRating.distribution['1'] + aggregateRating.distribution['2'],
  };
}

/** The rules for the figures, as keys of their messages. */
const rules = ['once', 'mixed', 'unclear', 'failure', 'enough', 'percent', 'trend', 'about', 'names'] as const;

function toAnalysis({ dataset, insights }: Publication) {
  const { say, list } = messagesOf(dataset);
  const { aspects, coverage, method } = insights;
  const { models, modelTexts } = readersOf(insights);
  const { with_text, analysed: read, other_language: other } = coverage;
  return {
    kind: with_text === 0 ? 'empty' : read === 0 ? 'unread' : other === 0 ? 'all' : 'some',
    read,
    other,
    aspectCount: aspects.length,
    aspects: list(aspects.map(({ label }) => label.toLowerCase())),
    method,
    /** The minimum confidence of criticism in reviews with one or two stars, and in those with five. */
    criticism: { low: blamedFrom[packOf(dataset.type)], high: BLAMED_AGAINST_STARS_FROM },
    beside: { models, count: modelTexts },
    rules: rules.map((rule) => say(`method.rule_${rule}`, { from: PERCENT_FROM, enough: ENOUGH_MENTIONS })),
  };
}

/** A phrase for each kind with any masks: "2 phone numbers", "1 e-mail address". */
export function maskedCounts(masked: Readonly<Record<MaskKind, number>>, { say }: Pick<Messages, 'say'>): string[] {
  return maskKind.options.filter((kind) => masked[kind] > 0).map((kind) => say(`computed.masked_${kind}`, { count: masked[kind] }));
}

/** A longer list of countries isn't useful to readers. */
const MOST_NAMED = 5;

/** The names of the countries whose phone numbers are masked; empty if there are too many to name, or if none are masked. */
function maskedCountries({ business, language, policy }: Dataset, messages: Pick<Messages, 'language'>): string[] {
  const { codes } = phoneCountriesOf({ ...business, language }, policy.phone_countries);
  return policy.mask.includes('phone') && codes.length <= MOST_NAMED ? codes.map((code) => countryName(code, messages.language)) : [];
}
