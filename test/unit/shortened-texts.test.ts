import { describe, expect, test } from 'vitest';
import { shorten } from '../../scripts/import/questions.ts';
import { showValue } from '../../site/content/problems.ts';
import { truncate, truncateWords } from '../../site/shared/text.ts';

describe.each([
  ['truncate', (text: string) => truncate(text, 60), 60],
  ['truncateWords', (text: string) => truncateWords(text, 60), 60],
  ['a value in a problem', showValue, 60],
  ['a cell in a question', shorten, 40],
])('%s', (_name, shortened, most) => {
  test.each([0, 1, 2, 3])('keeps emoji whole after %i letters', (letters) => {
    const text = shortened('a'.repeat(letters) + '😀'.repeat(most + 1));
    expect(text).toMatch(/^"?a*(?:😀)+…$/u);
  });

  test('leaves a text as it is that is short enough', () => expect(shortened('short')).toMatch(/^"?short"?$/));

  test('marks what is left out', () => expect(shortened('a'.repeat(most + 2))).toMatch(/^"?a+…$/));
});
