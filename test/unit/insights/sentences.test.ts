import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shownAspects } from '../../../site/analysis/shown-aspects.ts';
import { aggregate, type Dataset } from '../../../site/content/dataset.ts';
import type { AspectInsight, InsightsDocument } from '../../../site/contract/insights.ts';
import { toFaq, WEAK_FROM, WEAK_SHARE_FROM, writeSummary } from '../../../site/insights/computed-texts.ts';
import { percentOf, scoreOf, verdictShares } from '../../../site/insights/counts.ts';
import { toInsights } from '../../../site/insights/insights.ts';
import { compareYears } from '../../../site/insights/trend.ts';
import { type Messages, messagesOf } from '../../../site/messages/messages.ts';

/** Patterns that no sentence may match, in any language. */
const NEVER = [
  /NaN|undefined|null|Infinity|\[object/,
  / {2}|\s[.,;:)]|\(\s|\(\)|\.\.|^\s|\s$/,
  /[{}<>#]/,
  // "from 2026 to 2026"
  /(\d{4}) (?:to|a) \1/,
  // Numbers with five or more digits but no separator.
  /(?<!\d{4}-\d\d-|from |to |de |a |, )\b\d{5,}\b/,
];
/** A number other than 1 before a noun or verb, unless it is the base of a share ("1 of the 40 has"). */
const MANY = String.raw`(?<![\d.,]|of the |de las )(?:[2-9]|[1-9]\d+)`;
const NEVER_IN: Readonly<Record<string, readonly RegExp[]>> = {
  en: [
    /(?<![\d.,])1 (?:reviews|texts|ratings|stars|mentions|are|were|have|praise|criticize)\b/,
    new RegExp(`${MANY} (?:review|text|rating|star|mention|is|was|has)(?!\\p{L})`, 'u'),
    /(?<![\d.,])0 (?:of|are|is|reviews|texts|ratings|negative|positive)\b/,
    /\b[Nn]one (?:are|were|have|praise|criticize)\b/,
    /\b(?:[Oo]ne|[Nn]one) of the [\d,]+ (?:analyzed )?reviews that mention [\p{L} ]+? (?:praise|criticize) it/u,
    /\b(?:[Aa]ll|[Ss]ome|[Mm]ost|[Ff]ew|[Hh]alf) (?:criticizes|praises|is|has)\b/,
    /criticis|\d %/,
    /\b(?:the|All) 1 /,
    /\breviews that mentions\b|\breview that mention\b/,
  ],
  es: [
    /(?<![\d.,])1 (?:opiniones|textos|valoraciones|estrellas|son|fueron|tienen|positivas|negativas)\b/,
    new RegExp(`${MANY} (?:opinión|texto|valoración|estrella|es|fue|tiene|positiva|negativa)(?!\\p{L})`, 'u'),
    /(?<![\d.,])0 (?:de|son|es|opiniones|textos|valoraciones|negativas|positivas)\b/,
    /\b[Nn]inguna (?:son|fueron|tienen|positivas|negativas)\b/,
    /\blas 1 \b|\bLas 1 \b/,
    /\bde el\b|\ba el\b/,
    /\d%/,
    /\b(?:review|stars|praised|criticized|of the)\b/,
  ],
};

function faultsOf(sentence: string, language: string): string[] {
  return [...NEVER, ...(NEVER_IN[language] ?? [])].filter((fault) => fault.test(sentence)).map((fault) => `${fault}: ${sentence}`);
}

/** What English texts say about an aspect: "pricing (of the 18 reviews that mention it, …)", "18 reviews mention the price: …". */
const CLAIMS =
  /(?<label>\p{L}[\p{L} ]*) \(of the (?<whole>[\d,]+) (?:analyzed )?reviews? that mentions? it, (?<verdicts>[^)]*)\)|(?<all>[\d,]+) (?:analyzed )?reviews? mentions? (?<topic>[^:]+): (?<said>[^.]*)\./gu;
const toNumber = (text = '') => (text === '' || text === 'none' ? 0 : Number(text.replaceAll(',', '')));

/** The counts in "84 praise it, 6 criticize it, 4 do both, 2 are neutral, and 3 critical reviews are unclear". */
const countsIn = (verdicts: string) =>
  [
    /(\S+) praises? it/,
    /(\S+) criticizes? it/,
    /(\S+) do(?:es)? both/,
    /(\S+) (?:is|are) neutral/,
    /(\S+) critical reviews? (?:is|are) unclear/,
  ].map((pattern) => toNumber(pattern.exec(verdicts)?.[1]));

/** Returns the sentences whose counts differ from the aspects', don't add up, or claim something about an aspect without enough reviews. */
function wrongClaims(text: string, aspects: readonly AspectInsight[], topics: readonly string[] = []): string[] {
  return [...text.matchAll(CLAIMS)].flatMap(({ 0: claim, index, groups = {} }) => {
    const { label = '', whole, verdicts, all, topic, said } = groups;
    const aspect = aspects.find((one, place) => (topic === undefined ? label.endsWith(one.label.toLowerCase()) : topics[place] === topic));
    if (aspect === undefined) return [claim];
    const { positive_count, negative_count, mixed_count, neutral_count, unclear_count, mention_count } = aspect;
    const counts = countsIn(verdicts ?? said ?? '');
    const isCounted = String(counts) === String([positive_count, negative_count, mixed_count, neutral_count, unclear_count]);
    const isWhole = counts.reduce((sum, count) => sum + count, 0) === mention_count && toNumber(whole ?? all) === mention_count;
    const called = `${text.slice(0, index)}${claim}`.split(/[.;]/u).at(-1) ?? '';
    const isWeak = !/weak point/.test(called) || (negative_count >= WEAK_FROM && negative_count / mention_count >= WEAK_SHARE_FROM);
    return isCounted && isWhole && isWeak && mention_count >= 10 ? [] : [claim];
  });
}

test('wrongClaims finds wrong counts, false weak points and claims from few reviews', () => {
  const aspects = [
    toAspect({ id: 'pricing', label: 'Pricing' }, { positive: 92, neutral: 0, negative: 6, unclear: 2 }),
    toAspect({ id: 'quality', label: 'Quality' }, { positive: 3, neutral: 0, negative: 1, unclear: 0 }),
  ];
  const claims = (text: string) => wrongClaims(text, aspects, ['the price', 'the quality']).length;
  const said = 'pricing (of the 100 reviews that mention it, 92 praise it, 6 criticize it, and 2 critical reviews are unclear)';
  expect([claims(`Criticized so far: ${said}.`), claims(`Good work; the weak point is ${said}.`)]).toEqual([0, 1]);
  expect([
    claims(`Most often ${said.replace('6 c', '7 c')}.`),
    claims(`Most often ${said.replace(', and 2 critical reviews are unclear', '')}.`),
  ]).toEqual([1, 1]);
  expect(claims('100 reviews mention the price: 92 praise it, 6 criticize it, and 2 critical reviews are unclear.')).toBe(0);
  expect(claims('4 reviews mention the quality: 3 praise it, and 1 criticizes it.')).toBe(1);
});

const count = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 3 }) },
  fc.constantFrom(5, 12, 40),
  fc.integer({ min: 4, max: 12_040 }),
);
const shop = (language: string, type: string): Dataset =>
  ({
    business: { name: 'Acme', legal_name: null, technicians: [], services: [], service_areas: [] },
    language,
    type,
    faq: [],
    catalog: [],
    reviews: [],
    aggregateRating: aggregate([]),
  }) as unknown as Dataset;

interface Verdicts {
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
  readonly unclear: number;
}

const NO_VERDICTS: Verdicts = { positive: 0, neutral: 0, negative: 0, unclear: 0 };

function toAspect(
  { id, label }: { id: AspectInsight['id']; label: string },
  { positive, neutral, negative, unclear }: Verdicts,
): AspectInsight {
  const mention_count = positive + neutral + negative + unclear;
  const counts = { positive_count: positive, neutral_count: neutral, mixed_count: 0, negative_count: negative, unclear_count: unclear };
  return {
    id,
    label,
    mention_count,
    ...counts,
    ...verdictShares(counts),
    mention_pct: percentOf(mention_count, mention_count),
    rating_value: 4,
    rating_distribution: { '1': 0, '2': 0, '3': 0, '4': mention_count, '5': 0 },
    critical_count: 0,
    critical_without_verdict_count: 0,
    score: scoreOf(counts),
    score_against_stars: 'agrees',
    enough: mention_count >= 10,
    trend: null,
    top_phrases: [],
    phrases: [],
    quotes: [],
    verdicts_from_text: mention_count,
    verdicts_with_stars: 0,
    example_review_ids: [],
  };
}

const verdicts = fc.record({ positive: count, neutral: count, negative: count, unclear: count });
const ratings = fc.record({ '1': count, '2': count, '3': count, '4': count, '5': count });
const spans = fc.constantFrom(['2026-01-02', '2026-11-30'], ['2021-05-05', '2026-01-01'], ['2026-03-03', '2026-03-03']);

describe.each([
  ['en', 'Electrician'],
  ['en', 'Restaurant'],
  ['es', 'Electrician'],
  ['es', 'Restaurant'],
])('in %s, for a business of type %s', (language, type) => {
  const dataset = shop(language, type);
  const messages: Messages = messagesOf(dataset);
  const pack = type === 'Electrician' ? 'home' : 'general';
  const shown = shownAspects(pack, messages);

  test('the summary has no faults or wrong claims for any figures', () => {
    const inputs = [fc.array(verdicts, { minLength: 8, maxLength: 8 }), ratings, spans, count, count] as const;
    fc.assert(
      fc.property(...inputs, (each, distribution, [earliest = '', latest = ''], without_text, other_language) => {
        const review_count = Object.values(distribution).reduce((sum, own) => sum + own, 0);
        fc.pre(review_count > 0);
        const analysed = Math.max(0, review_count - without_text - other_language);
        const rating_value = Object.entries(distribution).reduce((sum, [stars, own]) => sum + Number(stars) * own, 0) / review_count;
        const figures = {
          review_count,
          coverage: { with_text: review_count - without_text, without_text, analysed, other_language, languages: [] },
          date_range: { earliest, latest },
          aspects: shown.map((aspect, index) => toAspect(aspect, each[index] ?? NO_VERDICTS)),
          temporal: { monthly: [], trend: null },
        };
        const aggregateRating = { rating_value, review_count, best_rating: 5 as const, worst_rating: 1 as const, distribution };
        const summary = writeSummary('Acme', aggregateRating, figures, messages);
        expect(faultsOf(summary, language)).toEqual([]);
        expect(language === 'en' ? wrongClaims(summary, figures.aspects) : []).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  test('the FAQ has no faults or wrong claims for any figures', () => {
    const entity = (mention_count: number) => ({
      id: 'a',
      name: 'Lighting',
      mention_count,
      rating_distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: mention_count },
      found_by: ['light', 'lights', 'lamp', 'lamps'].slice(0, mention_count % 5),
      example_review_ids: [],
    });
    fc.assert(
      fc.property(fc.array(verdicts, { minLength: 8, maxLength: 8 }), count, (each, mentions) => {
        const aspects = shown.map((aspect, index) => toAspect(aspect, each[index] ?? NO_VERDICTS));
        const per_review = Object.fromEntries(
          ['a', 'b'].map((id) => [id, { aspects: shown.map((aspect) => ({ id: aspect.id, polarity: 'negative' })) }]),
        );
        const figures = {
          aspects,
          coverage: { other_language: mentions % 2 },
          per_review,
          entities: { services: [entity(mentions)] },
          method: { pack },
        };
        const answers = toFaq(dataset, figures as unknown as InsightsDocument, shown, messages);
        expect(answers.flatMap(({ question, answer }) => [question, answer].flatMap((text) => faultsOf(text, language)))).toEqual([]);
        expect(
          language !== 'en'
            ? []
            : answers.flatMap(({ answer }) =>
                wrongClaims(
                  answer,
                  aspects,
                  shown.map(({ topic }) => topic),
                ),
              ),
        ).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('the basis of a trend has no faults for any figures', () => {
    const part = fc.array(fc.constantFrom('positive' as const, 'neutral' as const, 'negative' as const), { minLength: 5, maxLength: 30 });
    fc.assert(
      fc.property(part, part, (recent, earlier) => {
        const items = [
          ...recent.map((polarity) => ({ date: '2026-02-01', polarity })),
          ...earlier.map((polarity) => ({ date: '2023-02-01', polarity })),
        ];
        expect(faultsOf(compareYears(items, messages)?.basis ?? '', language)).toEqual([]);
      }),
    );
  });

  test('the insights of a few reviews have no faults', () => {
    const texts = [null, 'Fair price, on time.', 'Overpriced and rude.', 'Very clean.', 'Llegaron tarde y el precio era muy alto.'];
    const reviews = fc.array(fc.tuple(fc.constantFrom(...texts), fc.integer({ min: 1, max: 5 })), { maxLength: 7 });
    fc.assert(
      fc.property(reviews, (items) => {
        const made = items.map(([text, rating], index) => ({
          id: `01H${String(index).padStart(23, '0')}`,
          author: 'Sam',
          rating,
          date: '2026-03-01',
          text,
          owner_reply: null,
          mentions: { technicians: [], services: [], service_areas: [] },
        })) as unknown as Dataset['reviews'];
        const { summary, faq, aspects, pull_quote_source } = toInsights({
          ...dataset,
          reviews: made,
          aggregateRating: aggregate(made.map(({ rating }) => rating)),
        });
        const sentences = [summary ?? '', ...faq.flatMap(({ question, answer }) => [question, answer]), pull_quote_source?.rule ?? ''];
        expect([...sentences, ...aspects.map(({ label }) => label)].flatMap((text) => faultsOf(text, language))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

test('faultsOf finds a fault in each wrong sentence', () => {
  const wrong = [
    'None of them are positive (0 of 1).',
    'a few criticises it',
    'a few criticizes it',
    '1 reviews mention it',
    '2 review is here',
    'from 2026 to 2026',
    'criticized in 1 of 5, 20 %',
    'so  many',
    'undefined stars',
  ];
  expect(wrong.filter((sentence) => faultsOf(sentence, 'en').length === 0)).toEqual([]);
});
