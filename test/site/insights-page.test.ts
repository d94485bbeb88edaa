import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { InsightsDocument } from '../../site/contract/insights.ts';
import { plainWords } from '../../site/shared/text.ts';
import { toQuarters, toShownQuarters } from '../../site/views/quarters.ts';
import { decode } from '../support/listings.ts';

describe('the insights page', () => {
  let page = '';
  let insights: Pick<InsightsDocument, 'aspects'>;
  beforeAll(() => {
    const { demo } = inject('dists');
    page = readFileSync(path.join(demo, 'insights/index.html'), 'utf8');
    insights = JSON.parse(readFileSync(path.join(demo, 'insights.json'), 'utf8'));
  });

  test('opens with two pictures: stars by quarter, and all aspects, each linked to its section', () => {
    const pictures = [...page.matchAll(/<figure class="picture".*?<\/figure>/gs)].map(([picture]) => picture);
    expect(pictures.map((picture) => /<h2[^>]*>(.*?)<\/h2>/.exec(picture)?.[1])).toEqual(['Stars by quarter', 'All aspects by mentions']);
    expect(page.indexOf('id="summary"')).toBeGreaterThan(page.indexOf(pictures[1] ?? 'none'));
    const linked = [...(pictures[1] ?? '').matchAll(/<a href="#([^"]+)"/g)].map(([, id]) => id);
    const mentioned = insights.aspects.filter(({ mention_count }) => mention_count > 0);
    expect(linked).toEqual(mentioned.toSorted((a, b) => b.mention_count - a.mention_count).map(({ id }) => id));
    for (const id of linked) expect(page).toContain(`<section class="grid aspect" id="${id}"`);
  });

  test('has the bar of a section first, its figures folded, and its trend with an axis', () => {
    const sections = page.split('<section class="grid aspect"').slice(1);
    expect(sections.length).toBeGreaterThan(5);
    for (const section of sections.filter((one) => one.includes('class="verdict-bar"'))) {
      const [bar = -1, figures = -1, sentence = -1] = ['class="verdict-bar"', '<details class="small figures-of">', ' mention it'].map(
        (part) => section.indexOf(part),
      );
      expect([bar < figures, figures < sentence]).toEqual([true, true]);
      expect(section.includes('class="trend"')).toBe(section.includes('class="axis"'));
    }
  });

  test('has no two quotes with the same words', () => {
    const quotes = [...page.matchAll(/<blockquote[^>]*>(.*?)<\/blockquote>/gs)].map(([, quote = '']) =>
      plainWords(decode(quote.replace(/<span class="hidden".*?<\/span>/gs, '').replace(/<[^>]*>/g, ''))).join(' '),
    );
    expect(quotes.length).toBeGreaterThan(10);
    expect(quotes.filter((quote, place) => quotes.indexOf(quote) !== place)).toEqual([]);
  });
});

describe('quarters of a picture', () => {
  const reviews = (date: string, ...ratings: readonly number[]) => ratings.map((rating) => ({ date, rating }));

  test('have no gaps, and a mean from five reviews up', () => {
    expect(toQuarters([...reviews('2025-07-01', 5, 5, 4, 3, 1), ...reviews('2024-12-31', 5, 1)])).toEqual([
      { quarter: '2024-Q4', high: 1, mid: 0, low: 1, mean: null },
      { quarter: '2025-Q1', high: 0, mid: 0, low: 0, mean: null },
      { quarter: '2025-Q2', high: 0, mid: 0, low: 0, mean: null },
      { quarter: '2025-Q3', high: 3, mid: 1, low: 1, mean: 3.6 },
    ]);
    expect(toQuarters([])).toEqual([]);
  });

  test('of a trend are the last 24 without gaps', () => {
    const counts = { mention_count: 1, positive_count: 1, neutral_count: 0, mixed_count: 0, negative_count: 0, unclear_count: 0, score: 1 };
    const shown = toShownQuarters([
      { quarter: '2015-Q1', ...counts },
      { quarter: '2024-Q4', ...counts },
      { quarter: '2025-Q2', ...counts },
    ]);
    expect([shown.length, shown[0]?.quarter]).toEqual([24, '2019-Q3']);
    expect(shown.slice(-3).map(({ quarter, positive_count }) => [quarter, positive_count])).toEqual([
      ['2024-Q4', 1],
      ['2025-Q1', 0],
      ['2025-Q2', 1],
    ]);
  });
});
