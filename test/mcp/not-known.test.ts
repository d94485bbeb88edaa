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
    [fixture, { incentive: 'offered' }, 0, '`incentive` is unknown for 6 of the reviews that meet the other filters: they may match, too.'],
    [fixture, { relation: 'relative' }, 0, '`relation` is unknown for 6 of the reviews that meet the other filters: they may match, too.'],
    [oneOffered, { incentive: 'offered' }, 1, '`incentive` is unknown for 5 of the reviews that meet the other filters: they may match, too.'],
    [oneOffered, { incentive: 'none', rating: 1 }, 0, '`incentive` is unknown for 1 of the reviews that meet the other filters: it may match, too.'],
    [fixture, { incentive: 'unknown' }, 6, undefined],
    [
      fixture,
      { incentive: 'offered', relation: 'staff', rating: 4 },
      0,
      '`incentive` is unknown for 1 of the reviews that meet the other filters: it may match, too. `relation` is unknown for 1 of the reviews that meet the other filters: it may match, too.',
    ],
    [fixture, { rating: 2 }, 0, undefined],
    [allKnown, { incentive: 'offered', relation: 'staff' }, 0, undefined],
  ])('says for how many: %#', async (documents, filters, matched, remark) => {
    const answer = await askOf(documents, 'search_reviews', { ...filters, limit: 1 });
    expect({ remark: undefined, ...answer }).toMatchObject({ matched, remark });
  });
});
