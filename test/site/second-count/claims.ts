import { type Aspects, type Claim, type NamedNumbers, strongest } from './claim.ts';
import { average, barOf, countAll, KINDS, listed, type SecondCount, some, starsGiven, trendOf, verdictsOf } from './counter.ts';
import { ofDocuments } from './document-claims.ts';
import { ofEntities, ofHome, ofMethod } from './page-claims.ts';
import { ofPractice } from './practice-claims.ts';
import { NAME, type RandomBusiness, SERVICE } from './random-business.ts';

type InsightsDocument = Parameters<typeof countAll>[1];

/** All claims of a business's site, from a count of our own. */
export function claimsOf(business: RandomBusiness, perReview: InsightsDocument, named: readonly NamedNumbers[]): readonly Claim[] {
  const count = countAll(business, perReview);
  const aspects = named.map((one) => ({ ...one, said: count.aspect(one.id) }));
  return [
    ...ofHome(count, aspects),
    ...ofInsights(count, aspects),
    ...ofQuestions(count, aspects),
    ...ofEntities(count),
    ...ofMethod(count),
    ...ofPractice(count),
    ...ofDocuments(count, aspects),
  ];
}

function ofInsights(count: SecondCount, aspects: Aspects): readonly Claim[] {
  const page = 'insights/index.html';
  if (count.read < 5) return [];
  const mentioned = aspects.filter(({ said }) => said.count > 0);
  const analyzed = count.unread > 0 ? 'analyzed ' : '';
  const overall = trendOf(count.shown.map((review) => ({ date: review.date, polarity: count.polarityOf(review) })));
  const trendOfAspect = ({ id }: NamedNumbers) =>
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
    {
      of: ['insights.read'],
      page,
      every: /We analyzed \d+ texts? from \d+ reviews?\./g,
      expected: [`We analyzed ${some(count.read, 'text')} from ${some(count.shown.length, 'review')}.`],
    },
    {
      of: ['insights.without_text'],
      page,
      every: /\d+ reviews? (?:is a rating|are ratings) only\./g,
      expected: count.ratingsOnly === 0 ? [] : [`${some(count.ratingsOnly, 'review is a rating', 'reviews are ratings')} only.`],
    },
    {
      of: ['insights.other_language'],
      page,
      every: /\d+ texts? (?:is|are)n’t in English/g,
      expected: count.unread === 0 ? [] : [`${some(count.unread, 'text isn’t', 'texts aren’t')} in English`],
    },
    {
      of: ['insights.by_stars'],
      page,
      every: /\w+ of \d+ reviews (?:has|have) four or five stars, \w+ three and \w+ one or two\./g,
      expected: [
        `${none(count.high, 'None')} of ${count.shown.length} reviews ${count.high === 0 ? 'has' : has(count.high)} four or five stars, ${none(few)} three and ${none(count.low)} one or two.`,
      ],
    },
    {
      of: ['insights.aspect_said'],
      page,
      every: /\d+ (?:analyzed )?reviews mention it[^.]*\.(?: They gave \d\.\d stars on average\.)?/g,
      expected: mentioned.filter((one) => one.said.count > 1).map(said),
    },
    {
      of: ['insights.stars_given', 'insights.stars_first', 'insights.stars_more'],
      page,
      every: /\d+ gave (?:five|four|three|two) stars[^.]*\.|\d+ gave one star[^.]*\./g,
      expected: mentioned.filter((one) => one.said.count > 1).map((one) => starsGiven(one.said)),
    },
    {
      of: ['insights.bar_part', ...KINDS.map((kind) => `insights.count_${kind}`)],
      page: 'bars',
      every: /\d+ (?:positive|both|neutral|unclear|negative)(?: \(\d+%\))?/g,
      expected: [
        ...barOf(count.overall, true),
        ...mentioned.flatMap((one) => (one.said.count > 1 && one.said.enough ? barOf(one.said.tally, true) : [])),
      ],
    },
    { of: ['reviews.year'], page, every: /\d+ reviews?, \d\.\d stars/g, expected: yearsOf(count) },
    {
      of: ['computed.trend_part', 'computed.trend_basis', 'insights.trend'],
      page,
      every: /In the twelve months up to [^;]*;[^.]*\. The [^.]*\./g,
      expected: [
        overall,
        overall?.isChange ? overall : undefined,
        ...mentioned.filter((one) => one.said.enough).map(trendOfAspect),
      ].flatMap((trend, place) => (trend && (place === 0 || trend.isChange) ? [trend.basis] : [])),
    },
  ];
}

/** The figures of each year, the newest first, if each year has enough for an average. */
function yearsOf({ shown }: SecondCount): readonly string[] {
  const years = [...new Set(shown.map(({ date }) => date.slice(0, 4)))].map((year) =>
    shown.filter(({ date }) => date.startsWith(year)).map(({ rating }) => rating),
  );
  const isAveraged = years.length > 1 && years.every((stars) => stars.length >= 5);
  return isAveraged ? years.map((stars) => `${some(stars.length, 'review')}, ${average(stars)} stars`) : [];
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
  const catering = count.service(SERVICE.id).reviews;
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
      of: [
        'computed.faq_verdicts',
        'computed.verdicts_positive',
        'computed.verdicts_negative',
        'computed.verdicts_mixed',
        'computed.verdicts_neutral',
        'computed.verdicts_unclear',
      ],
      page: 'questions/index.html',
      every: /\d+ (?:analyzed )?reviews? mentions? [^:.]*: [^.]*\./g,
      expected: enough.map(
        ({ said }) => `${some(said.count, `${analyzed}review mentions`, `${analyzed}reviews mention`)}: ${verdictsOf(said)}.`,
      ),
    },
    {
      of: ['computed.faq_complaints_answer', 'computed.summary_aspect'],
      page: 'questions/index.html',
      every: /Most often [^.]*\./g,
      expected: complained.length === 0 ? [] : [`Most often ${listed(complained.map(about))}.`],
    },
    {
      of: ['computed.faq_service'],
      page: 'questions/index.html',
      every: /named in \d+ reviews?|\d\.\d stars on average\)/g,
      expected: mean === undefined ? [] : [`named in ${some(catering.length, 'review')}`, `${mean} stars on average)`],
    },
    {
      of: ['computed.summary_base'],
      page,
      every: /Nona has (?:one|\d+) verified reviews?[^"]*? one or two\.|Nona has one verified review from [^"]*?stars?\./g,
      expected: [base],
    },
    {
      of: ['computed.summary_opinions'],
      page,
      every: /Customers praise [^"]*? most often|(?:criticized so far|Criticized so far|[Tt]he weak points? (?:is|are):?) ?[^"]*?\)\./g,
      expected: [
        ...(praised.length === 0 ? [] : [`Customers praise ${listed(praised.slice(0, 2).map(about))} most often`]),
        ...(blamed.length === 0
          ? []
          : [
              `${weak.length === 0 ? `${praised.length > 0 ? 'c' : 'C'}riticized so far: ` : `${praised.length > 0 ? 't' : 'T'}he weak point${weak.length > 1 ? 's are' : ' is'} `}${listed((weak.length > 0 ? weak : blamed).slice(0, 2).map(about))}.`,
            ]),
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
