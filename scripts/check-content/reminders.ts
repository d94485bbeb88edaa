import { tourismTypes } from '../../site/content/business-types.ts';
import { type Dataset, leftOutCount } from '../../site/content/dataset.ts';
import { countryCode } from '../../site/content/privacy/phone-countries.ts';
import { countDays } from '../../site/shared/dates.ts';
import { counted } from '../../site/shared/text.ts';
import { daysUntilWritten, SOON_DAYS } from '../../site/views/practice.ts';

/** What the rules of the business's country ask about reviews and the content doesn't answer. It isn't legal advice. */
export interface Reminder {
  /** In English, like all messages of checks. */
  readonly text: string;
  /** The rules. */
  readonly url: string;
}

/** Finds what isn't answered: undefined if nothing is missing. */
type Ask = (dataset: Dataset, today: string) => string | undefined;

const TWO_YEARS_DAYS = 730;

/** A sentence about the published reviews that lack something. */
const ask =
  (isMissing: (review: Dataset['reviews'][number], today: string) => boolean, found: string): Ask =>
  ({ reviews }, today) => {
    const count = reviews.filter((review) => isMissing(review, today)).length;
    return count === 0 ? undefined : `${counted(count, 'review')} ${found}`;
  };

const askForPolicy: Ask = ({ policy }, today) =>
  [policy.fake_reviews, policy.incentives].some((stated) => stated?.accepted === undefined || stated.accepted > today)
    ? 'a policy on fake reviews and on incentives that readers can find: accept both in policy.yaml (fake_reviews, incentives)'
    : undefined;

const askForContact: Ask = ({ policy, business }) =>
  (policy.report ?? business.email) === null ? 'where to report a review: state it in policy.yaml (report)' : undefined;

const askForAll: Ask = ({ leftOut }) => {
  const count = leftOutCount(leftOut, 'not verified');
  return count === 0
    ? undefined
    : `don’t say that all or most reviews are shown if any are left out for what they say: ${counted(count, 'review')} ${count === 1 ? 'isn’t' : 'aren’t'} marked as verified`;
};

interface Rules {
  readonly countries: string;
  readonly name: string;
  readonly url: string;
  /** The types of business that the rules are about; all by default. */
  readonly types?: ReadonlySet<string>;
  readonly asks: readonly Ask[];
}

const rules: readonly Rules[] = [
  {
    countries: 'GB',
    name: 'the UK’s guidance on fake reviews (CMA208)',
    url: 'https://www.gov.uk/government/publications/fake-reviews-cma208',
    asks: [
      askForPolicy,
      askForContact,
      ask(
        ({ incentive }) => incentive === 'unknown',
        'without a statement whether something was offered in return (incentive); reviews for a reward have to be labeled',
      ),
    ],
  },
  {
    countries: 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK',
    name: 'the EU’s rule on whether and how reviews are verified (directive 2005/29/EC, article 7(6), added by 2019/2161)',
    url: 'https://eur-lex.europa.eu/eli/dir/2019/2161/oj',
    asks: [
      ask(
        ({ verification: { method } }) => method === 'vouched' || method === 'platform_account',
        'that the business itself hasn’t matched to a customer; pages say how each one is verified, so make sure that this is right',
      ),
    ],
  },
  {
    countries: 'US',
    name: 'the FTC’s rule on consumer reviews (16 CFR part 465)',
    url: 'https://www.ecfr.gov/current/title-16/chapter-I/subchapter-D/part-465',
    asks: [
      ask(
        ({ relation }) => relation === 'unknown',
        'without a statement whether owners, staff or their relatives wrote them (relation); such reviews have to say so',
      ),
      askForAll,
    ],
  },
  {
    countries: 'IT',
    name: 'Italy’s annual law for small businesses (law 34 of March 11, 2026, articles 18 to 23), on restaurants and tourism',
    url: 'https://www.normattiva.it/uri-res/N2Ls?urn:nir:stato:legge:2026-03-11;34',
    types: tourismTypes,
    asks: [
      ask(({ experienced_at }) => experienced_at === null, 'without the day of the experience (experienced_at)'),
      ask((review) => (daysUntilWritten(review) ?? 0) > SOON_DAYS, `written more than ${SOON_DAYS} days after the experience`),
      ask(({ date }, today) => countDays(date, today) > TWO_YEARS_DAYS + 1, 'older than two years'),
      ask(({ incentive }) => incentive === 'offered', 'written for a reward'),
    ],
  },
];

/** The reminders for the business's country; none without a country, or without published reviews. `today` is YYYY-MM-DD. */
export function remindersFor(dataset: Dataset, today: string): readonly Reminder[] {
  const country = countryCode(dataset.business.address?.country ?? '');
  if (country === undefined || dataset.reviews.length === 0) return [];
  return rules
    .filter(({ countries, types }) => countries.split(' ').includes(country) && (types?.has(dataset.type) ?? true))
    .flatMap(({ name, url, asks }) =>
      asks.flatMap((look) => {
        const found = look(dataset, today);
        return found === undefined ? [] : [{ text: `${name}: ${found}`, url }];
      }),
    );
}
