import { expect, test } from 'vitest';
import { indexReviews } from '../../sidecar/search/search.ts';
import type { Review } from '../../site/contract/review.ts';
import { aReview } from '../support/a-review.ts';

test('indexing many reviews reads only a few hundred per turn of the event loop', async () => {
  const perTurn = new Map<number, number>();
  let turn = 0;
  let isDone = false;
  const count = () => {
    turn += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  function* reviews(): Generator<Review> {
    for (let index = 0; index < 2_000; index++) {
      perTurn.set(turn, (perTurn.get(turn) ?? 0) + 1);
      yield aReview({ id: String(index), text: 'The panel.' });
    }
  }
  const { facts, texts } = await indexReviews(reviews());
  isDone = true;
  expect([facts.length, texts.containing('the panel').length]).toEqual([2_000, 63]);
  expect(Math.max(...perTurn.values())).toBeLessThanOrEqual(257);
});
