import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Review } from '../../site/contract/review.ts';
import { callTool, openSession } from '../support/rpc.ts';
import { demo } from './demo.ts';
import { type Question, reviewQuestions, some } from './review-questions.ts';
import { type Served, serve } from './serve.ts';

const site = demo(inject('dists').demo);
const { reviews } = site.reviews;

const naming = (kind: keyof Review['mentions'], key: string, among: readonly Review[] = reviews) =>
  among.filter(({ mentions }) => mentions[kind].includes(key));
const between = (since: string, until: string) => reviews.filter(({ date }) => since <= date && date <= until);
const withStars = (stars: number) => reviews.filter(({ rating }) => rating === stars);
const meanStars = (of: readonly Review[]) => Math.round((of.reduce((sum, { rating }) => sum + rating, 0) * 100) / of.length) / 100;
const mentioned = (by: readonly Review[]) => ({ mention_count: by.length, rating_value: meanStars(by) });
const period = (of: readonly Review[]) => ({ review_count: of.length, rating_value: meanStars(of) });

const happyInMillbrook = naming('service_areas', 'Millbrook', withStars(5));
const october = between('2026-10-01', '2026-10-31');
const lastTwelveMonths = new RegExp(
  `In the twelve months up to November 14, 2026, \\d+ of ${between('2025-11-15', '2026-11-14').length} reviews were positive`,
);

// Figures that only depend on the content are counted from its reviews. Figures from the analysis are only compared roughly, with what a
// reader can also see.
const cases: readonly Question[] = [
  {
    question: 'Who is best with EV chargers?',
    calls: [['get_service', { service: 'EV chargers' }]],
    facts: {
      id: 'ev-charger',
      ...mentioned(naming('services', 'ev-charger')),
      technicians: some([{ name: 'Priya Raman', ...mentioned(naming('technicians', 'Priya Raman', naming('services', 'ev-charger'))) }]),
    },
    cites: '01K84KE9008WMYS3RPV527TYCR',
  },
  {
    question: 'Do people complain about prices?',
    calls: [['get_aspect_sentiment', { aspect: 'prices' }]],
    facts: {
      id: 'pricing',
      positive_pct: expect.toSatisfy((share: number) => share > 40),
      negative_pct: expect.toSatisfy((share: number) => share > 10 && share < 40),
      quotes: some([{ polarity: 'negative' }, { polarity: 'positive' }]),
    },
  },
  {
    question: 'What changed since March?',
    calls: [
      ['get_reviews_since', { date: '2026-03-01' }],
      ['get_trend', { from: '2026-03' }],
    ],
    facts: {
      period: period(between('2026-03-01', '2026-12-31')),
      before: period(between('2019-01-01', '2026-02-28')),
      trend: { direction: 'steady' },
    },
    cites: '01M7BNN500K830F636P22FWH62',
  },
  {
    question: 'Is Harbor & Pine Electric any good?',
    calls: [['get_summary', {}]],
    facts: {
      ...period(reviews),
      summary: expect.stringContaining('calls go unreturned'),
      summary_source: { origin: 'editor' },
      overall_sentiment: { positive_pct: expect.toSatisfy((share: number) => share > 65) },
    },
  },
  {
    question: 'What do customers dislike most?',
    calls: [
      ['get_summary', {}],
      ['get_aspect_sentiment', { aspect: 'responsiveness' }],
    ],
    facts: { negative_pct: expect.toSatisfy((share: number) => share >= 30), quotes: some([{ polarity: 'negative' }]) },
  },
  {
    question: 'How do I reach them, and are they open on Saturday?',
    calls: [['get_business', {}]],
    facts: { business: { telephone: '+1-360-555-0142', opening_hours: some([{ days: ['Saturday'], opens: '09:00', closes: '13:00' }]) } },
  },
  {
    question: 'How many five-star reviews do they have?',
    calls: [['search_reviews', { rating: 5, limit: 1 }]],
    facts: { matched: withStars(5).length, returned: 1 },
  },
  {
    question: 'Do they come to Millbrook, and are people there happy?',
    calls: [['get_service_area', { area: 'millbrook' }]],
    facts: { name: 'Millbrook', ...mentioned(naming('service_areas', 'Millbrook')), last_date: '2026-11-14' },
    cites: '01M7BNN500K830F636P22FWH62',
  },
  {
    question: 'Will they turn up on time?',
    calls: [['get_aspect_sentiment', { aspect: 'on time' }]],
    facts: {
      id: 'punctuality',
      negative_count: expect.toSatisfy((count: number) => count >= 5),
      positive_count: expect.toSatisfy((count: number) => count >= 5),
    },
    cites: '01M5DW3X00QPM5Y08NH51N7JF7',
  },
  {
    question: 'What is Priya like?',
    calls: [['get_technician', { name: 'Priya' }]],
    facts: {
      name: 'Priya Raman',
      ...mentioned(naming('technicians', 'Priya Raman')),
      aspects: some([{ id: 'communication', negative_count: 0 }]),
    },
    cites: '01M7BNN500K830F636P22FWH62',
  },
  {
    question: 'Should I ask for Dana or for Marcus?',
    calls: [
      ['get_technician', { name: 'Dana' }],
      ['get_technician', { name: 'Marcus' }],
    ],
    facts: { name: 'Marcus Oyelaran', ...mentioned(naming('technicians', 'Marcus Oyelaran')) },
    cites: '01M651PC00F2YHQBEJ8FHS6Q75',
  },
  {
    question: 'Do they leave a mess?',
    calls: [['get_aspect_sentiment', { aspect: 'mess' }]],
    facts: { id: 'cleanliness', negative_count: expect.toSatisfy((count: number) => count >= 3), quotes: some([{ polarity: 'negative' }]) },
  },
  {
    question: 'What did the owner answer to the newest one-star review?',
    calls: [['search_reviews', { rating: 1, limit: 1 }]],
    facts: {
      matched: withStars(1).length,
      reviews: [
        {
          author: 'Roberta Finch-Malloy',
          owner_reply: { date: '2026-10-26', text: expect.stringContaining('the first one has no excuse at all') },
        },
      ],
    },
    cites: '01M5DW3X00QPM5Y08NH51N7JF7',
  },
  {
    question: 'Do I have to get the permit myself?',
    calls: [['get_faq', { query: 'Do I have to get the permit myself?' }]],
    facts: { faq: [{ question: 'Do you take care of the permit and the inspection?', answer: expect.stringContaining('Yes, both') }] },
  },
  {
    question: 'How soon can somebody come?',
    calls: [['get_faq', { query: 'How soon can they come?' }]],
    facts: { faq: some([{ origin: 'business', answer: expect.stringContaining('Ordinary small work, a week or two') }]) },
  },
  {
    question: 'Which electrical problems do people call them for?',
    calls: [['list_topics', {}]],
    facts: { problems: some([{ id: 'tripped_breaker' }, { id: 'flickering_lights' }]), topics: some([{ phrase: 'hot tub' }]) },
  },
  {
    question: 'Are they getting better or worse?',
    calls: [['get_trend', {}]],
    facts: {
      trend: { direction: 'steady', basis: expect.stringMatching(lastTwelveMonths) },
      aspects: some([{ id: 'responsiveness', direction: 'steady', basis: expect.stringContaining('may be due to chance') }]),
    },
  },
  {
    question: 'Has anybody had a hot tub wired?',
    calls: [['get_service', { service: 'hot tub' }]],
    facts: { id: 'hot-tub-wiring', ...mentioned(naming('services', 'hot-tub-wiring')), negative_count: 0 },
    cites: '01K3PZJR00F5S39C2RRN74JEFG',
  },
  {
    question: 'There was a review about a chowder: what went well, and what did not?',
    calls: [
      ['search_reviews', { query: 'chowder' }],
      ['get_review', { id: '01M7BNN500K830F636P22FWH62' }],
    ],
    facts: {
      review: { author: 'Maureen Castellanos', rating: 5, text: expect.stringContaining('it took three rings on two numbers') },
      analysis: { analysed: true },
    },
    cites: '01M7BNN500K830F636P22FWH62',
  },
  {
    question: 'What did customers say in October 2026?',
    calls: [['search_reviews', { since: '2026-10-01', until: '2026-10-31' }]],
    facts: { matched: october.length, returned: october.length, reviews: october.map(({ id }) => ({ id })) },
    cites: '01M651PC00F2YHQBEJ8FHS6Q75',
  },
  {
    question: 'How many unhappy customers are there, and who was the last?',
    calls: [['search_reviews', { max_rating: 2, limit: 1 }]],
    facts: { matched: 16, reviews: [{ author: 'Roberta Finch-Malloy', date: '2026-10-21', rating: 1 }] },
    cites: '01M5DW3X00QPM5Y08NH51N7JF7',
  },
  {
    question: 'How many reviews of each number of stars are there?',
    calls: [['get_summary', {}]],
    facts: { distribution: Object.fromEntries([1, 2, 3, 4, 5].map((stars) => [stars, withStars(stars).length])) },
  },
  {
    question: 'What did the very first customer write?',
    calls: [['search_reviews', { sort: 'oldest', limit: 1 }]],
    facts: { matched: reviews.length, reviews: [{ author: 'Ruth Ann Kessler', date: '2019-04-13' }] },
    cites: '01D89ZWS00B1X552GHN8Q5A1BH',
  },
  {
    question: 'Are the happy customers in Millbrook recent ones?',
    calls: [['search_reviews', { area: 'Millbrook', min_rating: 5 }]],
    facts: { matched: happyInMillbrook.length, reviews: happyInMillbrook.map(({ author, date }) => ({ author, date })) },
  },
  {
    question: 'When are they open on a Saturday?',
    calls: [
      ['get_faq', { query: 'When are they open on a Saturday?' }],
      ['get_business', {}],
    ],
    facts: { business: { opening_hours: some([{ days: ['Saturday'], opens: '09:00', closes: '13:00' }]) } },
  },
  {
    question: 'Were there reviews in 2018?',
    calls: [['search_reviews', { until: '2018-12-31' }]],
    facts: { matched: 0, remark: 'There are no reviews on or before 2018-12-31: the first is from 2019-04-13.' },
  },
  {
    question: 'Is the apprentice Grace trusted with anything?',
    calls: [['get_technician', { name: 'Grace' }]],
    facts: {
      role: 'Apprentice',
      ...mentioned(naming('technicians', 'Grace Delacroix')),
      services: some([
        { id: 'ceiling-fans', mention_count: naming('services', 'ceiling-fans', naming('technicians', 'Grace Delacroix')).length },
      ]),
    },
    cites: '01KT5CF900693XZ380BDW4DH1T',
  },
  {
    question: 'How did 2024, the year of the storm, go beside the years before?',
    calls: [['get_trend', { from: '2024-01', to: '2024-12' }]],
    facts: { period: period(between('2024-01-01', '2024-12-31')), before: period(between('2019-01-01', '2023-12-31')) },
  },
  {
    question: 'I smell hot plastic. What do I do first?',
    calls: [['get_faq', { query: 'I smell something hot, what do I do first?' }]],
    facts: { faq: some([{ origin: 'business', answer: expect.stringContaining('Switch off the breaker for that part of the house') }]) },
  },
  {
    question: 'Who finds faults that others did not?',
    calls: [['get_service', { service: 'troubleshooting' }]],
    facts: {
      ...mentioned(naming('services', 'troubleshooting')),
      technicians: some([
        { name: 'Marcus Oyelaran', ...mentioned(naming('technicians', 'Marcus Oyelaran', naming('services', 'troubleshooting'))) },
        { name: 'Dana Whitfield', ...mentioned(naming('technicians', 'Dana Whitfield', naming('services', 'troubleshooting'))) },
      ]),
    },
  },
];

/** Questions that were written from the reviews. */
const fromReviews = reviewQuestions(reviews);
const questions = [...cases, ...fromReviews];

let served: Served;
let session: string;
beforeAll(async () => {
  served = await serve({}, site);
  session = await openSession(served.url);
});
afterAll(() => served[Symbol.asyncDispose]());

describe('an agent that only knows tools/list gets correct answers, with reviews to cite', () => {
  const check = async ({ calls, facts, cites }: Question) => {
    const answers = [];
    for (const [tool, args] of calls) {
      const result = (await callTool(served.url, session, tool, args)).json?.result;
      expect(result?.isError, result?.content?.[0]?.text).toBeUndefined();
      answers.push(result?.structuredContent);
    }
    expect(answers.at(-1)).toMatchObject(facts);
    if (cites !== undefined) expect(JSON.stringify(answers)).toContain(cites);
  };
  const right = questions.filter(({ unanswered }) => unanswered === undefined);
  const others = questions.filter(({ unanswered }) => unanswered !== undefined);

  it.each(right)('$question', check);
  // If one of these fails, the tools can answer the question: delete its `unanswered`.
  it.fails.each(others)('$question Not answered: $unanswered', check);

  it(`for ${right.length} of ${questions.length} questions (${fromReviews.length} were written from the reviews)`, () => {
    expect([questions.length >= 60, right.length >= 57, fromReviews.length * 3 >= questions.length]).toEqual([true, true, true]);
    expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length);
  });

  it('and a list of all services if it asks for an unknown one', async () => {
    const result = (await callTool(served.url, session, 'get_service', { service: 'solar panels' })).json?.result;
    expect([result?.isError, result?.content?.[0]?.text]).toEqual([true, expect.stringContaining('All: panel-upgrade, ev-charger, ')]);
  });

  it('and quotes that are in their reviews word for word', async () => {
    const ask = async <T>(tool: string, args: object = {}) =>
      (await callTool(served.url, session, tool, args)).json?.result?.structuredContent as T;
    const { aspects } = await ask<{ aspects: { id: string }[] }>('get_summary');
    for (const { id } of aspects) {
      const { quotes } = await ask<{ quotes: { review_id: string; text: string; author: string }[] }>('get_aspect_sentiment', {
        aspect: id,
      });
      for (const { review_id, text, author } of quotes) {
        const { review } = await ask<{ review: { text: string; author: string } }>('get_review', { id: review_id });
        expect([review.author, review.text.includes(text)]).toEqual([author, true]);
      }
    }
  });
});
