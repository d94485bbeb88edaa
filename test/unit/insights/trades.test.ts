import { expect, test } from 'vitest';
import { checkTrade, readTrades } from '../../../scripts/lab/eval/trades.ts';
import { readText } from '../../../site/analysis/verdicts.ts';

test.each([
  ['The bleach was left on too long.', 'waiting'],
  ['They left the bleach on too long.', 'cleanliness'],
  ['Bleach was all over my hair.', 'cleanliness'],
  ['They refused a refund.', 'price'],
  ['They refused to give us a refund.', 'price'],
])('"%s" isn’t about %s', (text, aspect) => {
  const { verdicts } = readText(text, { pack: 'general', stars: 1 });
  expect(verdicts.map(({ id }) => id)).not.toContain(aspect);
});

test.each([
  ['We waited far too long for our food.', 'waiting', 'negative'],
  ['The room was dirty and smelled awful.', 'cleanliness', 'negative'],
  ['Far too expensive for what you get.', 'price', 'negative'],
])('"%s" is about %s', (text, id, polarity) => {
  expect(readText(text, { pack: 'general', stars: 1 }).verdicts).toContainEqual(expect.objectContaining({ id, polarity }));
});

test('on the development half of the sentences of four trades, nine of ten verdicts are right', () => {
  const verdicts = readTrades('development').flatMap((item) => checkTrade(item).verdicts);
  expect(verdicts.length).toBeGreaterThanOrEqual(15);
  expect(verdicts.filter(({ isRight }) => isRight).length / verdicts.length).toBeGreaterThanOrEqual(0.9);
});
