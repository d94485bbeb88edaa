import { expect, test } from 'vitest';
import type { InsightsDocument } from '../../site/contract/insights.ts';
import type { Review } from '../../site/contract/review.ts';
import { plainestQuote } from '../../site/views/quotes.ts';

type Verdict = InsightsDocument['per_review'][string]['aspects'][number];

function plainest(texts: Readonly<Record<string, readonly [text: string, rating: number, verdict: Partial<Verdict>]>>) {
  const reviews = Object.entries(texts).map(([id, [text, rating]]) => ({ id, text, rating }) as Review);
  const per_review = Object.fromEntries(
    Object.entries(texts).map(([id, [text, , verdict]]) => {
      const whole: Verdict = {
        id: 'pricing',
        polarity: 'positive',
        score: 0.8,
        confidence: 0.8,
        basis: 'text',
        source: 'engine',
        ranges: [{ start: 0, end: text.length }],
        ...verdict,
      };
      return [id, { aspects: [whole] } as unknown as InsightsDocument['per_review'][string]];
    }),
  );
  return plainestQuote({ per_review }, reviews, 'pricing', 'positive')?.text;
}
const plain = 'The bill was exactly the quote.';

test.each([
  ['the surest verdict, though longer', { score: 0.9, confidence: 0.9 }, 5, `${plain} To the cent.`, true],
  ['the shorter of equals', {}, 5, 'The bill matched the quote.', true],
  [
    'not one that rests on several passages',
    {
      score: 1,
      ranges: [
        { start: 0, end: 5 },
        { start: 6, end: 26 },
      ],
    },
    5,
    `${plain}!`,
    false,
  ],
  ['not one that the stars contradict', { score: 1 }, 2, `${plain}!`, false],
  ['not one that the stars had to tip', { score: 1, basis: 'text_and_stars' as const }, 5, `${plain}!`, false],
  ['not one about something else', { score: 1, id: 'safety' as const }, 5, `${plain}!`, false],
  ['not a word or two', { score: 1 }, 5, 'Worth it.', false],
  ['not a story', { score: 1 }, 5, plain.repeat(4), false],
])('the plainest quote is %s', (_, verdict, rating, text, isChosen) => {
  expect(plainest({ a: [plain, 5, {}], b: [text, rating, verdict] })).toBe(isChosen ? text : plain);
});

test('there is no plainest quote if every text is too short', () => {
  expect(plainest({ a: ['Worth it.', 5, {}] })).toBeUndefined();
});
