import { type Aspects, type Claim, strongest } from './claim.ts';
import { type SecondCount, some, starsGiven } from './counter.ts';
import { PEOPLE, SERVICE } from './random-business.ts';

const monthOf = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The claims of the home page. */
export function ofHome(count: SecondCount, aspects: Aspects): readonly Claim[] {
  const page = 'index.html';
  const { shown } = count;
  const [first, last] = [monthOf(shown.at(-1)?.date ?? ''), monthOf(shown[0]?.date ?? '')];
  const share = (side: 'positive' | 'negative') =>
    strongest(aspects, side)
      .slice(0, 3)
      .map(
        ({ said: { tally, count: all } }) =>
          `${tally[side]} of ${some(all, 'mention')}${tally.unclear > 0 ? `; ${tally.unclear} unclear` : ''}`,
      );
  const praise = share('positive');
  const blame = share('negative');
  const read = count.unread === 0 ? some(count.read, 'text') : `${count.read} of ${count.texts} texts: the analysis covers English only`;
  const isTold = praise.length + blame.length > 0;
  return [
    {
      of: ['home.verified_since', 'home.verified_in'],
      page,
      every: /\d+ verified reviews?(?:,? (?:since|all from) \w+ \d{4}|, \w+ \d{4})/g,
      expected: [
        first !== last
          ? `${some(shown.length, 'verified review')} since ${first}`
          : shown.length === 1
            ? `1 verified review, ${first}`
            : `${shown.length} verified reviews, all from ${first}`,
      ],
    },
    {
      of: ['home.out_of'],
      page,
      every: /\d\.\d out of 5 from \d+ reviews?/g,
      expected: count.average === undefined ? [] : [`${count.average} out of 5 from ${some(shown.length, 'review')}`],
    },
    { of: ['home.of_mentions'], page, every: /\d+ of \d+ mentions?(?:; \d+ unclear)?/g, expected: [...praise, ...blame] },
    {
      of: ['home.read_by_program'],
      page,
      every: /A program, not a person, analyzed [^.]*\./g,
      expected: isTold ? [`A program, not a person, analyzed ${read}.`] : [],
    },
    {
      of: ['home.corrected_texts'],
      page,
      every: /An editor corrected the results for \d+ of them/g,
      expected: isTold && count.corrected > 0 ? [`An editor corrected the results for ${count.corrected} of them`] : [],
    },
    {
      of: ['home.removed'],
      page,
      every: /(?:No|\d+) removals? since the log began(?:; \d+ reviews? (?:is|are)n’t published)?/g,
      expected: [
        `No removals since the log began${count.leftOut === 0 ? '' : `; ${some(count.leftOut, 'review isn’t', 'reviews aren’t')} published`}`,
      ],
    },
    {
      of: ['frame.some_left_out'],
      page,
      every: /\d+ reviews? (?:is|are) left out/g,
      expected: count.leftOut === 0 ? [] : [`${some(count.leftOut, 'review is', 'reviews are')} left out`],
    },
    {
      of: ['reviews.stars', 'reviews.counted'],
      page,
      every: /\d stars?: \d+ \d+ reviews?/g,
      expected: (shown.length < 5 ? [] : [5, 4, 3, 2, 1]).map(
        (stars) => `${some(stars, 'star')}: ${count.stars[stars - 1]} ${some(count.stars[stars - 1] ?? 0, 'review')}`,
      ),
    },
  ];
}

/** The people and the service, each with its page and the reviews that mention it. */
export const entitiesOf = (count: SecondCount) => [
  {
    kind: 'services' as const,
    key: SERVICE.id,
    name: SERVICE.name,
    page: `services/${SERVICE.id}/index.html`,
    subject: count.service(SERVICE.id),
  },
  ...PEOPLE.map((name) => {
    const page = `technicians/${name.toLowerCase().replaceAll(' ', '-')}/index.html`;
    return { kind: 'technicians' as const, name, page, subject: count.person(name) };
  }),
];

/** The claims of the pages of people and services. */
export function ofEntities(count: SecondCount): readonly Claim[] {
  return entitiesOf(count).flatMap(({ kind, name, page, subject: person }): Claim[] => {
    if (person.count === 0) return [];
    const isUnjudged = (review: SecondCount['shown'][number]) => [null, 'unclear'].includes(count.polarityAbout(review, name));
    // There are no verdicts about services.
    const critical = person.reviews.filter(({ rating }) => rating <= 3);
    const unjudged = critical.filter((review) => kind === 'services' || isUnjudged(review)).length;
    const judged = Object.values(person.tally).reduce((sum, number) => sum + number, 0);
    const silent: Claim = {
      of: ['insights.count_silent'],
      page,
      every: /\d+ without a verdict/g,
      expected: person.enough && judged < person.count ? [`${person.count - judged} without a verdict`] : [],
    };
    return [
      ...(kind === 'services' ? [] : [silent]),
      { of: ['reviews.counted'], page, every: /Mentioned in \d+ reviews?/g, expected: [`Mentioned in ${some(person.count, 'review')}`] },
      {
        of: ['insights.stars_given', 'insights.stars_first', 'insights.stars_more'],
        page,
        every: /\d+ gave (?:five|four|three|two) stars[^.]*\.|\d+ gave one star[^.]*\./g,
        expected: person.count > 1 ? [starsGiven(person)] : [],
      },
      {
        of: ['reviews.critical'],
        page,
        every: /\d+ critical reviews? mentions? [^.]*? without a clear verdict/g,
        expected:
          unjudged === 0
            ? []
            : [`${some(unjudged, 'critical review mentions', 'critical reviews mention')} ${name} without a clear verdict`],
      },
    ];
  });
}

/** The claims of the pages on method, proof and all reviews. */
export function ofMethod(count: SecondCount): readonly Claim[] {
  const page = 'how-it-works/index.html';
  return [
    {
      of: ['method.few_stars'],
      page,
      every: /(?:None|One|\d+) of them (?:has|have) one or two stars/g,
      expected: [
        `${count.low === 0 ? 'None of them has' : count.low === 1 ? 'One of them has' : `${count.low} of them have`} one or two stars`,
      ],
    },
    {
      of: ['method.corrections'],
      page,
      every: /An editor has corrected verdicts on \d+ reviews?/g,
      expected: count.corrected === 0 ? [] : [`An editor has corrected verdicts on ${some(count.corrected, 'review')}`],
    },
    {
      of: ['reviews.lead'],
      page: 'reviews/index.html',
      every: /\d+ verified reviews?\b(?=[.,])/g,
      expected: [some(count.shown.length, 'verified review')],
    },
    {
      of: ['method.languages'],
      page,
      every: /\d+ texts? (?:was|were) analyzed\./g,
      expected: count.read > 2 ? [`${count.read} texts were analyzed.`] : [],
    },
    {
      of: ['method.proof_still'],
      page: 'proof/index.html',
      every: /All of them are still here\.|It is still here\./g,
      expected: [count.shown.length === 1 ? 'It is still here.' : 'All of them are still here.'],
    },
    {
      of: ['method.proof_ever'],
      page: 'proof/index.html',
      every: /\d+ reviews? (?:has|have) been published here/g,
      expected: [`${some(count.shown.length, 'review has', 'reviews have')} been published here`],
    },
  ];
}
