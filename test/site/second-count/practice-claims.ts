import type { Claim } from './claim.ts';
import { listed, type SecondCount, some } from './counter.ts';
import { METHODS, REASONS } from './random-business.ts';

const WAYS = {
  invoice: 'Matched to an invoice',
  invitation: 'Invited customer',
  platform_account: 'Posted from a platform account',
  vouched: 'Vouched for by the business',
};
const LEFT = {
  not_public_at_source: 'not public at the source',
  not_verified: 'not marked as verified',
  method_not_accepted: 'verified in a way that isn’t accepted here',
  removed_at_source: 'removed at the source',
  taken_down: 'taken down',
};
const CAUSES = {
  asked: 'The customer asked for it',
  insults: 'It contains insults or threats',
  legal: 'The law or a court requires it',
  personal_data: 'It contains personal data',
  fake: 'It isn’t from a customer',
  mistake: 'It was published by mistake',
  other: 'Another reason',
};

const longDay = (day: string): string => new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The facts of /review-practice.json that are numbers. */
export function practiceFacts(count: SecondCount) {
  const { shown, left, gone, business } = count;
  const goneDays = [...new Set(gone.map((review) => review.removed_at_source))].sort();
  const days = shown.flatMap(({ experienced_at }) => experienced_at ?? []).sort();
  const having = <Key extends 'incentive' | 'relation'>(key: Key, words: readonly string[]) =>
    Object.fromEntries(words.map((word) => [word, shown.filter((review) => (review[key] ?? 'unknown') === word).length]));
  return {
    verification: {
      review_counts: Object.fromEntries(
        business.policy.verification.map((way) => [
          way,
          shown.filter((review) => (review.verification?.method ?? 'vouched') === way).length,
        ]),
      ),
      undated: shown.filter(({ verification }) => verification?.verified_at === undefined).length,
      linked: shown.filter(({ source_url }) => source_url !== undefined).length,
    },
    completeness: {
      published: shown.length,
      left_out: left,
      takedowns: Object.fromEntries(
        REASONS.map((reason) => [reason, business.takedowns.filter((one) => (one.reason ?? 'other') === reason).length]),
      ),
      removed_at_source: {
        rule: business.policy.removed_at_source,
        days: goneDays.map((day) => ({ date: day, review_count: gone.filter((review) => review.removed_at_source === day).length })),
      },
    },
    incentive: { review_counts: having('incentive', ['none', 'offered', 'unknown']) },
    relation: { review_counts: having('relation', ['none', 'staff', 'relative', 'unknown']) },
    experience: {
      known: days.length,
      unknown: shown.length - days.length,
      oldest: days[0] ?? null,
      newest: days.at(-1) ?? null,
      written_within_30_days: shown.filter(({ experienced_at, date }) => {
        const passed = experienced_at === undefined ? -1 : daysBetween(experienced_at, date);
        return passed >= 0 && passed <= 30;
      }).length,
    },
  };
}

/** The claims about what isn't published, and why, on the page on the method and in the statement as data. */
export function ofPractice(count: SecondCount): readonly Claim[] {
  return [...['how-it-works/index.html', 'review-practice.json'].flatMap((page) => statements(count, page)), ...ofLeftOut(count)];
}

const one = (value: number, single: string, plural: string) => (value === 1 ? single : plural);

function statements(count: SecondCount, page: string): readonly Claim[] {
  const { shown, left, leftOut } = count;
  const { verification, completeness, incentive, relation, experience } = practiceFacts(count);
  const published = shown.length;
  const leftParts = (Object.keys(LEFT) as (keyof typeof LEFT)[]).filter((key) => left[key] > 0).map((key) => `${left[key]} ${LEFT[key]}`);
  const causes = REASONS.filter((reason) => completeness.takedowns[reason]).map(
    (reason) => `“${CAUSES[reason]}” (${completeness.takedowns[reason]})`,
  );
  const ways = METHODS.filter((way) => verification.review_counts[way]).map((way) => `${WAYS[way]} (${verification.review_counts[way]})`);
  const gone = completeness.removed_at_source.days.map(
    ({ date, review_count }) => `${some(review_count, 'review')} missing from the export of ${longDay(date ?? '')}`,
  );
  const { none, offered, unknown } = incentive.review_counts;
  const close = relation.review_counts;
  const disclosed = shown.filter(
    (review) => review.incentive === 'offered' || review.relation === 'staff' || review.relation === 'relative',
  ).length;
  const { known, oldest, newest, written_within_30_days: soon } = experience;
  return [
    {
      of: ['practice.published'],
      page,
      every:
        /(?:All \d+ reviews in our files are|Both reviews in our files are|The only review in our files is) published\.|\d+ reviews? (?:is|are) published, and \d+ (?:isn|aren)’t\./g,
      expected: [
        leftOut > 0
          ? `${some(published, 'review is', 'reviews are')} published, and ${leftOut} ${one(leftOut, 'isn’t', 'aren’t')}.`
          : published === 1
            ? 'The only review in our files is published.'
            : `${published === 2 ? 'Both' : `All ${published}`} reviews in our files are published.`,
      ],
    },
    {
      of: Object.keys(LEFT).map((key) => `practice.left_${key}`),
      page,
      every: /Not published: [^.]*\./g,
      expected: leftParts.length === 0 ? [] : [`Not published: ${listed(leftParts)}.`],
    },
    {
      of: ['practice.takedown'],
      page,
      every: /Takedowns by reason: [^.]*\./g,
      expected: causes.length === 0 ? [] : [`Takedowns by reason: ${listed(causes)}.`],
    },
    {
      of: ['practice.gone'],
      page,
      every: /So far: [^.]*\./g,
      expected: gone.length === 0 ? [] : [`So far: ${listed(gone)}.`],
    },
    { of: ['practice.way'], page, every: /by these labels: [^.]*\./g, expected: [`by these labels: ${listed(ways)}.`] },
    {
      // The business changes no review.
      of: ['practice.changed', 'practice.changed_field'],
      page,
      every: /(?:No published review is|\d+ published reviews? (?:is|are)) recorded as changed|Changed fields: [^.]*/g,
      expected: published === 0 ? [] : ['No published review is recorded as changed'],
    },
    {
      of: ['practice.average_disclosed'],
      page,
      every: /The average includes [^.]* by people close to the business\./g,
      expected:
        disclosed === 0
          ? []
          : [
              `The average includes ${some(disclosed, 'review for which something was offered, or which is', 'reviews for which something was offered, or which are')} by people close to the business.`,
            ],
    },
    {
      of: ['practice.incentive'],
      page,
      every: /something was offered in return: \d+\. [^.]*\. [^.]*\./g,
      expected:
        unknown === published ? [] : [`something was offered in return: ${offered}. Nothing was offered: ${none}. Not stated: ${unknown}.`],
    },
    {
      of: ['practice.relation'],
      page,
      every: /written by people who work here: \d+\. [^.]*\. [^.]*\. [^.]*\./g,
      expected:
        close.unknown === published
          ? []
          : [
              `written by people who work here: ${close.staff}. By relatives of the owner or of people who work here: ${close.relative}. By neither: ${close.none}. Not stated: ${close.unknown}.`,
            ],
    },
    {
      of: ['practice.experience'],
      page,
      every: /(?:No review states|\d+ reviews? states?) the day of the experience\.(?: Not stated: \d+\.)?/g,
      expected: [
        `${known === 0 ? 'No review states' : some(known, 'review states', 'reviews state')} the day of the experience.${known === 0 || known === published ? '' : ` Not stated: ${published - known}.`}`,
      ],
    },
    {
      of: ['practice.experienced'],
      page,
      every: /The stated days? [^.]*\. Written within 30 days after the experience: \d+\./g,
      expected:
        oldest === null || newest === null
          ? []
          : [
              `${known === 1 ? `The stated day is ${longDay(oldest)}.` : `The stated days are from ${longDay(oldest)} to ${longDay(newest)}.`} Written within 30 days after the experience: ${soon}.`,
            ],
    },
  ];
}

/** The list of what is left out, and the sentences beside it. */
function ofLeftOut(count: SecondCount): readonly Claim[] {
  const page = 'how-it-works/index.html';
  const { left, shown, business } = count;
  const { undated, linked } = practiceFacts(count).verification;
  const ignored = METHODS.filter((way) => !business.policy.verification.includes(way)).map((way) => WAYS[way].toLowerCase());
  const item = (of: string, value: number, words: string, every: RegExp): Claim => ({
    of: [`method.${of}`],
    page,
    every,
    expected: value === 0 ? [] : [`${some(value, 'review')} ${words}`],
  });
  const kept = count.gone.length - left.removed_at_source;
  const all = shown.length;
  return [
    item('left_out_hidden', left.not_public_at_source, 'not public on the site', /\d+ reviews? not public on the site/g),
    item('left_out_not_verified', left.not_verified, 'not marked as verified, for', /\d+ reviews? not marked as verified, for/g),
    item(
      'left_out_way',
      left.method_not_accepted,
      `with a kind of verification that isn’t accepted here: ${ignored.join(' or ')}.`,
      /\d+ reviews? with a kind of verification that [^.]*\./g,
    ),
    item('left_out_at_source', left.removed_at_source, 'removed from the site', /\d+ reviews? removed from the site/g),
    item('left_out_taken_down', left.taken_down, 'taken down permanently', /\d+ reviews? taken down permanently/g),
    {
      of: ['method.gone_at_source'],
      page,
      every: /\d+ published reviews? (?:was|were) missing from (?:a later export|later exports)/g,
      expected:
        kept === 0
          ? []
          : [`${some(kept, 'published review was missing from a later export', 'published reviews were missing from later exports')}`],
    },
    {
      of: ['method.verified_undated'],
      page,
      every: /For \d+ reviews? the date of verification/g,
      expected: undated === 0 ? [] : [`For ${some(undated, 'review')} the date of verification`],
    },
    {
      of: ['method.check_yourself', 'method.check_all'],
      page,
      every: /No review links to|(?:one of \d+ reviews|\d+ of \d+ reviews|the review|all \d+ reviews) links? to/g,
      expected: [
        linked === all
          ? one(all, 'the review links to', `all ${all} reviews link to`)
          : linked === 0
            ? 'No review links to'
            : linked === 1
              ? `one of ${all} reviews links to`
              : `${linked} of ${all} reviews link to`,
      ],
    },
  ];
}
