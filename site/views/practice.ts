import { type Dataset, type LeftOut, leftOutCount } from '../content/dataset.ts';
import type { Statement } from '../content/schemas.ts';
import { takedownReasons } from '../contract/log.ts';
import type { PracticeDocument } from '../contract/practice.ts';
import { methodsByStrength, type Review } from '../contract/review.ts';
import { reviewFields } from '../contract/review-fields.ts';
import { isImpartial } from '../insights/quotes.ts';
import { type Messages, messagesOf } from '../messages/messages.ts';
import type { Publication } from '../publication.ts';
import { oncePer } from '../shared/algorithms.ts';
import { countDays } from '../shared/dates.ts';
import { changedFieldLabel } from './verification.ts';

const leftOutKeys: Readonly<Record<LeftOut['reason'], keyof PracticeDocument['completeness']['left_out']>> = {
  'not public at the source': 'not_public_at_source',
  'not verified': 'not_verified',
  'verified in a way that does not count here': 'method_not_accepted',
  'removed at the source': 'removed_at_source',
  'taken down': 'taken_down',
};

type Site = Pick<Publication, 'dataset' | 'hasLog'>;

/** How many reviews a reward was offered for, or people close to the business wrote. */
export const disclosedCount = oncePer(({ reviews }: Dataset): number => reviews.filter((review) => !isImpartial(review)).length);

/** How the business collects, verifies and publishes reviews, as facts and in sentences. */
export const toPractice = oncePer((site: Site): PracticeDocument => {
  const { dataset } = site;
  const { business, policy } = dataset;
  const messages = messagesOf(dataset);
  const { name, legal_name: legal } = business;
  const contact = policy.report ?? business.email;
  const days = policy.report_days ?? null;
  const disclosed = disclosedCount(dataset);
  const { say } = messages;
  return {
    publisher: {
      statements: [
        // The notice may say that the business is invented.
        ...(dataset.notice === undefined ? [] : [dataset.notice]),
        say('practice.publisher', { name }),
        ...(legal === null || legal === name ? [] : [say('practice.legal', { name, legal })]),
      ],
      name,
      legal_name: legal,
      url: business.url,
    },
    verification: toVerification(site, messages),
    completeness: toCompleteness(site, messages),
    changes: toChanges(site, messages),
    rating_and_order: {
      statements: [
        say('practice.average'),
        ...(disclosed === 0 ? [] : [say('practice.average_disclosed', { count: disclosed })]),
        say('practice.order'),
      ],
    },
    incentive: { question: say('practice.question_incentive'), ...countWords(site, messages, 'incentive') },
    relation: countWords(site, messages, 'relation'),
    fake_review_policy: toPolicy(policy.fake_reviews, say('practice.no_fake_reviews', { name }), messages),
    incentive_policy: toPolicy(policy.incentives, say('practice.no_incentives', { name }), messages),
    reports: {
      statements: [
        ...(contact === null && days === null ? [say('practice.no_reports', { name })] : []),
        ...(contact === null && days !== null ? [say('practice.no_contact', { name })] : []),
        ...(contact === null ? [] : [say('practice.contact', { contact })]),
        ...(days === null ? [] : [say('practice.days', { name, days })]),
        ...(contact !== null && days === null ? [say('practice.no_days', { name })] : []),
      ],
      contact,
      answered_within_days: days,
    },
    experience: toExperience(site, messages),
  };
});

function toVerification({ dataset: { business, reviews, policy } }: Site, { say, list }: Messages): PracticeDocument['verification'] {
  const byMethod = Map.groupBy(reviews, ({ verification }) => verification.method);
  const accepted = methodsByStrength.filter((method) => policy.verification.includes(method));
  const counts = accepted.map((method) => [method, byMethod.get(method)?.length ?? 0] as const);
  const ways = counts
    .filter(([, count]) => count > 0)
    .map(([method, count]) => say('practice.way', { count, way: say(`computed.verified_${method}`) }));
  const { name } = business;
  const isEmpty = reviews.length === 0;
  return {
    question: say('practice.question_verification'),
    statements: isEmpty
      ? [say('practice.empty')]
      : [say('practice.verified', { name, ways: list(ways) }), say('method.verified_by_business')],
    review_counts: Object.fromEntries(counts),
    undated: reviews.filter(({ verification }) => verification.verified_at === null).length,
    linked: reviews.filter(({ source_url }) => source_url !== null).length,
  };
}

function toCompleteness({ dataset, hasLog }: Site, { say, list, date }: Messages): PracticeDocument['completeness'] {
  const { leftOut, leftOutAtSource = [], takedownReasons: taken = [], policy, reviews } = dataset;
  const { removed_at_source: rule } = policy;
  const left = { not_public_at_source: 0, not_verified: 0, method_not_accepted: 0, removed_at_source: 0, taken_down: 0 };
  for (const { reason, count } of leftOut) left[leftOutKeys[reason]] = count;
  const reasons = leftOut.map(({ reason, count }) => say(`practice.left_${leftOutKeys[reason]}`, { count }));
  const takedowns = takedownReasons.map((reason) => [reason, taken.filter((one) => one === reason).length] as const);
  const causes = takedowns
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => say('practice.takedown', { count, reason: say(`computed.reason_${reason}`) }));
  const days = [...Map.groupBy([...leftOutAtSource, ...reviews.flatMap(({ removed_at_source: day }) => day ?? [])], (day) => day)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, { length }]) => ({ date: day, review_count: length }));
  const gone = days.map(({ date: day, review_count: count }) => say('practice.gone', { count, date: date(day) }));
  return {
    question: say('practice.question_completeness'),
    statements: [
      say('practice.published', { count: reviews.length, left: leftOutCount(leftOut) }),
      ...(reasons.length === 0 ? [] : [say('practice.left_out', { reasons: list(reasons) })]),
      ...(causes.length === 0 ? [] : [say('practice.takedowns', { reasons: list(causes) })]),
      say('method.never_brought'),
      ...(hasLog ? [say('practice.logged')] : []),
      say(`practice.gone_${rule}`),
      ...(gone.length === 0 ? [] : [say('practice.gone_days', { days: list(gone) })]),
    ],
    published: reviews.length,
    left_out: left,
    takedowns: Object.fromEntries(takedowns),
    removed_at_source: { rule, days },
  };
}

/** How many reviews have fields that the business changed after an import, and which. */
function toChanges({ dataset: { reviews } }: Site, messages: Messages): PracticeDocument['changes'] {
  const { say, list } = messages;
  const changed = reviews.filter(({ changed_by_business }) => changed_by_business.length > 0);
  const named = changed.flatMap(({ changed_by_business }) => [...new Set(changed_by_business.map(({ field }) => field))]);
  const fields = [...Map.groupBy(named, (field) => field)].map(([field, { length }]) => [field, length] as const);
  const words = fields.map(([field, count]) => say('practice.changed_field', { field: changedFieldLabel(field, messages), count }));
  return {
    question: say('practice.question_changes'),
    statements: [
      reviews.length === 0 ? say('practice.empty') : say('practice.changed', { count: changed.length }),
      ...(words.length === 0 ? [] : [say('practice.changed_fields', { fields: list(words) })]),
      say('practice.changed_imported'),
    ],
    changed_by_business: changed.length,
    fields: Object.fromEntries(fields),
  };
}

/** The number of reviews with each word of a field, and a sentence if there are any. */
function countWords<Name extends 'incentive' | 'relation'>({ dataset: { reviews } }: Site, { say }: Messages, field: Name) {
  const words = reviewFields[field].published.options;
  const counts = Object.fromEntries(words.map((word) => [word, reviews.filter((review) => review[field] === word).length]));
  // Zeros beside what isn't known would read as a claim.
  const sentence = counts['unknown'] === reviews.length ? say(`practice.${field}_unknown`) : say(`practice.${field}`, counts);
  return {
    statements: [reviews.length === 0 ? say('practice.empty') : sentence],
    review_counts: counts as Record<PracticeWord<Name>, number>,
  };
}
type PracticeWord<Name extends 'incentive' | 'relation'> = keyof PracticeDocument[Name]['review_counts'];

/** A draft, which the business hasn't accepted, isn't published. */
function toPolicy(stated: Statement | undefined, missing: string, { say, date }: Messages): PracticeDocument['fake_review_policy'] {
  if (stated?.accepted === undefined) return { statements: [missing], policy: null };
  const { text, accepted } = stated;
  return { statements: [text, say('practice.stated', { date: date(accepted) })], policy: { text, stated_on: accepted } };
}

/** A review that is written within this many days of the experience is written soon. */
export const SOON_DAYS = 30;

/** The number of days from the experience to the review; negative if the review is older, undefined if the day isn't known. */
export const daysUntilWritten = ({ experienced_at, date }: Pick<Review, 'experienced_at' | 'date'>): number | undefined =>
  experienced_at === null ? undefined : countDays(experienced_at, date) - 1;

function toExperience({ dataset: { reviews } }: Site, { say, date }: Messages): PracticeDocument['experience'] {
  const days = reviews.flatMap(({ experienced_at }) => experienced_at ?? []).sort();
  const [oldest = null] = days;
  const newest = days.at(-1) ?? null;
  const known = days.length;
  const soon = reviews.filter((review) => {
    const passed = daysUntilWritten(review);
    return passed !== undefined && passed >= 0 && passed <= SOON_DAYS;
  }).length;
  const range =
    oldest === null || newest === null
      ? undefined
      : say('practice.experienced', { oldest: date(oldest), newest: date(newest), soon, count: known });
  return {
    statements:
      reviews.length === 0
        ? [say('practice.empty')]
        : [say('practice.experience', { known, unknown: reviews.length - known }), ...(range === undefined ? [] : [range])],
    known,
    unknown: reviews.length - known,
    oldest,
    newest,
    written_within_30_days: soon,
  };
}
