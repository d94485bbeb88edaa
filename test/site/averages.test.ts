import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { averageOf } from '../../site/insights/averages.ts';
import { toColumnGroup, toDirectory } from '../../site/views/directory.ts';
import type { Listing } from '../../site/views/listings.ts';
import { aReview } from '../support/a-review.ts';
import type { SharedSite } from '../support/build-sites.ts';

const pageOf = (site: SharedSite, page: string) => readFileSync(path.join(inject('dists')[site], page, 'index.html'), 'utf8');

/** Rows of a list of links, each with its number of reviews and the average beside its stars, if any. */
const rowsIn = (page: string) =>
  [...page.matchAll(/<ul class="grid directory[^"]*">(.*?)<\/ul>/gs)].map(([, list = '']) =>
    list
      .split('</li>')
      .slice(0, -1)
      .map((row) => ({
        count: Number(/(\d+) (?:reviews?|opini)/.exec(row)?.[1] ?? 0),
        average: /<\/svg><span aria-hidden="true">([^<]*)</.exec(row)?.[1],
      })),
  );

const listingOf = (ratings: readonly number[]): Listing => ({
  path: '/a/',
  label: 'A',
  reviews: ratings.map((rating, place) => aReview({ id: `R${place}`, rating })),
});

describe('averages on pages', () => {
  test('have one decimal, and lists with a row of fewer than five reviews have none', () => {
    const sites = ['demo', 'corner', 'taberna', 'unwritten'] as const;
    const lists = sites.flatMap((site) => rowsIn(pageOf(site, '')));
    expect(lists.some((rows) => rows.every(({ average }) => average !== undefined))).toBe(true);
    for (const rows of lists) {
      const isAveraged = rows.every(({ count }) => count >= 5);
      for (const { average = '' } of rows) expect(average).toMatch(isAveraged ? /^[1-5][.,]\d$/ : /^$/);
    }
  });

  test('are the mean of the stars rounded half up to one decimal, from five reviews up', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 40 }), (ratings) => {
        const of = (stars: number) => ratings.filter((rating) => rating === stars).length;
        const sum = ratings.reduce((total, rating) => total + rating, 0);
        const expected = ratings.length < 5 ? null : Math.round((sum * 10) / ratings.length) / 10;
        expect(averageOf({ 1: of(1), 2: of(2), 3: of(3), 4: of(4), 5: of(5) })).toBe(expected);
      }),
    );
  });

  test.each([
    ['five reviews or more in each', [5, 5, 5, 4, 4], [4.4, 4.6]],
    ['fewer in one', [5, 4], [null, null]],
    ['none in one', [], [4.4, null]],
  ])('are the same form in all rows of a list: %s', (_, other, expected) => {
    expect(toDirectory([listingOf([5, 5, 4, 4, 4]), listingOf(other)]).map(({ average }) => average)).toEqual(expected);
  });

  test('the percentages of a chart add up to 100', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 8 }), (counts) => {
        const lists = counts.map((count) => listingOf(Array.from({ length: count }, () => 5)));
        const tenths = toColumnGroup('', lists, { bars: true }).rows.map(({ percent }) => Math.round(percent * 10));
        expect(tenths.reduce((total, percent) => total + percent, 0)).toBe(counts.some((count) => count > 0) ? 1000 : 0);
      }),
    );
  });
});
