import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { correctSpelling } from '../../site/browser/search-find.ts';
import { homeScope } from '../../site/views/home.ts';
import { aReview } from '../support/a-review.ts';

const homeOf = (site: 'demo' | 'corner') => readFileSync(path.join(inject('dists')[site], 'index.html'), 'utf8');

/** The place of each part in the source of a page. */
const placesOf = (page: string, ...parts: readonly string[]) => parts.map((part) => page.indexOf(part));

describe.each(['demo', 'corner'] as const)('the home page: %s', (site) => {
  test('has the search between the rating and the reviews', () => {
    const [rating = -1, search = -1, reviews = -1] = placesOf(homeOf(site), '<div class="score">', '<search>', '<ol class="reviews');
    expect([rating > 0, search > rating, reviews > search]).toEqual([true, true, true]);
  });

  test('links each bar by stars to its reviews, once', () => {
    const page = homeOf(site);
    const links = [...page.matchAll(/href="(\/reviews\/stars\/\d\/)"/g)].map(([, address]) => address);
    const [bars = ''] = /<ul class="distribution".*?<\/ul>/s.exec(page) ?? [];
    expect(links.length).toBeGreaterThan(2);
    expect(links).toEqual([...bars.matchAll(/<a class="row" href="([^"]*)"/g)].map(([, address]) => address));
    expect(new Set(links).size).toBe(links.length);
  });
});

describe('the newest reviews on the home page', () => {
  const newestOf = (...texts: readonly (string | null)[]) => {
    const reviews = texts.map((text, place) => aReview({ id: String(place), text }));
    const scope = { dataset: { reviews }, insights: { pull_quote_source: null } } as unknown as Parameters<typeof homeScope>[0];
    return homeScope(scope).newest.map(({ id }) => Number(id));
  };

  test.each([
    ['prefer those with words', [null, 'a', null, 'b', 'c', 'd', 'e', 'f'], [1, 3, 4, 5, 6]],
    ['fill up with those without, newest first', [null, 'a', null, null, 'b', null, null], [0, 1, 2, 3, 4]],
    ['are all if there are few', ['a', null], [0, 1]],
  ])('%s', (_, texts, expected) => expect(newestOf(...texts)).toEqual(expected));
});

test.each([
  ['zebra', undefined],
  ['pannel', 'panel'],
  ['pnael', 'panel'],
  ['elektrican', 'electrician'],
])('the spelling of %s is corrected to %s', (query, expected) => {
  expect(correctSpelling(query, { panel: 30, era: 5, electrician: 9 })).toBe(expected);
});

test('the home page counts every review that isn’t published, like the footer, whatever the reason', () => {
  const html = homeOf('demo');
  const [, aside] = /(\d+) reviews aren’t published/.exec(html) ?? [];
  const [, footer] = /(\d+) reviews are<?[^<]*left out/.exec(html) ?? [];
  expect([aside, footer]).toEqual(['11', '11']);
});
