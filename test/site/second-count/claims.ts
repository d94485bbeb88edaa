import { average, barOf, countAll, KINDS, listed, type SecondCount, type Subject, some, starsGiven, trendOf, verdictsOf } from './counter.ts';
import { NAME, PEOPLE, type RandomBusiness, SERVICE } from './random-business.ts';

/** A sentence or bar with numbers: where it is, how to find every one of its kind there, and which there should be. */
export interface Claim {
  /** The messages it is made of. */
  readonly of: readonly string[];
  readonly page: string;
  readonly every: RegExp;
  readonly expected: readonly string[];
}

export const MONTHS = (day: string): string => new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

type InsightsDocument = Parameters<typeof countAll>[1];

/** The aspects of a published document: id, label, and the words of the questions page. */
export interface Named {
  readonly id: string;
  readonly label: string;
}

/** Up to three aspects praised or criticized in the most reviews; of equals, first those that fewer reviews mention. */
function strongest(aspects: readonly (Named & { readonly said: Subject })[], side: 'positive' | 'negative') {
  return aspects
    .filter(({ said }) => said.enough && said.tally[side] > 0)
    .sort((a, b) => b.said.tally[side] - a.said.tally[side] || a.said.count - b.said.count);
}

/** All claims of a business's site, from a count of our own. */
export function claimsOf(business: RandomBusiness, perReview: InsightsDocument, named: readonly Named[]): readonly Claim[] {
  const count = countAll(business, perReview);
  const aspects = named.map((one) => ({ ...one, said: count.aspect(one.id) }));
  return [...ofHome(count, aspects), ...ofInsights(count, aspects), ...ofQuestions(count, aspects), ...ofPeople(count), ...ofMethod(count)];
}

type Aspects = readonly (Named & { readonly said: Subject })[];

function ofHome(count: SecondCount, aspects: Aspects): readonly Claim[] {
  const page = 'index.html';
  const { shown } = count;
  const [first, last] = [MONTHS(shown.at(-1)?.date ?? ''), MONTHS(shown[0]?.date ?? '')];
  const share = (side: 'positive' | 'negative') =>
    strongest(aspects, side)
      .slice(0, 3)
      .map(({ said: { tally, count: all } }) => `${tally[side]} of ${some(all, 'mention')}${tally.unclear > 0 ? `; ${tally.unclear} unclear` : ''}`);
  const praise = share('positive');
  const blame = share('negative');
  const read = count.unread === 0 ? some(count.read, 'text') : `${count.read} of ${count.texts} texts: the analysis covers English only`;
  const isTold = praise.length + blame.length > 0;
  return [
    {
      of: ['home.verified_since', 'home.verified_in'],
      page,
      every: /\d+ verified reviews?(?:,? (?:since|all from) \w+ \d{4}|, \w+ \d{4})/g,
      expected: [first !== last ? `${some(shown.length, 'verified review')} since ${first}` : shown.length === 1 ? `1 verified review, ${first}` : `${shown.length} verified reviews, all from ${first}`],
    },
    { of: ['home.out_of'], page, every: /\d\.\d out of 5 from \d+ reviews?/g, expected: count.average === undefined ? [] : [`${count.average} out of 5 from ${some(shown.length, 'review')}`] },
    { of: ['home.of_mentions'], page, every: /\d+ of \d+ mentions?(?:; \d+ unclear)?/g, expected: [...praise, ...blame] },
    { of: ['home.read_by_program'], page, every: /A program, not a person, analyzed [^.]*\./g, expected: isTold ? [`A program, not a person, analyzed ${read}.`] : [] },
    { of: ['home.corrected_texts'], page, every: /An editor corrected the results for \d+ of them/g, expected: isTold && count.corrected > 0 ? [`An editor corrected the results for ${count.corrected} of them`] : [] },
    {
      of: ['home.removed'],
      page,
      every: /(?:No|\d+) removals? on record(?:; \d+ reviews? (?:is|are)n’t published)?/g,
      expected: [`No removals on record${count.leftOut === 0 ? '' : `; ${some(count.leftOut, 'review isn’t', 'reviews aren’t')} published`}`],
    },
    { of: ['frame.some_left_out'], page, every: /\d+ reviews? (?:is|are) left out/g, expected: count.leftOut === 0 ? [] : [`${some(count.leftOut, 'review is', 'reviews are')} left out`] },
    {
      of: ['reviews.stars', 'reviews.counted'],
      page,
      every: /\d stars?: \d+ \d+ reviews?/g,
      expected: (shown.length < 5 ? [] : [5, 4, 3, 2, 1]).map((stars) => `${some(stars, 'star')}: ${count.stars[stars - 1]} ${some(count.stars[stars - 1] ?? 0, 'review')}`),
    },
  ];
}

function ofInsights(count: SecondCount, aspects: Aspects): readonly Claim[] {
  const page = 'insights/index.html';
  if (count.read < 5) return [];
  const mentioned = aspects.filter(({ said }) => said.count > 0);
  const analyzed = count.unread > 0 ? 'analyzed ' : '';
  const overall = trendOf(count.shown.map((review) => ({ date: review.date, polarity: count.polarityOf(review) })));
  const trendOfAspect = ({ id }: Named) =>
    trendOf(count.aspect(id).reviews.map((review) => ({ date: review.date, polarity: count.polarityOn(review, id) })));
  const few = count.shown.filter(({ rating }) => rating === 3).length;
  const said = ({ said: { count: all, reviews } }: Aspects[number]) => {
    const mean = average(reviews.map(({ rating }) => rating));
    const share = all >= 5 ? `, ${Math.floor((2 * 100 * all + count.read) / (2 * count.read))}% of the ${count.read} we analyzed` : '';
    return `${all} ${analyzed}reviews mention it${share}.${mean === undefined ? '' : ` They gave ${mean} stars on average.`}`;
  };
  const none = (value: number, word = 'none') => (value === 0 ? word : String(value));
  const has = (value: number) => (value === 1 ? 'has' : 'have');
  return [
    { of: ['insights.read'], page, every: /We analyzed \d+ texts? from \d+ reviews?\./g, expected: [`We analyzed ${some(count.read, 'text')} from ${some(count.shown.length, 'review')}.`] },
    { of: ['insights.without_text'], page, every: /\d+ reviews? (?:is a rating|are ratings) only\./g, expected: count.ratingsOnly === 0 ? [] : [`${some(count.ratingsOnly, 'review is a rating', 'reviews are ratings')} only.`] },
    { of: ['insights.other_language'], page, every: /\d+ texts? (?:is|are)n’t in English/g, expected: count.unread === 0 ? [] : [`${some(count.unread, 'text isn’t', 'texts aren’t')} in English`] },
    {
      of: ['insights.by_stars'],
      page,
      every: /\w+ of \d+ reviews (?:has|have) four or five stars, \w+ three and \w+ one or two\./g,
      expected: [`${none(count.high, 'None')} of ${count.shown.length} reviews ${count.high === 0 ? 'has' : has(count.high)} four or five stars, ${none(few)} three and ${none(count.low)} one or two.`],
    },
    { of: ['insights.aspect_said'], page, every: /\d+ (?:analyzed )?reviews mention it[^.]*\.(?: They gave \d\.\d stars on average\.)?/g, expected: mentioned.filter((one) => one.said.count > 1).map(said) },
    { of: ['insights.stars_given'], page, every: /\d+ gave five stars, [^.]*\./g, expected: mentioned.filter((one) => one.said.count > 1).map((one) => starsGiven(one.said)) },
    {
      of: ['insights.bar_part', ...KINDS.map((kind) => `insights.count_${kind}`)],
      page: 'bars',
      every: /\d+ (?:positive|both|neutral|unclear|negative)(?: \(\d+%\))?/g,
      expected: [...barOf(count.overall, true), ...mentioned.flatMap((one) => (one.said.count > 1 && one.said.enough ? barOf(one.said.tally, true) : []))],
    },
    {
      of: ['computed.trend_part', 'computed.trend_basis', 'insights.trend'],
      page,
      every: /In the twelve months up to [^;]*;[^.]*\. The [^.]*\./g,
      expected: [overall, overall?.isChange ? overall : undefined, ...mentioned.filter((one) => one.said.enough).map(trendOfAspect)].flatMap((trend, place) =>
        trend && (place === 0 || trend.isChange) ? [trend.basis] : [],
      ),
    },
  ];
}

function ofQuestions(count: SecondCount, aspects: Aspects): readonly Claim[] {
  const page = 'summary';
  const analyzed = count.unread > 0 ? 'analyzed ' : '';
  const enough = aspects.filter(({ said }) => said.enough);
  const about = ({ label, said }: Aspects[number]) =>
    `${label.toLowerCase()} (of the ${some(said.count, `${analyzed}review that mentions it`, `${analyzed}reviews that mention it`)}, ${verdictsOf(said)})`;
  const complained = strongest(aspects, 'negative')
    .filter(({ said }) => said.tally.negative >= 2)
    .slice(0, 3);
  const praised = strongest(aspects, 'positive').filter(({ said: { tally } }) => tally.positive >= 2 && tally.positive > tally.negative);
  const blamed = strongest(aspects, 'negative');
  const weak = blamed.filter(({ said: { tally, count: all } }) => tally.negative >= 3 && tally.negative * 5 >= all);
  const catering = count.service(SERVICE.id);
  const mean = average(catering.map(({ rating }) => rating));
  const { shown } = count;
  const years = [shown.at(-1)?.date.slice(0, 4), shown[0]?.date.slice(0, 4)];
  const when = years[0] === years[1] ? `from ${years[0]}` : `from ${years[0]} to ${years[1]}`;
  const high = count.high === 0 ? 'none has' : count.high === 1 ? '1 has' : `${count.high} have`;
  const base =
    shown.length === 1
      ? `${NAME} has one verified review ${when}, of ${some(shown[0]?.rating ?? 0, 'star')}.`
      : `${NAME} has ${shown.length} verified reviews ${when}${count.average === undefined ? '' : `, with ${count.average} stars on average`}: ${high} four or five stars, ${count.low === 0 ? 'none' : count.low} one or two.`;
  return [
    {
      of: ['computed.faq_verdicts', 'computed.verdicts_positive', 'computed.verdicts_negative', 'computed.verdicts_mixed', 'computed.verdicts_neutral', 'computed.verdicts_unclear'],
      page: 'questions/index.html',
      every: /\d+ (?:analyzed )?reviews? mentions? [^:.]*: [^.]*\./g,
      expected: enough.map(({ said }) => `${some(said.count, `${analyzed}review mentions`, `${analyzed}reviews mention`)}: ${verdictsOf(said)}.`),
    },
    { of: ['computed.faq_complaints_answer', 'computed.summary_aspect'], page: 'questions/index.html', every: /Most often [^.]*\./g, expected: complained.length === 0 ? [] : [`Most often ${listed(complained.map(about))}.`] },
    {
      of: ['computed.faq_service'],
      page: 'questions/index.html',
      every: /named in \d+ reviews?|\d\.\d stars on average\)/g,
      expected: mean === undefined ? [] : [`named in ${some(catering.length, 'review')}`, `${mean} stars on average)`],
    },
    { of: ['computed.summary_base'], page, every: /Nona has (?:one|\d+) verified reviews?[^"]*? one or two\.|Nona has one verified review from [^"]*?stars?\./g, expected: [base] },
    {
      of: ['computed.summary_opinions'],
      page,
      every: /Customers praise [^"]*? most often|(?:criticized so far|Criticized so far|[Tt]he weak points? (?:is|are):?) ?[^"]*?\)\./g,
      expected: [
        ...(praised.length === 0 ? [] : [`Customers praise ${listed(praised.slice(0, 2).map(about))} most often`]),
        ...(blamed.length === 0 ? [] : [`${weak.length === 0 ? `${praised.length > 0 ? 'c' : 'C'}riticized so far: ` : `${praised.length > 0 ? 't' : 'T'}he weak point${weak.length > 1 ? 's are' : ' is'} `}${listed((weak.length > 0 ? weak : blamed).slice(0, 2).map(about))}.`]),
      ],
    },
    {
      of: ['computed.summary_without', 'computed.summary_other', 'computed.summary_limits'],
      page,
      every: /\d+ reviews? (?:is a rating|are ratings|isn’t in|aren’t in)[^"]*? analyzed\./g,
      expected: count.ratingsOnly + count.unread === 0 ? [] : [limits(count)],
    },
  ];
}

function limits({ ratingsOnly, unread, read }: SecondCount): string {
  const reasons = [
    ...(ratingsOnly > 0 ? [some(ratingsOnly, 'review is a rating only', 'reviews are ratings only')] : []),
    ...(unread > 0 ? [some(unread, 'review isn’t in English', 'reviews aren’t in English')] : []),
  ];
  return `${listed(reasons)}, so ${read === 0 ? 'no text was' : some(read, 'text was', 'texts were')} analyzed.`;
}

const pageOf = (name: string) => `technicians/${name.toLowerCase().replaceAll(' ', '-')}/index.html`;

function ofPeople(count: SecondCount): readonly Claim[] {
  return PEOPLE.flatMap((name): Claim[] => {
    const person = count.person(name);
    if (person.count === 0) return [];
    const page = pageOf(name);
    const unjudged = person.reviews.filter((review) => review.rating <= 3 && judged(count, review, name)).length;
    return [
      { of: ['reviews.counted'], page, every: /Mentioned in \d+ reviews?/g, expected: [`Mentioned in ${some(person.count, 'review')}`] },
      { of: ['insights.stars_given'], page, every: /\d+ gave five stars, [^.]*\./g, expected: person.count > 1 ? [starsGiven(person)] : [] },
      { of: ['reviews.critical'], page, every: /\d+ critical reviews? mentions? [^.]*? without a clear verdict/g, expected: unjudged === 0 ? [] : [`${some(unjudged, 'critical review mentions', 'critical reviews mention')} ${name} without a clear verdict`] },
    ];
  });
}

const judged = (count: SecondCount, review: SecondCount['shown'][number], name: string): boolean => {
  const polarity = count.polarityAbout(review, name);
  return polarity === null || polarity === 'unclear';
};

function ofMethod(count: SecondCount): readonly Claim[] {
  const page = 'how-it-works/index.html';
  return [
    { of: ['method.left_out_not_verified'], page, every: /\d+ reviews? not marked as verified/g, expected: count.leftOut === 0 ? [] : [`${some(count.leftOut, 'review')} not marked as verified`] },
    { of: ['method.few_stars'], page, every: /(?:None|One|\d+) of them (?:has|have) one or two stars/g, expected: [`${count.low === 0 ? 'None of them has' : count.low === 1 ? 'One of them has' : `${count.low} of them have`} one or two stars`] },
    { of: ['method.corrections'], page, every: /An editor has corrected verdicts on \d+ reviews?/g, expected: count.corrected === 0 ? [] : [`An editor has corrected verdicts on ${some(count.corrected, 'review')}`] },
    { of: ['method.proof_ever'], page: 'proof/index.html', every: /\d+ reviews? (?:has|have) been published here/g, expected: [`${some(count.shown.length, 'review has', 'reviews have')} been published here`] },
  ];
}
