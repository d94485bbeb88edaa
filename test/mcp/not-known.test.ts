import { describe, expect, it } from 'vitest';
import type { Review } from '../../site/contract/review.ts';
import { callTool, openSession } from '../support/rpc.ts';
import { type Fixture, fixture, ids } from './fixture.ts';
import { serve } from './serve.ts';

/** Calls a tool of a server with these reviews. */
async function askOf(documents: Fixture, name: string, args: object) {
  await using served = await serve({}, documents);
  return (await callTool(served.url, await openSession(served.url), name, args)).json?.result?.structuredContent;
}

const withReviews = (change: (review: Review) => Review): Fixture => ({
  ...fixture,
  reviews: { ...fixture.reviews, reviews: fixture.reviews.reviews.map(change) },
});

describe('search_reviews by a field that is unknown for some reviews', () => {
  const oneOffered = withReviews((review) => (review.id === ids.panel ? { ...review, incentive: 'offered' } : review));
  const allKnown = withReviews((review) => ({ ...review, incentive: 'none', relation: 'none' }));

  it.each([
    [fixture, { incentive: 'offered' }, 0, 'incentive is unknown for 6 of the reviews that meet the other filters: they may match, too.'],
    [fixture, { relation: 'relative' }, 0, 'relation is unknown for 6 of the reviews that meet the other filters: they may match, too.'],
    [
      oneOffered,
      { incentive: 'offered' },
      1,
      'incentive is unknown for 5 of the reviews that meet the other filters: they may match, too.',
    ],
    [
      oneOffered,
      { incentive: 'none', rating: 1 },
      0,
      'incentive is unknown for 1 of the reviews that meet the other filters: it may match, too.',
    ],
    [fixture, { incentive: 'unknown' }, 6, undefined],
    [
      fixture,
      { incentive: 'offered', relation: 'staff', rating: 4 },
      0,
      'incentive is unknown for 1 of the reviews that meet the other filters: it may match, too. relation is unknown for 1 of the reviews that meet the other filters: it may match, too.',
    ],
    [fixture, { rating: 2 }, 0, undefined],
    [allKnown, { incentive: 'offered', relation: 'staff' }, 0, undefined],
  ])('says for how many: %#', async (documents, filters, matched, remark) => {
    const answer = await askOf(documents, 'search_reviews', { ...filters, limit: 1 });
    expect({ remark: undefined, ...answer }).toMatchObject({ matched, remark });
  });
});

describe('get_faq says where the data ends', () => {
  it.each([
    [
      'How many reviews are not published, and why?',
      'Were reviews removed, deleted, hidden, edited, left out or not published, and are removals logged?',
    ],
    ['Did they edit reviews?', 'Were reviews removed, deleted, hidden, edited, left out or not published, and are removals logged?'],
    [
      'Was anybody paid for a review?',
      'Was anybody paid or given something (an incentive) for a review, or are some by staff or relatives?',
    ],
    [
      'Are there reviews by relatives of the owner?',
      'Was anybody paid or given something (an incentive) for a review, or are some by staff or relatives?',
    ],
  ])('to %j', async (query, question) => {
    expect(await askOf(fixture, 'get_faq', { query })).toMatchObject({
      faq: expect.arrayContaining([expect.objectContaining({ question })]),
    });
    const { faq } = (await askOf(fixture, 'get_faq', { query })) as { faq: { question: string }[] };
    expect(faq[0]?.question).toBe(question);
  });
});

const inLanguages = (...languages: readonly (readonly [language: string, review_count: number])[]): Fixture => ({
  ...fixture,
  insights: {
    ...fixture.insights,
    coverage: { ...fixture.insights.coverage, languages: languages.map(([language, review_count]) => ({ language, review_count })) },
  },
});

describe('a search without a result', () => {
  it.each([
    [inLanguages(['es', 3], ['en', 1]), 'Texts by language: es 3, en 1. Words only match texts in their own language and form.'],
    [inLanguages(['es', 3]), 'Texts by language: es 3. Words only match texts in their own language and form.'],
  ])('names the languages of the texts: %#', async (documents, remark) => {
    for (const [name, args] of [
      ['search_reviews', { words: 'zebra' }],
      ['search_reviews', { query: 'zebra', in: 'all' }],
      ['search', { query: 'zebra' }],
    ] as const) {
      expect(await askOf(documents, name, args)).toMatchObject({ remark: expect.stringContaining(remark) });
    }
  });

  it('names none if all texts are in English, or if only authors were searched', async () => {
    expect(await askOf(inLanguages(['en', 5]), 'search_reviews', { words: 'zebra' })).toMatchObject({
      remark: expect.not.stringContaining('language'),
    });
    expect(await askOf(inLanguages(['es', 3]), 'search_reviews', { words: 'zebra', in: 'author' })).toMatchObject({
      remark: expect.not.stringContaining('language'),
    });
  });
});

describe('a search for words that customers wrote in another form', () => {
  const refunded = withReviews((review) => {
    if (review.id === ids.panel) return { ...review, text: 'It was dusty, and they refunded half.' };
    return review.id === ids.late ? { ...review, text: 'Dust everywhere, and late.' } : review;
  });

  it.each([
    [
      { words: 'refund' },
      0,
      '1 review has it alone or inside a longer word: use query instead of words. Searched texts, replies and authors: nothing matches with these filters. Authors can be shortened to initials or hidden.',
    ],
    [{ words: 'dust' }, 1, '2 reviews have it alone or inside a longer word: use query instead of words.'],
    [{ words: 'dusty' }, 1, undefined],
    [{ words: 'dust', rating: 1 }, 1, undefined],
    [{ words: 'it' }, 1, undefined],
    [{ words: 'dust late' }, 1, undefined],
    [
      { words: 'refunded late', in: 'all' },
      0,
      'No review has all of these words. Reviews with each: refunded 1, late 1. Searched texts, replies and authors: nothing matches with these filters. Authors can be shortened to initials or hidden.',
    ],
  ])('counts them: %j', async (args, matched, remark) => {
    const answer = await askOf(refunded, 'search_reviews', { ...args, limit: 1 });
    expect({ remark: undefined, ...answer }).toMatchObject({ matched, remark });
  });
});

describe('search', () => {
  it('names the words of a question that no review has', async () => {
    expect(await askOf(fixture, 'search', { query: 'Do they install solar panels?' })).toMatchObject({
      results: expect.arrayContaining([expect.anything()]),
      remark: 'No text, reply or author has: install, solar.',
    });
    expect(await askOf(fixture, 'search', { query: 'panel' })).not.toHaveProperty('remark');
  });

  it('counts a word inside a longer one as found', async () => {
    const refunded = withReviews((review) => (review.id === ids.panel ? { ...review, text: 'They refunded the panel.' } : review));
    expect(await askOf(refunded, 'search', { query: 'refund panel' })).not.toHaveProperty('remark');
  });

  it.each(['¿Qué opinan de la zebra?', '¿Cuánto cuesta y quién es el zebra?', '¿Hay mucho de eso para los que están en la zebra?'])(
    'looks only for the distinctive words of %j',
    async (query) => {
      const spanish = withReviews((review) =>
        review.id === ids.panel
          ? { ...review, text: 'La cuenta fue la que esperábamos: mucho de todo para los que están, y no es el peor.' }
          : review,
      );
      expect(await askOf(spanish, 'search', { query })).toMatchObject({ results: [] });
    },
  );
});

it('get_summary counts what it could not read beside the praise of an aspect', async () => {
  const [first, ...others] = fixture.insights.aspects;
  if (!first) throw new Error('the fixture has aspects');
  const aspect = { ...first, mention_count: 25, positive_pct: 84, mixed_pct: 4, negative_pct: 0, unclear_pct: 12, enough: true };
  const insights = { ...fixture.insights, aspects: [aspect, ...others] };
  expect(await askOf({ ...fixture, insights }, 'get_summary', {})).toMatchObject({
    aspects: expect.arrayContaining([expect.objectContaining({ positive_pct: 84, mixed_pct: 4, negative_pct: 0, unclear_pct: 12 })]),
  });
});

it('get_summary labels the source of its quote', async () => {
  const byStaff = withReviews((review) => (review.id === ids.charger ? { ...review, relation: 'staff' } : review));
  expect(await askOf(byStaff, 'get_summary', {})).toMatchObject({ pull_quote_source: { author: 'Aldous K.', relation: 'staff' } });
});
