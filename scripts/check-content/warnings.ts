import { doubtfulType } from '../../site/content/business-types.ts';
import type { CatalogEntry } from '../../site/content/catalog.ts';
import { changesByBusiness } from '../../site/content/hand-edits.ts';
import { mentionFinder } from '../../site/content/mentions.ts';
import { phoneCountriesOf } from '../../site/content/privacy/phone-countries.ts';
import { ContentError, type ContentProblem, nearest, type Place } from '../../site/content/problems.ts';
import { policyOn } from '../../site/content/read/publication-policy.ts';
import { placeOf, type WrittenReview } from '../../site/content/read/written-reviews.ts';
import type { ReviewEntry } from '../../site/content/schemas.ts';
import { isCovered } from '../../site/content/source-rights.ts';
import type { Review } from '../../site/contract/review.ts';
import { plainField, plainFieldNames } from '../../site/contract/review-fields.ts';
import { capitalize } from '../../site/messages/spelling.ts';
import { rateReviewDate, reviewDateAdvice } from '../../site/shared/dates.ts';
import { counted, toSlug } from '../../site/shared/text.ts';
import type { CommandLine } from '../cli/settings.ts';
import { isImported } from '../content/change-entry.ts';
import { removeCopy } from '../content/duplicates.ts';
import { type UnlistedName, unlistedPeople, unlistedServices } from './unlisted-names.ts';
import { type ContentView, viewContent } from './view.ts';

/** The content, and how to print commands. */
type CheckedView = ContentView & { readonly commandLine: CommandLine };

const at = ({ file, line, place }: WrittenReview) => ({ file, line, place });

/** Reviews that are still in the content although they were taken down, such as copies, or after an interrupted takedown. */
function stillThere({ written, isTakenDown, commandLine }: CheckedView): ContentProblem[] {
  return written.filter(isTakenDown).map((review) => ({
    ...at(review),
    found: `${review.entry.id}, which was taken down and isn't published, but its text is still here`,
    write: `run: ${commandLine(`npm run review -- takedown ${review.entry.id}`)}`,
  }));
}

/** Reviews with the same author, date and text under different ids, such as one written by hand and one imported. */
function duplicates({ written, contentDir, commandLine }: CheckedView): ContentProblem[] {
  const byWords = Map.groupBy(written, ({ entry }) => JSON.stringify([entry.author, entry.date, entry.text]));
  return [...byWords.values()].flatMap((copies) => {
    const kept = copies.find((review) => isImported(contentDir, review)) ?? copies[0];
    return copies
      .filter((review) => review !== kept)
      .map((review) => ({
        ...at(review),
        found: `the same author, date and text as ${placeOf(kept ?? review)}`,
        write: `if they are the same review, run: ${removeCopy(review.entry, commandLine)}`,
      }));
  });
}

/** Dates in the future or before there were reviews on the web, replies dated before their review, and experiences after it. */
function doubtfulDates({ written, today }: ContentView): ContentProblem[] {
  return written.flatMap((review) => {
    const { date, owner_reply, experienced_at } = review.entry;
    const reply = owner_reply?.date ?? date;
    const dates = datesOf(review.entry);
    return [
      ...(reply < date
        ? [{ ...at(review), found: `a reply dated ${reply}, before the review (${date})`, write: 'fix one of the dates' }]
        : []),
      ...(experienced_at !== null && experienced_at > date && experienced_at <= today
        ? [{ ...at(review), found: `an experience of ${experienced_at}, after the review (${date})`, write: 'fix one of the dates' }]
        : []),
      ...dates
        .filter(([, day]) => day > today)
        .map(([key, day]) => ({ ...at(review), found: `${key}${day}, which is in the future`, write: 'fix the date' })),
      ...dates
        .filter(([, day]) => rateReviewDate(day) === 'doubtful')
        .map(([key, day]) => ({
          ...at(review),
          found: `${key}${day}, which ${reviewDateAdvice.doubtful}`,
          write: 'fix the date, or leave it as it is if it is right',
        })),
    ];
  });
}

/** The different dates of a review, each with its key; that of the review itself comes first and has none. */
function datesOf(entry: ReviewEntry): readonly (readonly [key: string, day: string])[] {
  const dates = [
    ['', entry.date],
    ['owner_reply.date ', entry.owner_reply?.date],
    ...plainFieldNames.filter((name) => plainField(name).kind === 'day').map((name) => [`${name} `, entry[name]] as const),
    ['verification.verified_at ', entry.verification?.verified_at],
    ['removed_at_source ', entry.removed_at_source],
    ['source_updated_at ', entry.source_updated_at?.slice(0, 10)],
    ...(entry.changed_by_business ?? []).map(({ date }) => ['changed_by_business.date ', date] as const),
  ] as const;
  const days = new Map(dates.toReversed().flatMap(([key, day]) => (day == null ? [] : [[day, key] as const])));
  return Array.from(days, ([day, key]) => [key, day] as const).toReversed();
}

/** Imported reviews that were changed by hand, which their pages disclose, with a hint if the day isn't recorded. */
function changedByHand({ written }: ContentView): ContentProblem[] {
  return written.flatMap((review) => {
    const changes = changesByBusiness(review.entry);
    if (changes.length === 0) return [];
    const fields = changes.map(({ field, date }) => `${field} (${date === null ? 'date not recorded' : `recorded ${date}`})`);
    const days = changes.map(({ field, date }) => JSON.stringify({ field, date: date ?? 'YYYY-MM-DD' }));
    const hint = changes.some(({ date }) => date === null) ? `, or record the day: "changed_by_business": [${days.join(', ')}]` : '';
    const write = `its page says that the business changed it; restore the source's value${hint}`;
    return [{ ...at(review), found: `changed after import: ${fields.join(', ')}`, write }];
  });
}

/** Reviews verified by an invoice without its number, and reviews that share an invoice. */
function doubtfulInvoices({ written, commandLine }: CheckedView): ContentProblem[] {
  const invoiced = written.filter(({ entry }) => entry.verified && entry.verification?.method === 'invoice');
  const byNumber = Map.groupBy(invoiced, ({ entry }) => entry.verification?.reference);
  const shared = [...byNumber].flatMap(([number, [first, ...others]]) =>
    number === undefined || !first ? [] : others.map((other) => ({ first, other })),
  );
  return [
    ...(byNumber.get(undefined) ?? []).map((review) => ({
      ...at(review),
      found: 'an invoice without its number',
      write: `run: ${commandLine(`npm run review -- verify ${review.entry.id} --method invoice --reference NUMBER`)}`,
    })),
    ...shared.map(({ first, other }) => ({
      ...at(other),
      found: `the invoice that also verifies ${first.entry.id} (${placeOf(first)})`,
      write: 'make sure that both reviews are from this customer',
    })),
  ];
}

/** Sources in policy.yaml that no review has, such as misspelled ones. */
function foreignSources({ written, rights }: ContentView): ContentProblem[] {
  const sources = [...new Set(written.map(({ entry }) => entry.source))].sort();
  return [...rights]
    .filter(([id]) => !sources.includes(id))
    .map(([id, place]) => {
      const [meant] = nearest(id, sources);
      const write = `${meant === undefined ? '' : `write ${meant}, or `}leave it as it is`;
      return { ...place, found: `the source "${id}", which no review has`, write };
    });
}

/** Policies with an acceptance in the future, which readers would be told of today, and a deadline for reports that nobody can send. */
function doubtfulPolicy({ dataset: { policy, business }, policyAt, today }: ContentView): ContentProblem[] {
  const stated = (['fake_reviews', 'incentives'] as const).flatMap((name) => {
    const accepted = policy[name]?.accepted;
    if (accepted === undefined || accepted <= today) return [];
    const write = 'fix the date if it is wrong; the first build on or after that day publishes the text';
    return [{ ...policyAt([name, 'accepted']), found: `${accepted}, which is in the future`, write }];
  });
  if (policy.report_days === undefined || (policy.report ?? business.email) !== null) return stated;
  const found = 'a number of days, but no place to report a review';
  return [...stated, { ...policyAt(['report_days']), found, write: 'write where (report), or an email in business.yaml' }];
}

/**
 * Policies that the business has stated, and newer reviews and changes that they may contradict. Nothing here understands the text, so
 * accepting it again answers the question.
 */
function doubtfulStatements({ dataset: { policy, reviews }, policyAt, today }: ContentView): ContentProblem[] {
  const against = {
    fake_reviews: {
      daysOf: ({ date, relation, changed_by_business }: Review) => [
        ...changed_by_business.flatMap((change) => change.date ?? []),
        ...(relation === 'staff' ? [date] : []),
      ],
      which: 'that you changed or that staff wrote',
    },
    incentives: {
      daysOf: ({ date, incentive }: Review) => (incentive === 'offered' ? [date] : []),
      which: 'for which something was offered',
    },
  };
  const stated = policyOn(today, policy);
  return (['fake_reviews', 'incentives'] as const).flatMap((name) => {
    const { daysOf, which } = against[name];
    const accepted = stated[name]?.accepted;
    if (accepted === undefined) return [];
    const count = reviews.filter((review) => daysOf(review).some((day) => day > accepted)).length;
    if (count === 0) return [];
    const found = `a policy accepted on ${accepted}, and since then ${counted(count, 'published review')} ${which}`;
    return [{ ...policyAt([name, 'text']), found, write: 'make sure that the text is true, and accept it again' }];
  });
}

/** Threshold: with fewer reviews, an entry without mentions isn't suspicious. */
const ENOUGH_REVIEWS = 20;
/** Threshold: the name of a service that a larger share of reviews mentions is probably an everyday word. */
const TOO_MANY = 0.4;
/** Threshold: a person's or place's name that is in lower case this often, and more often than not, is probably an everyday word. */
const LOWER_CASE = 3;

/** Entries of the catalog that no published review mentions. */
function neverMentioned({ dataset, catalog }: ContentView): ContentProblem[] {
  if (dataset.reviews.length < ENOUGH_REVIEWS) return [];
  const named = new Set(dataset.reviews.flatMap(({ mentions }) => Object.values(mentions).flat()));
  return dataset.catalog
    .filter(({ key }) => !named.has(key))
    .flatMap(({ key, name }) =>
      report(catalog.get(key), `"${name}", which no review mentions`, 'add an alias that customers use, or leave it as it is'),
    );
}

/** What looks like a person or a service in several reviews and matches nothing in the catalog, with the line to add. */
function unlisted({ dataset, lists }: ContentView): ContentProblem[] {
  const problem = (file: string, looks: string, line: (name: string) => string) => (one: UnlistedName) => ({
    file,
    place: '',
    found: `"${one.name}" in ${counted(one.reviews, 'review')}, which looks like a ${looks} and isn't listed`,
    write: `add "${line(one.name)}", or leave it as it is`,
  });
  return [
    ...unlistedPeople(dataset).map(problem(lists.technicians, 'person', (name) => `- name: ${name}`)),
    ...unlistedServices(dataset).map(problem(lists.services, 'service', (name) => `- { id: ${toSlug(name)}, name: ${capitalize(name)} }`)),
  ];
}

/** Photos of reviews from a source whose photos the policy doesn't publish. */
function withheldPhotos({ written, dataset: { policy } }: ContentView): ContentProblem[] {
  return written
    .filter(({ entry }) => entry.photos?.length && policy.photos !== 'none' && !isCovered(policy.photos, entry.source, policy))
    .map((review) => ({
      ...at(review),
      found: `${counted(review.entry.photos?.length ?? 0, 'photo')}, not published because the review is from ${review.entry.source}`,
      write: 'if the customer and the source allow it, write "photos: all" in policy.yaml',
    }));
}

/** Names that are also everyday words, so reviews are counted for them by mistake. */
function everydayWords({ dataset, catalog }: ContentView): ContentProblem[] {
  const count = dataset.reviews.length;
  const write = "write a longer alias if it's an everyday word";
  return usesOf(dataset).flatMap(({ entry, alias, reviews, occurrences, lowerCase }) => {
    const place = catalog.get(entry.key);
    if (entry.kind === 'services')
      return count >= ENOUGH_REVIEWS && reviews > count * TOO_MANY
        ? report(place, `"${alias}" in ${reviews} of ${counted(count, 'review')}`, write)
        : [];
    if (lowerCase < LOWER_CASE || lowerCase * 2 <= occurrences) return [];
    return report(place, `"${alias}" in lower case ${lowerCase} of ${occurrences} times`, write);
  });
}

/** How many reviews mention a name, how often it occurs, and how often in lower case. */
interface Use {
  readonly entry: CatalogEntry;
  readonly alias: string;
  reviews: number;
  occurrences: number;
  lowerCase: number;
}

function usesOf({ business, reviews, catalog }: ContentView['dataset']): readonly Use[] {
  const uses = new Map<string, Use>();
  const find = mentionFinder(catalog, business.name);
  for (const { text, author } of reviews) {
    if (text === null) continue;
    const here = new Set<Use>();
    for (const { entry, start, end } of find(text, author)) {
      const found = text.slice(start, end);
      const alias = found.toLowerCase();
      const key = `${entry.kind} ${alias}`;
      const use = uses.get(key) ?? { entry, alias, reviews: 0, occurrences: 0, lowerCase: 0 };
      use.occurrences++;
      if (found === alias && found !== found.toUpperCase()) use.lowerCase++;
      uses.set(key, use);
      here.add(use);
    }
    for (const use of here) use.reviews++;
  }
  return [...uses.values()];
}

/** A type of business that schema.org doesn't have. */
function unknownType({ dataset, type }: ContentView): ContentProblem[] {
  const doubt = doubtfulType(dataset.type);
  return doubt === undefined ? [] : [{ ...type, ...doubt }];
}

/** A business without a country, whose rules determine which phone numbers are masked. */
function unknownCountry({ dataset, address }: ContentView): ContentProblem[] {
  const { codes, from } = phoneCountriesOf({ ...dataset.business, language: dataset.language }, dataset.policy.phone_countries);
  const isMasked = dataset.policy.mask.includes('phone') && dataset.reviews.some(({ text, owner_reply }) => text ?? owner_reply);
  if (from !== 'nothing' || !isMasked) return [];
  const found = `no country, so phone numbers of ${codes.length} countries are masked`;
  return [{ ...address, place: 'address.country', found, write: 'write its code, such as "country: US"' }];
}

/** An SVG logo with text: the icon's renderer has no fonts. */
function lettersInLogo({ dataset: { logo } }: ContentView): ContentProblem[] {
  if (logo?.file === undefined || logo.mediaType !== 'image/svg+xml' || !/<(?:\w+:)?text[\s>]/.test(logo.bytes.toString('utf8'))) return [];
  const write = 'convert the text to paths in your drawing program, or save the logo as a PNG';
  return [{ file: logo.file, place: '', found: 'letters as <text>, which the icon (favicon) cannot show', write }];
}

const report = (place: Place | undefined, found: string, write: string): ContentProblem[] => (place ? [{ ...place, found, write }] : []);

/** All checks of content that is valid but looks wrong, in the order of their warnings. */
const warnings: readonly ((view: CheckedView) => ContentProblem[])[] = [
  stillThere,
  duplicates,
  doubtfulDates,
  changedByHand,
  doubtfulInvoices,
  foreignSources,
  doubtfulPolicy,
  doubtfulStatements,
  withheldPhotos,
  neverMentioned,
  unlisted,
  everydayWords,
  unknownType,
  unknownCountry,
  lettersInLogo,
];

/** Valid content with its warnings, or the problems that must be fixed before publishing. */
export type CheckedContent =
  | { readonly view: ContentView; readonly warnings: readonly ContentProblem[]; readonly problems?: undefined }
  | { readonly problems: readonly ContentProblem[] };

/** Checks the content of `contentDir`. `today` is today in the earliest time zone, YYYY-MM-DD. */
export async function checkContent(contentDir: string, today: string, commandLine: CommandLine): Promise<CheckedContent> {
  try {
    const view = await viewContent(contentDir, today);
    return { view, warnings: warnings.flatMap((look) => look({ ...view, commandLine })) };
  } catch (error) {
    if (error instanceof ContentError) return { problems: error.problems };
    throw error;
  }
}
