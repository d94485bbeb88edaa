import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';

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
