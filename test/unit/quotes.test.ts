import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planTakedown } from '../../scripts/content/takedown-files.ts';
import { quoteFinder } from '../../scripts/review/quote-finder.ts';
import { findQuotes } from '../../scripts/review/quotes.ts';
import { readWrittenReviews } from '../../site/content/read/read.ts';
import { withReleaseCases } from '../support/release-test.ts';
import { root } from '../support/run-script.ts';

/** The owner's own texts about reviews don't block takedowns. */
test('no quotes block takedowns in the demo', async () => {
  const contentDir = path.join(root, 'content');
  const all = readWrittenReviews(contentDir);
  const few = all.filter((_, index) => index % 10 === 0);
  const looked = withReleaseCases(
    'takedowns of nine in ten reviews of the demo, which no quotes block',
    few,
    all.filter((review) => !few.includes(review)),
  );
  const quotes = looked.map(async (review) => {
    const steps = await planTakedown(contentDir, [review], [], []);
    const others = all.filter((other) => other !== review);
    return findQuotes([review], { contentDir, others, steps, note: undefined, mayQuoteCopies: false });
  });
  const found = (await Promise.all(quotes)).flat();
  expect(found).toEqual([]);
});

const word = fc.stringMatching(/^[b-z]{5,9}$/);
const restyled = fc.constantFrom(
  (text: string) => text.toUpperCase(),
  (text: string) => text.replaceAll(' ', ',\n    '),
  (text: string) => `**${text.replaceAll(' ', '** _')}_`,
  (text: string) => text.replaceAll(' ', '  \u2014 '),
  (text: string) => [...text].join('\u00AD'),
);

test('five or more words in a row are found in any style, and fewer aren’t', () => {
  const example = fc.record({
    words: fc.uniqueArray(word, { minLength: 8, maxLength: 30 }),
    others: fc.uniqueArray(word, { minLength: 20, maxLength: 40 }),
    from: fc.nat(),
    length: fc.integer({ min: 1, max: 12 }),
    style: restyled,
  });
  fc.assert(
    fc.property(example, ({ words, others, from, length, style }) => {
      const around = others.filter((one) => !words.includes(one));
      const start = from % words.length;
      const run = words.slice(start, start + length);
      const quoted = style(run.join(' '));
      const text = `${around.slice(0, 9).join(' ')} ${quoted} ${around.slice(9).join(' ')}`.replaceAll('\u00AD', '');
      const found = quoteFinder(words.join(' '), [])(text).map(({ start, end }) => text.slice(start, end));
      const isQuote = run.length >= 5;
      expect(found.length).toBe(isQuote ? 1 : 0);
      const letters = (one: string) => one.toLowerCase().replace(/[^a-z]/g, '');
      if (isQuote) expect(letters(found[0] ?? '')).toBe(letters(quoted));
      expect(quoteFinder(words.join(' '), [`x ${words.join(' ')} x`])(text)).toEqual([]);
    }),
  );
});
