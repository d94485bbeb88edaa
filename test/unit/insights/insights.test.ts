import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CatalogEntry } from '../../../site/content/catalog.ts';
import { aggregate, type Dataset } from '../../../site/content/dataset.ts';
import { readDataset } from '../../../site/content/read/read.ts';
import { aspectsFile } from '../../../site/content/record-schemas.ts';
import { policyFile } from '../../../site/content/schemas.ts';
import { standardTheme } from '../../../site/content/theme.ts';
import { type InsightsDocument, insightsDocument } from '../../../site/contract/insights.ts';
import { newestFirst, type Review } from '../../../site/contract/review.ts';
import { printInsights } from '../../../site/documents/json.ts';
import { fisherExact, largestRemainders, tally } from '../../../site/insights/counts.ts';
import { toInsights } from '../../../site/insights/insights.ts';
import { compareYears } from '../../../site/insights/trend.ts';
import { messagesOf } from '../../../site/messages/messages.ts';
import { aReview } from '../../support/a-review.ts';

const DANA: CatalogEntry = { kind: 'technicians', key: 'Dana Whitfield', name: 'Dana Whitfield', aliases: ['Dana'] };
const OMAR: CatalogEntry = { kind: 'technicians', key: 'Omar Okafor', name: 'Omar Okafor', aliases: ['Omar'] };
const ANA: CatalogEntry = { kind: 'technicians', key: 'Ana Lund', name: 'Ana Lund', aliases: ['Ana'] };
const id = (number: number) => `01H${String(number).padStart(23, '0')}`;

function review(number: number, rating: number, text: string | null, more: Partial<Review> = {}): Review {
  const mentions = { technicians: text?.includes('Dana') ? [DANA.key] : [], services: [], service_areas: [] };
  return aReview({ id: id(number), author: 'Sam', rating, date: '2025-03-01', text, mentions, ...more });
}

function dataset(reviews: readonly Review[], more: Partial<Dataset> = {}): Dataset {
  return {
    business: {
      name: 'Acme Electric',
      legal_name: null,
      description: null,
      url: null,
      telephone: null,
      email: null,
      address: null,
      geo: null,
      opening_hours: [],
      license: null,
      founded: null,
      services: [],
      technicians: [{ name: DANA.name, role: 'Master' }],
      service_areas: [],
      same_as: [],
    },
    type: 'Electrician',
    language: 'en',
    theme: standardTheme,
    logo: undefined,
    notice: undefined,
    catalog: [DANA],
    aggregateRating: aggregate(reviews.map(({ rating }) => rating)),
    reviews: [...reviews].sort(newestFirst),
    faq: [],
    summary: undefined,
    leftOut: [],
    absences: new Map(),
    policy: policyFile.parse({}),
    masked: { phone: 0, email: 0, street_address: 0 },
    ...more,
  };
}

const aspect = (insights: InsightsDocument, wanted: string) => insights.aspects.find((item) => item.id === wanted);

describe('the demo business', () => {
  const demo = readDataset('content');
  const insights = toInsights(demo);

  test('has insights that match the schema', () => expect(insightsDocument.parse(insights)).toEqual(insights));

  test('has the same insights each time, byte for byte', () =>
    expect(String(printInsights(toInsights(readDataset('content'))))).toBe(String(printInsights(insights))));

  test('has counts for each technician that match the verdicts in the reviews', () => {
    for (const { name, positive_count, neutral_count, negative_count } of insights.entities.technicians) {
      const people = Object.values(insights.per_review).flatMap(({ mentions }) => mentions.technicians.filter((one) => one.name === name));
      const counts = tally(people.map(({ polarity }) => ({ polarity: polarity ?? undefined })));
      expect(counts).toMatchObject({ positive_count, neutral_count, negative_count });
    }
  });

  test('quotes reviews verbatim', () => {
    const texts = new Map(demo.reviews.map((item) => [item.id, item.text ?? '']));
    const entities = Object.values(insights.entities).flat();
    const quotes = [...insights.aspects, ...entities].flatMap((item) => item.quotes);
    expect(quotes.length).toBeGreaterThan(50);
    for (const quote of quotes) expect(texts.get(quote.review_id)?.slice(quote.start, quote.end)).toBe(quote.text);
    const source = insights.pull_quote_source;
    expect(source && texts.get(source.review_id)?.slice(source.start, source.end)).toBe(insights.pull_quote);
  });

  test('names weak points in the summary', () => expect(insights.summary_source?.figures_text).toMatch(/weak points? (?:is|are) /));

  test('counts each review once per aspect, with percentages that add up to 100', () => {
    for (const item of insights.aspects) {
      expect(item.positive_count + item.mixed_count + item.unclear_count + item.neutral_count + item.negative_count).toBe(
        item.mention_count,
      );
      const verdicts = Object.values(insights.per_review).filter(({ aspects }) => aspects.some((verdict) => verdict.id === item.id));
      expect(verdicts.length).toBe(item.mention_count);
      if (item.mention_count > 0)
        expect(item.positive_pct + item.mixed_pct + item.unclear_pct + item.neutral_pct + item.negative_pct).toBeCloseTo(100, 6);
    }
  });

  test('leaves texts in other languages out of the analysis and counts them', () => {
    expect(insights.coverage.other_language).toBeGreaterThan(0);
    const { analysed, other_language, with_text, without_text } = insights.coverage;
    expect(analysed + other_language).toBe(with_text);
    const { languages } = insights.coverage;
    expect(languages[0]).toEqual({ language: 'en', review_count: analysed });
    expect(languages.reduce((sum, { review_count }) => sum + review_count, 0)).toBe(with_text);
    expect(with_text + without_text).toBe(insights.review_count);
  });

  test('has no topics with the names of the business or its people', () => {
    const topics = insights.topics.map(({ phrase }) => phrase).join(' ');
    expect(topics).not.toMatch(/harbor|pine|marcus|priya|dana|whitfield/);
  });
});

describe('an editor or another model', () => {
  const text = 'They never showed up. Lovely wiring though.';
  const given = (more: Partial<NonNullable<Dataset['analysis']>>) => ({
    analysis: { corrections: new Map(), verdicts: new Map(), aspects: [], ...more },
  });

  test('replaces a polarity, with the editor as its source', () => {
    const corrections = new Map([[id(1), { punctuality: 'neutral' as const }]]);
    const verdict = toInsights(dataset([review(1, 2, text)], given({ corrections }))).per_review[id(1)]?.aspects[0];
    expect(verdict).toMatchObject({ id: 'punctuality', polarity: 'neutral', source: 'editor' });
  });

  test('removes a mention', () => {
    const corrections = new Map([[id(1), { punctuality: 'not_mentioned' as const }]]);
    expect(aspect(toInsights(dataset([review(1, 2, text)], given({ corrections }))), 'punctuality')?.mention_count).toBe(0);
  });

  test('adds words that the business’s customers use', () => {
    const aspects = aspectsFile.parse([{ aspect: 'cleanliness', positive: ['the full cinderella'] }]);
    const with_ = toInsights(dataset([review(1, 5, 'The full Cinderella!')], given({ aspects })));
    expect(aspect(with_, 'cleanliness')?.positive_count).toBe(1);
    expect(aspect(toInsights(dataset([review(1, 5, 'The full Cinderella!')])), 'cleanliness')?.mention_count).toBe(0);
  });

  test('replaces the engine’s verdicts on a review, under the model’s name', () => {
    const ranges = [{ start: 0, end: 4 }];
    const verdicts = new Map([
      [
        id(1),
        [
          {
            id: 'safety' as const,
            polarity: 'negative' as const,
            score: -1,
            confidence: 1,
            basis: 'text' as const,
            source: 'other-1',
            ranges,
          },
        ],
      ],
    ]);
    const aspects = toInsights(dataset([review(1, 2, text)], given({ verdicts }))).per_review[id(1)]?.aspects;
    expect(aspects?.map(({ id: found, source }) => [found, source])).toEqual([['safety', 'other-1']]);
  });
});

test('a business without reviews has insights too', () => {
  const insights = toInsights(dataset([]));
  expect(insightsDocument.parse(insights)).toEqual(insights);
  expect(insights).toMatchObject({ overall_sentiment: null, date_range: null, summary: null, pull_quote: null, topics: [] });
});

describe('technicians', () => {
  const mentions = { technicians: [DANA.key, OMAR.key], services: [], service_areas: [] };
  const dana = (text: string, rating = 5) => toInsights(dataset([review(1, rating, text)])).entities.technicians[0];

  test.each([
    ['Acme sent Dana and then I waited 9 days for a written quote.', 2],
    ['Dana told me that the old panel was a fire hazard.', 5],
    ['I never hired Dana, I hired a company, and the company was rude to us for three days.', 1],
    ['Dana is great. The bill was a rip-off.', 2],
    ['They put in the wrong switches, and Dana had to come back for it.', 2],
    ['Dana said the wiring was a mess and dangerous.', 3],
  ])('aren’t blamed for what they found or what others did: %s', (text, rating) => {
    expect(dana(text, rating)).toMatchObject({ negative_count: 0, mixed_count: 0 });
  });

  test.each([
    ['Dana was rude and unprofessional.', 2],
    ['Dana came at noon. She was extremely rude to us.', 1],
    ['Dana was an extremely rude and unprofessional person to my mother.', 4],
  ])('are criticized if a sentence blames them: %s', (text, rating) => {
    expect(dana(text, rating)).toMatchObject({ negative_count: 1 });
  });

  test.each([
    ['We waited two days, and the guy (Dana) was very rude to my wife.', 1],
    ['We waited two days, and the electrician, Dana, was very rude to my wife.', 1],
    ['Dana (the electrician) was very rude to my wife.', 2],
    ['Dana came on Monday, and the guy was very rude to my wife.', 1],
    ['Dana came on Monday. Not one apology from him.', 1],
    ['Dana came on Monday. He also was very rude to my wife.', 2],
  ])('are identified by a name in parentheses, "the guy", "from him" and "he also": %s', (text, rating) => {
    expect(dana(text, rating)).toMatchObject({ positive_count: 0, negative_count: 1 });
  });

  test.each([
    ['Dana was fine, but the guy they sent the next day was very rude to my wife.', 2],
    ['Dana came on Monday. The office sent the guy from the other crew, who was very rude to my wife.', 2],
  ])('aren’t identified by "the guy" if it may be somebody else: %s', (text, rating) => {
    expect(dana(text, rating)).toMatchObject({ negative_count: 0, mixed_count: 0 });
  });

  test('aren’t praised in an unhappy review if a sentence about them criticizes somebody', () => {
    const text = 'Dana knows her trade, and my wife was told that her lamp was junk by a very rude man.';
    expect(dana(text, 3)).toMatchObject({ mention_count: 1, positive_count: 0 });
  });

  test('are only praised or criticized by verdicts on passages about them', () => {
    expect(dana('Dana got up our hill on chains at first light.')).toMatchObject({ mention_count: 1, negative_count: 0, score: null });
    expect(dana('Dana came by. The office never called back.', 2)).toMatchObject({ positive_count: 0, negative_count: 0 });
    expect(dana('Dana was very polite. The office never called back.', 3)).toMatchObject({ unclear_count: 1, negative_count: 0 });
    expect(dana('Dana came. He was very rude to my mother.', 5)).toMatchObject({ negative_count: 1 });
    // "They" is just as often the business, and a sentence that begins with "also" or "and" can be about anything.
    expect(dana('Dana was very polite. They never called back.', 3)).toMatchObject({
      unclear_count: 1,
      mixed_count: 0,
      negative_count: 0,
    });
    expect(dana('Dana was very polite. Also the price was way too high.', 3)).toMatchObject({
      unclear_count: 1,
      mixed_count: 0,
      negative_count: 0,
    });
  });

  test('are only criticized by name if the engine is confident', () => {
    const text = 'Dana complained about the heat.';
    const insights = toInsights(dataset([review(1, 4, text)]));
    expect(insights.per_review[id(1)]?.aspects.map(({ polarity, confidence }) => [polarity, confidence < 0.6])).toEqual([
      ['negative', true],
    ]);
    expect(insights.entities.technicians[0]).toMatchObject({ mention_count: 1, negative_count: 0 });
    expect(insights.per_review[id(1)]?.mentions.technicians).toEqual([
      { name: DANA.key, ranges: [{ start: 0, end: 4 }], polarity: null, aspects: [], about: [{ start: 0, end: 31 }] },
    ]);
    expect(dana('Dana was very rude to my mother.', 1)).toMatchObject({ negative_count: 1 });
  });

  test.each<[string, string | null, string | null]>([
    ['Dana was very polite but Omar was very rude.', 'unclear', 'negative'],
    ['Omar was very rude, but Dana was very polite.', 'unclear', 'negative'],
    ['Dana fixed it but Omar was very rude.', 'unclear', 'negative'],
    ['Dana and Omar were very polite.', 'unclear', 'unclear'],
    ['Dana & Omar were very polite.', 'unclear', 'unclear'],
    ['Dana, Omar and Ana were very polite.', 'unclear', 'unclear'],
    ['Thanks to Dana and Omar was very rude.', null, 'negative'],
    ['I asked for Dana, Omar was very rude.', null, 'negative'],
    // No verdict if no name comes before the criticism or praise, or if another name interrupts it.
    ['Very rude people, Dana and Omar.', null, null],
    ['We were let down: Dana and the very rude Omar.', null, null],
    ['Dana was very rude to Omar.', null, null],
    ['Dana came, and later on Omar was very rude.', null, null],
    ['Dana, not Omar, was very polite.', 'unclear', null],
    ['Dana came instead of Omar and was very polite.', 'unclear', null],
    ['Unlike Omar, Dana was very polite.', 'unclear', null],
    // It is unclear who "he" is, unless the sentence before names only one person.
    ['Dana came with Omar. He was very rude.', null, null],
    ['Dana came. Omar came. He was very rude.', null, 'negative'],
  ])('are told apart if a text names several: %s', (text, ofDana, ofOmar) => {
    const insights = toInsights(dataset([review(1, 3, text, { mentions })], { catalog: [DANA, OMAR, ANA] }));
    const said = insights.per_review[id(1)]?.mentions.technicians.map(({ name, polarity }) => [name, polarity]);
    expect(said).toEqual([
      [DANA.key, ofDana],
      [OMAR.key, ofOmar],
    ]);
    expect(insights.entities.technicians.map(({ negative_count }) => negative_count)).toEqual([
      ofDana === 'negative' ? 1 : 0,
      ofOmar === 'negative' ? 1 : 0,
      0,
    ]);
  });

  test.each<[string, string, string | null, string | null]>([
    ['Dana fixed it but Omar was rude.', 'Omar was rude', null, 'negative'],
    ['Dana fixed it but Omar was rude.', 'Dana fixed it but Omar was rude.', null, null],
    ['Dana fixed it. Omar was rude.', 'Dana fixed it. Omar was rude.', null, null],
    ['Dana fixed it. The office was rude.', 'Dana fixed it. The office was rude.', null, null],
    ['Dana and Omar were rude.', 'Dana and Omar were rude.', 'negative', 'negative'],
  ])('get another model’s verdict only if its quote is about nobody else: %s %j', (text, quote, ofDana, ofOmar) => {
    const ranges = [{ start: text.indexOf(quote), end: text.indexOf(quote) + quote.length }];
    const verdict = { polarity: 'negative', score: -1, confidence: 1, basis: 'text', source: 'other-1', ranges } as const;
    const verdicts = new Map([[id(1), [{ id: 'professionalism' as const, ...verdict }]]]);
    const analysis = { corrections: new Map(), verdicts, aspects: [] };
    const insights = toInsights(dataset([review(1, 3, text, { mentions })], { catalog: [DANA, OMAR, ANA], analysis }));
    expect(insights.per_review[id(1)]?.mentions.technicians.map(({ polarity }) => polarity)).toEqual([ofDana, ofOmar]);
  });

  test('are quoted with the words that their verdict is about', () => {
    const rude = 'Dana knows wire, I grant her that. She was rude to my wife.';
    const kind = 'Dana hung the lamp. She was friendly and explained everything.';
    const other = 'The lamp works. Dana put it up in May. Dana was very rude to my wife.';
    const insights = toInsights(dataset([review(1, 2, rude), review(2, 5, kind), review(3, 2, other)]));
    const quotes = insights.entities.technicians[0]?.quotes.map(({ text, polarity }) => [polarity, text]);
    expect(quotes).toEqual([
      ['positive', kind],
      ['negative', 'Dana was very rude to my wife.'],
      ['negative', rude],
    ]);
  });

  test('have the sentences about them in any language, but verdicts and quotes only if the text is analyzed', () => {
    const text = 'Muy buena experiencia con la empresa. Dana llegó puntual.';
    const insights = toInsights(dataset([review(1, 5, text)]));
    const [person] = insights.per_review[id(1)]?.mentions.technicians ?? [];
    expect(person).toMatchObject({ polarity: null, aspects: [], about: [{ start: 38, end: 57 }] });
    expect(insights.entities.technicians[0]).toMatchObject({ mention_count: 1, positive_count: 0, quotes: [] });
  });

  test('are never negative if no verdict on their review is, and never have more verdicts than mentions', () => {
    const pieces = [
      'Dana',
      'came',
      'was late',
      'very polite',
      '. He',
      '. They',
      'left a mess',
      'dark',
      'fire',
      'fixed it',
      'never called',
      ', and',
      'but',
      '.',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), (parts, rating) => {
        const insights = toInsights(dataset([review(1, rating, parts.join(' '))]));
        const [person] = insights.entities.technicians;
        const blamed = insights.per_review[id(1)]?.aspects.filter(({ polarity }) => polarity === 'negative' || polarity === 'mixed') ?? [];
        const { positive_count = 0, neutral_count = 0, negative_count = 0, mention_count = 0 } = person ?? {};
        if (blamed.length === 0) expect(negative_count).toBe(0);
        expect(positive_count + neutral_count + negative_count).toBeLessThanOrEqual(mention_count);
      }),
    );
  });
});

describe('the aspects of a business', () => {
  const given = (aspects: NonNullable<Dataset['analysis']>['aspects']) => ({
    analysis: { corrections: new Map(), verdicts: new Map(), aspects },
  });

  test('depend on its type', () => {
    const ids = (type: string) => toInsights(dataset([], { type })).aspects.map((item) => item.id);
    expect(ids('Plumber')).toContain('workmanship');
    expect(ids('Restaurant')).toEqual(['service', 'communication', 'waiting', 'price', 'quality', 'cleanliness', 'comfort', 'location']);
    expect(toInsights(dataset([], { type: 'Restaurant' })).method).toMatchObject({ pack: 'general' });
  });

  test('can be hidden and renamed', () => {
    const more = given(
      aspectsFile.parse([
        { aspect: 'safety', shown: false },
        { aspect: 'pricing', label: 'What it costs' },
      ]),
    );
    const insights = toInsights(dataset([review(1, 5, 'Fair price. Left live wires hanging.')], more));
    expect(aspect(insights, 'safety')).toBeUndefined();
    expect(insights.per_review[id(1)]?.aspects.map((item) => item.id)).toEqual(['pricing']);
    expect(aspect(insights, 'pricing')?.label).toBe('What it costs');
  });
});

describe('sentences about figures', () => {
  const summaryOf = (...ratings: readonly number[]) =>
    toInsights(dataset(ratings.map((rating, index) => review(index, rating, rating > 3 ? 'Fair price.' : 'Overpriced.')))).summary ?? '';

  test.each([
    [[5], /^Acme Electric has one verified review from 2025, of 5 stars\.$/],
    [[5, 1], /^Acme Electric has 2 verified reviews from 2025: 1 has four or five stars, 1 one or two\.$/],
    [
      [5, 5, 5, 5, 5, 5, 5, 5, 5, 2],
      /^Acme Electric has 10 verified reviews .*\. Customers praise pricing \(of the 10 reviews that mention it, 9 praise it and 1 criticizes it\) most often; criticized so far: pricing \(of the 10 reviews that mention it, 9 praise it and 1 criticizes it\)\.$/,
    ],
  ])('%j', (ratings, expected) => expect(summaryOf(...ratings)).toMatch(expected));

  test('phrases are in at least two reviews', () => {
    const phrases = (...texts: readonly string[]) =>
      aspect(toInsights(dataset(texts.map((text, index) => review(index, 5, text)))), 'pricing')?.top_phrases;
    expect(phrases('Fair price.')).toEqual([]);
    expect(phrases('Fair price.', 'A fair price.')).toEqual(['fair price']);
  });

  test.each<[string, string[]]>([
    ['They charged me.', []],
    ['The wiring was loose.', []],
    ['The phone.', []],
    ['A new switch.', []],
    ['The heat.', []],
    ['Under-cabinet lights, well done.', []],
    ['Very polite.', ['polite']],
    ['A fair price.', ['fair price']],
    ['Overpriced.', []],
  ])('phrases are meaningful on their own: %s', (text, expected) => {
    const catalog: CatalogEntry[] = [{ kind: 'services', key: 'lighting', name: 'Lighting', aliases: ['under-cabinet light'] }];
    const insights = toInsights(dataset([review(1, 4, text), review(2, 4, text)], { catalog }));
    expect(insights.aspects.flatMap(({ top_phrases }) => top_phrases)).toEqual(expected);
  });

  test.each<[string[], string[]]>([
    [['They passed inspection.'], []],
    [['They passed inspection.', 'It passed the inspection.'], ['passed inspection']],
    [['A loose phone.', 'The switch, loose.', 'Heat, a phone, a switch.'], []],
    [['Our red-eye flight left.', 'We had a red-eye flight.'], ['red-eye flight']],
    [['The follow-up.', 'A follow-up.'], []],
  ])('topics are in at least two reviews and have more than one word: %j', (texts, expected) => {
    const insights = toInsights(dataset(texts.map((text, index) => review(index, 5, text))));
    expect(insights.topics.map(({ phrase }) => phrase)).toEqual(expected);
  });
});

test('the model, the summary and the pull quote are strings, and the sources of the last two are separate fields', () => {
  const text = 'Dana was polite, on time and explained every step of the work.';
  const insights = toInsights(dataset(Array.from({ length: 10 }, (_, index) => review(index + 1, 5, text))));
  expect(insights.model).toBe('clause-regressions 9');
  expect(insights.pull_quote).toBe(text);
  expect(insights.pull_quote_source).toMatchObject({ review_id: id(10), start: 0, end: 62, author: 'Sam' });
  expect(insights.summary_source).toMatchObject({ origin: 'figures', figures_text: insights.summary });
});

test('the last FAQ entry names the jobs that customers write about most, with counts and stars', () => {
  const catalog: CatalogEntry[] = [{ kind: 'services', key: 'fans', name: 'Ceiling fans', aliases: [] }];
  const mentions = { technicians: [], services: ['fans'], service_areas: [] };
  const reviews = [1, 2, 3, 4, 5].map((number) => review(number, 1, 'Ceiling fans.', { mentions }));
  expect(toInsights(dataset(reviews, { catalog })).faq.at(-1)).toMatchObject({
    question: 'Which jobs do customers write about most?',
    answer: 'Ceiling fans (named in 5 reviews as “ceiling fans”, 1.0 stars on average).',
  });
});

test('entries have the words that were looked for and those that were found, the most frequent first', () => {
  const catalog: CatalogEntry[] = [
    { kind: 'technicians', key: 'Dr. Salma Haddad', name: 'Dr. Salma Haddad', aliases: ['Sally'] },
    { kind: 'services', key: 'wax', name: 'Wax', aliases: [] },
  ];
  const mentions = { technicians: ['Dr. Salma Haddad'], services: ['wax'], service_areas: [] };
  const texts = ['Dr. Haddad waxed it.', 'I saw Salma. Waxed, and WAXED again.', 'Dr. Haddad did the wax.'];
  const { entities } = toInsights(
    dataset(
      texts.map((text, index) => review(index, 5, text, { mentions })),
      { catalog },
    ),
  );
  expect(entities.technicians[0]).toMatchObject({
    looked_for: ['Dr. Salma Haddad', 'Sally', 'Salma Haddad', 'Salma', 'Haddad'],
    found_by: ['haddad', 'salma'],
  });
  expect(entities.services[0]).toMatchObject({ looked_for: ['Wax'], found_by: ['waxed', 'wax'] });
});

test('a word in a place’s name gives no verdict', () => {
  const catalog: CatalogEntry[] = [{ kind: 'service_areas', key: 'Rude Hollow', name: 'Rude Hollow', aliases: [] }];
  expect(aspect(toInsights(dataset([review(1, 5, 'We live in Rude Hollow.')], { catalog })), 'professionalism')?.mention_count).toBe(0);
});

test('any texts and stars give a valid document, the same each time', () => {
  const texts = fc.option(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('On time. 👍', 'Dana was rude &amp; late!!', '“Great”…')),
    { nil: null },
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(texts, fc.integer({ min: 1, max: 5 })), { maxLength: 6 }), (items) => {
      const given = dataset(items.map(([text, rating], index) => review(index, rating, text)));
      const insights = toInsights(given);
      expect(insightsDocument.parse(insights)).toEqual(insights);
      expect(toInsights(given)).toEqual(insights);
    }),
    { numRuns: 20 },
  );
});

const english = messagesOf(dataset([]));

describe('figures', () => {
  test('largest remainders add up to 100', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 500 }), { minLength: 1, maxLength: 5 }), (counts) => {
        const some = counts.some((count) => count > 0);
        expect(largestRemainders(counts).reduce((sum, share) => sum + Math.round(share * 10), 0)).toBe(some ? 1000 : 0);
      }),
    );
  });

  test.each([
    [4, 5, 9, 10, 1],
    [8, 10, 1, 6, 0.035],
    [1, 10, 9, 10, 0.0011],
    [0, 5, 0, 7, 1],
  ])('%i of %i against %i of %i: chance %f', (a, aTotal, b, bTotal, chance) =>
    expect(fisherExact(a, aTotal, b, bTotal)).toBeCloseTo(chance, 4),
  );

  test('a change that may be due to chance is not a trend, and the basis explains it', () => {
    const items = (count: number, date: string, polarity: 'positive' | 'negative') =>
      Array.from({ length: count }, () => ({ date, polarity }));
    const earlier = [...items(9, '2023-01-01', 'positive'), ...items(1, '2023-01-01', 'negative')];
    const compared = compareYears([...items(3, '2025-06-01', 'positive'), ...items(2, '2025-06-01', 'negative'), ...earlier], english);
    expect(compared?.direction).toBe('steady');
    expect(compared?.basis).toContain('The difference may be due to chance.');
  });

  test('a trend needs at least five verdicts in both periods', () => {
    const items = (count: number, date: string, polarity: 'positive' | 'negative') =>
      Array.from({ length: count }, () => ({ date, polarity }));
    expect(compareYears([...items(5, '2025-06-01', 'negative'), ...items(5, '2023-01-01', 'positive')], english)?.direction).toBe(
      'declining',
    );
    expect(compareYears([...items(4, '2025-06-01', 'negative'), ...items(5, '2023-01-01', 'positive')], english)).toBeUndefined();
  });
});
