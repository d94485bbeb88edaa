import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { callTool, openSession, send } from '../support/rpc.ts';
import { demo } from './demo.ts';
import { type Served, serve } from './serve.ts';

// Questions about the demo business. The expected facts come from filtering the published documents.

const { reviews: document, insights } = demo(inject('dists').demo);
const all = document.reviews;

let served: Served;
let session: string;
beforeAll(async () => {
  served = await serve({}, demo(inject('dists').demo));
  session = await openSession(served.url);
});
afterAll(() => served[Symbol.asyncDispose]());

const call = async (name: string, args: object) => (await callTool(served.url, session, name, args)).json?.result;
const answer = async (name: string, args: object) => (await call(name, args))?.structuredContent;
const complaint = async (name: string, args: object) => {
  const result = await call(name, args);
  expect(result?.isError).toBe(true);
  return result?.content?.[0]?.text;
};
const search = async (args: object) => {
  const found = (await answer('search_reviews', { limit: 100, ...args })) as { matched: number; reviews: { id: string }[] };
  return { matched: found.matched, ids: found.reviews.map(({ id }) => id) };
};
const idsOf = (test: (review: (typeof all)[number]) => boolean) => all.filter(test).map(({ id }) => id);
const speaksOf = (id: string, aspect: string, polarity?: string) =>
  insights.per_review[id]?.aspects.some((found) => found.id === aspect && (polarity === undefined || found.polarity === polarity)) ?? false;

describe('search_reviews', () => {
  it.each([
    ['by area, ignoring case', { area: 'millbrook' }, ({ mentions }) => mentions.service_areas.includes('Millbrook')],
    ['by source', { source: 'GOOGLE' }, ({ source }) => source === 'google'],
    ['by maximum stars', { max_rating: 2 }, ({ rating }) => rating <= 2],
    ['by a range of stars', { min_rating: 2, max_rating: 3.5 }, ({ rating }) => rating >= 2 && rating <= 3],
    ['by aspect', { aspect: 'pricing' }, ({ id }) => speaksOf(id, 'pricing')],
    ['by an everyday word for an aspect, and its polarity', { aspect: 'price: Negative' }, ({ id }) => speaksOf(id, 'pricing', 'negative')],
    [
      'by words in any order and case, singular or plural',
      { words: 'PANELS Upgrade' },
      ({ text }) => /\bpanels?\b/i.test(text ?? '') && /\bupgrades?\b/i.test(text ?? ''),
    ],
  ] as [string, object, (review: (typeof all)[number]) => boolean][])('finds reviews %s', async (_, args, test) => {
    const expected = idsOf(test);
    expect(expected.length).toBeGreaterThan(0);
    expect(await search(args)).toEqual({ matched: expected.length, ids: expected.slice(0, 100) });
  });

  it('sorts reviews as requested, with ties newest first', async () => {
    const by = (order: (a: (typeof all)[number], b: (typeof all)[number]) => number) => [...all].sort(order).map(({ id }) => id);
    expect((await search({ sort: 'oldest' })).ids).toEqual(
      by(() => 0)
        .reverse()
        .slice(0, 100),
    );
    expect((await search({ sort: 'highest' })).ids).toEqual(by((a, b) => b.rating - a.rating).slice(0, 100));
    expect((await search({ sort: 'lowest', offset: 7 })).ids).toEqual(by((a, b) => a.rating - b.rating).slice(7, 107));
  });

  it('finds the same reviews as the search endpoint', async () => {
    const get = async (query: string) => JSON.parse((await send(`${served.server.url}/api/reviews/search?limit=100&${query}`, {})).text);
    for (const [query, args] of [
      ['aspect=pricing:negative&sort=lowest', { aspect: 'pricing:negative', sort: 'lowest' }],
      ['words=panel+upgrades&max_rating=4&offset=1', { words: 'panel upgrades', max_rating: 4, offset: 1 }],
      ['area=Millbrook&source=google', { area: 'Millbrook', source: 'google' }],
    ] as const) {
      const { matched, reviews } = (await get(query)) as { matched: number; reviews: { id: string }[] };
      expect({ matched, ids: reviews.map(({ id }) => id) }).toEqual(await search(args));
    }
  });
});

describe('a request that cannot be fully answered', () => {
  it.each([
    ['search_reviews', { since: '2026-05-01', until: '2026-04-01' }, 'since: was given 2026-05-01, which is after until, 2026-04-01'],
    ['search_reviews', { min_rating: 4, max_rating: 2 }, 'min_rating: was given 4, which is more than max_rating, 2.'],
    [
      'search_reviews',
      { aspect: 'pricing:awful' },
      'aspect: the polarity after the colon must be one of positive, neutral, negative, mixed',
    ],
    ['search_reviews', { area: 'Nowhere Bay' }, 'There is no service area "Nowhere Bay". Nearest: '],
    ['search_reviews', { source: 'carrier pigeon' }, 'source: must be one of '],
  ])('%s %j gets an error with the reason', async (name, args, beginning) => {
    expect(await complaint(name, args)).toContain(beginning);
  });

  it.each([
    ['search_reviews', { since: '2030-01-01' }, 'There are no reviews on or after 2030-01-01: the newest is from 2026-11-14.'],
    ['search_reviews', { until: '2001-01-01' }, 'There are no reviews on or before 2001-01-01: the first is from 2019-04-13.'],
    ['get_reviews_since', { date: '2030-01-01' }, 'There are no reviews on or after 2030-01-01: the newest is from 2026-11-14.'],
    [
      'get_trend',
      { from: '2030-01' },
      'There are no reviews in this period: they run from 2019-04-13 to 2026-11-14. 173 of 178 texts were analyzed (English only).',
    ],
    [
      'get_trend',
      { from: '2026-10', to: '2027-01' },
      'No reviews in 2026-12, 2027-01; all reviews run from 2019-04-13 to 2026-11-14. 173 of 178 texts were analyzed (English only).',
    ],
  ])('%s %j gets a remark with the reason', async (name, args, remark) => {
    expect(await answer(name, args)).toMatchObject({ remark });
  });
});

describe('a person in get_review', () => {
  it('has the verdicts from the sentences about them, and those sentences', async () => {
    const { analysis } = (await answer('get_review', { id: '01M7BNN500K830F636P22FWH62' })) as { analysis: { people: object[] } };
    expect(analysis.people).toEqual([
      {
        name: 'Priya Raman',
        polarity: 'positive',
        aspects: expect.arrayContaining([{ id: 'technical_knowledge', polarity: 'positive' }]),
        passages: [
          'Priya texted "leaving Millbrook, 25 min" and it was twenty-four.',
          expect.stringMatching(/^She found a neutral burnt nearly through .* out to the meter\.$/),
        ],
      },
    ]);
  });

  it('has the same verdicts as in insights.json, without nulls', async () => {
    for (const { id } of all.filter((review) => review.mentions.technicians.length > 0)) {
      const { analysis } = (await answer('get_review', { id })) as { analysis: { people: { passages: string[] }[] } };
      const said = analysis.people.map(({ passages: _, ...rest }) => rest);
      const published = insights.per_review[id]?.mentions.technicians.map(({ name, polarity, aspects }) => ({
        name,
        aspects,
        ...(polarity && { polarity }),
      }));
      expect(said).toEqual(published);
    }
  });

  it('has exact passages of the text', async () => {
    for (const { id, text, mentions } of all.filter((review) => review.mentions.technicians.length > 0)) {
      const { analysis } = (await answer('get_review', { id })) as {
        analysis?: { people: { name: string; passages: string[] }[] };
      };
      if (!analysis) continue;
      for (const { name, passages } of analysis.people) {
        expect(mentions.technicians).toContain(name);
        expect(passages.length).toBeGreaterThan(0);
        expect(passages.filter((passage) => !text?.includes(passage))).toEqual([]);
      }
    }
  });
});

describe('get_faq', () => {
  it.each(['What are your opening hours?', 'where are you located', 'is there parking at the shop'])(
    'finds no question that matches %j, and suggests where to look',
    async (query) => {
      expect(await answer('get_faq', { query })).toMatchObject({
        matched: 0,
        faq: [],
        remark: expect.stringMatching(/Opening hours, contact, address.*get_business/),
        other_questions: expect.arrayContaining(['How soon can you come?']),
      });
    },
  );
});

describe('get_summary', () => {
  it('counts the reviews for each star rating', async () => {
    expect(await answer('get_summary', {})).toMatchObject({ distribution: document.aggregate_rating.distribution });
  });
});
