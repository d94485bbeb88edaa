import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { excerpt, findWords } from '../../sidecar/mcp/tools/passages.ts';
import { callTool, openSession } from '../support/rpc.ts';
import { fixture, ids } from './fixture.ts';
import { type Served, serve } from './serve.ts';

const LONG =
  'They came on a Tuesday and started with the kitchen, which took most of the morning. Nobody told us that the power would be off until the evening. The inspector FAILED the work twice. After that it went well, and the price was what they had quoted in spring.';

let served: Served;
let session: string;
beforeAll(async () => {
  const reviews = fixture.reviews.reviews.map((review) =>
    review.id === ids.late
      ? {
          ...review,
          incentive: 'offered' as const,
          relation: 'relative' as const,
          text: LONG,
          owner_reply: { text: `We are sorry. ${'We know. '.repeat(9)}No excuse for the inspector.`, date: null },
        }
      : review,
  );
  const { [ids.late]: late } = fixture.insights.per_review;
  if (!late) throw new Error('the fixture has this review');
  const start = LONG.indexOf('After that');
  const verdicts = late.aspects.map((verdict) => ({ ...verdict, ranges: [{ start, end: LONG.length }] }));
  const person = { name: 'Bill Ng', polarity: null, aspects: [], about: [], ranges: [{ start: 85, end: 91 }] };
  const perReview = {
    ...fixture.insights.per_review,
    [ids.late]: { ...late, aspects: verdicts, mentions: { ...late.mentions, technicians: [person] } },
  };
  served = await serve({}, { reviews: { ...fixture.reviews, reviews }, insights: { ...fixture.insights, per_review: perReview } });
  session = await openSession(served.url);
});
afterAll(() => served[Symbol.asyncDispose]());

const answer = async (name: string, args: object) => (await callTool(served.url, session, name, args)).json?.result?.structuredContent;

describe('detail: brief shows', () => {
  it.each([
    [{ query: 'failed the' }, '…The inspector FAILED the work twice. After that it went well, and the price was what they had quoted in…'],
    [{ words: 'prices quoted' }, '…After that it went well, and the price was what they had quoted in spring.'],
    [{ aspect: 'pricing:negative' }, '…After that it went well, and the price was what they had quoted in spring.'],
    [
      { mentions_technician: 'Bill', max_rating: 1 },
      '…Nobody told us that the power would be off until the evening. The inspector FAILED the work twice. After that…',
    ],
    [{ rating: 1 }, 'They came on a Tuesday and started with the…'],
    [{ query: 'Roberta', in: 'author' }, 'They came on a Tuesday and started with the…'],
  ])('the passage that matches %j, or the beginning', async (filters, text) => {
    expect(await answer('search_reviews', { ...filters, detail: 'brief' })).toMatchObject({ reviews: [{ id: ids.late, text }] });
  });

  it('what readers of any list have to know about a review, and no value that says nothing', async () => {
    const { reviews } = (await answer('search_reviews', { detail: 'brief' })) as { reviews: readonly Record<string, unknown>[] };
    const told = reviews.map(({ id, incentive, relation }) => ({ id, incentive, relation }));
    expect(told.filter(({ incentive, relation }) => incentive !== undefined || relation !== undefined)).toEqual([
      { id: ids.late, incentive: 'offered', relation: 'relative' },
    ]);
  });

  it('the passage of the reply that matched', async () => {
    expect(await answer('search_reviews', { words: 'inspector', in: 'reply', detail: 'brief' })).toMatchObject({
      reviews: [{ text: 'They came on a Tuesday and started with the…', reply: '…No excuse for the inspector.' }],
    });
  });
});

it('search shows the passage that matched', async () => {
  expect(await answer('search', { query: 'Did an inspection fail? The inspector!' })).toMatchObject({
    results: [
      {
        id: `/reviews/${ids.late}/`,
        text: expect.stringMatching(/^…The inspector FAILED the work twice\..* The owner's reply: …No excuse for the inspector\.$/),
      },
    ],
  });
});

describe('a passage', () => {
  it.each<readonly [text: string, words: string, passage: string]>([
    ['Short and good.', 'good', 'Short and good.'],
    ['', 'good', ''],
    [`${'a'.repeat(300)} good`, 'good', `…${'a'.repeat(52)} good`],
    [`${'很'.repeat(300)}好`, 'good', `${'很'.repeat(49)}…`],
    [`${'🙂'.repeat(300)} good`, 'good', `…${'🙂'.repeat(26)} good`],
    [`One panel.\n\n${'Nothing. '.repeat(40)}A panel and a fuse.`, 'fuse panel', '…A panel and a fuse.'],
    [`${'word '.repeat(60)}cafés ${'word '.repeat(60)}`, 'CAFE', expect.stringMatching(/^…(word )+cafés (word )+word…$/)],
  ])('of %j has most of the words %j', (text, words, passage) => {
    expect(excerpt(text, findWords(text, { words }))).toEqual(passage);
  });
});
