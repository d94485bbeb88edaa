import { tourismTypes } from '../../site/content/business-types.ts';
import { type Dataset, leftOutCount } from '../../site/content/dataset.ts';
import { countryCode } from '../../site/content/privacy/phone-countries.ts';
import { policyOn } from '../../site/content/read/publication-policy.ts';
import { counted } from '../../site/shared/text.ts';
import { daysUntilWritten, SOON_DAYS } from '../../site/views/practice.ts';

/** What the rules of the business's country ask about reviews and the content doesn't answer. It isn't legal advice. */
export interface Reminder {
  readonly rule: 'uk' | 'eu' | 'us' | 'it';
  readonly ask: Ask['name'];
  /** How many reviews it is about; 1 if it isn't about reviews. */
  readonly count: number;
  /** In English, like all messages of checks. The desk has its own words. */
  readonly text: string;
  /** The rules. */
  readonly url: string;
}

/** A question that the content may leave unanswered. */
interface Ask {
  readonly name: 'policy' | 'contact' | 'incentive' | 'matched' | 'relation' | 'all' | 'day' | 'late' | 'old' | 'reward';
  /** How many reviews leave it unanswered, or 1 if the business does; 0 if nothing is missing. */
  readonly countMissing: (dataset: Dataset, today: string) => number;
  readonly describe: (count: number) => string;
}

const twoYearsBefore = (day: string) => `${Number(day.slice(0, 4)) - 2}${day.slice(4)}`;

/** Asks about the published reviews that lack something. */
const ask = (name: Ask['name'], isMissing: (review: Dataset['reviews'][number], today: string) => boolean, found: string): Ask => ({
  name,
  countMissing: ({ reviews }, today) => reviews.filter((review) => isMissing(review, today)).length,
  describe: (count) => `${counted(count, 'review')} ${found}`,
});

const askForPolicy: Ask = {
  name: 'policy',
  countMissing: ({ policy }, today) => {
    const { fake_reviews, incentives } = policyOn(today, policy);
    return Number([fake_reviews, incentives].some((stated) => stated?.accepted === undefined));
  },
  describe: () =>
    'a policy on fake reviews and on incentives that readers can find: accept what is missing in policy.yaml (fake_reviews, incentives)',
};

const askForContact: Ask = {
  name: 'contact',
  countMissing: ({ policy, business }) => Number((policy.report ?? business.email) === null),
  describe: () => 'where to report a review: state it in policy.yaml (report)',
};

const askForAll: Ask = {
  name: 'all',
  countMissing: ({ leftOut }) => leftOutCount(leftOut, 'not verified'),
  describe: (count) =>
    `don’t say that all or most reviews are shown if any are left out for what they say: ${counted(count, 'review')} ${count === 1 ? 'isn’t' : 'aren’t'} marked as verified`,
};

interface Rules {
  readonly rule: Reminder['rule'];
  readonly countries: string;
  readonly name: string;
  readonly url: string;
  /** The types of business that the rules are about; all by default. */
  readonly types?: ReadonlySet<string>;
  readonly asks: readonly Ask[];
}

const rules: readonly Rules[] = [
  {
    rule: 'uk',
    countries: 'GB',
    name: 'the UK’s guidance on fake reviews (CMA208)',
    url: 'https://www.gov.uk/government/publications/fake-reviews-cma208',
    asks: [
      askForPolicy,
      askForContact,
      ask(
        'incentive',
        ({ incentive }) => incentive === 'unknown',
        'without a statement whether something was offered in return (incentive); reviews for a reward have to be labeled',
      ),
    ],
  },
  {
    rule: 'eu',
    countries: 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK',
    name: 'the EU’s rule on whether and how reviews are verified (directive 2005/29/EC, article 7(6), added by 2019/2161)',
    url: 'https://eur-lex.europa.eu/eli/dir/2019/2161/oj',
    asks: [
      ask(
        'matched',
        ({ verification: { method } }) => method === 'vouched' || method === 'platform_account',
        'that the business itself hasn’t matched to a customer; pages say how each one is verified, so make sure that this is right',
      ),
    ],
  },
  {
    rule: 'us',
    countries: 'US',
    name: 'the FTC’s rule on consumer reviews (16 CFR part 465)',
    url: 'https://www.ecfr.gov/current/title-16/chapter-I/subchapter-D/part-465',
    asks: [
      ask(
        'relation',
        ({ relation }) => relation === 'unknown',
        'without a statement whether owners, staff or their relatives wrote them (relation); such reviews have to say so',
      ),
      askForAll,
    ],
  },
  {
    rule: 'it',
    countries: 'IT',
    name: 'Italy’s annual law for small businesses (law 34 of March 11, 2026, articles 18 to 23), on restaurants and tourism',
    url: 'https://www.normattiva.it/uri-res/N2Ls?urn:nir:stato:legge:2026-03-11;34',
    types: tourismTypes,
    asks: [
      ask('day', ({ experienced_at }) => experienced_at === null, 'without the day of the experience (experienced_at)'),
      ask('late', (review) => (daysUntilWritten(review) ?? 0) > SOON_DAYS, `written more than ${SOON_DAYS} days after the experience`),
      ask('old', ({ date }, today) => date < twoYearsBefore(today), 'older than two years'),
      ask('reward', ({ incentive }) => incentive === 'offered', 'written for a reward'),
    ],
  },
];

/** The reminders for the business's country; none without a country, or without published reviews. `today` is YYYY-MM-DD. */
export function remindersFor(dataset: Dataset, today: string): readonly Reminder[] {
  const country = countryCode(dataset.business.address?.country ?? '');
  if (country === undefined || dataset.reviews.length === 0) return [];
  return rules
    .filter(({ countries, types }) => countries.split(' ').includes(country) && (types?.has(dataset.type) ?? true))
    .flatMap(({ rule, name, url, asks }) =>
      asks.flatMap((one) => {
        const count = one.countMissing(dataset, today);
        return count === 0 ? [] : [{ rule, ask: one.name, count, text: `${name}: ${one.describe(count)}`, url }];
      }),
    );
}
