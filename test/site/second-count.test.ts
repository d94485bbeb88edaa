import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { InsightsDocument } from '../../site/contract/insights.ts';
import messages from '../../site/messages/en.json' with { type: 'json' };
import { buildSite } from '../support/build-site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { claimsOf } from './second-count/claims.ts';
import { businessFrom, PEOPLE, writeBusiness } from './second-count/random-business.ts';
import { uncounted } from './second-count/uncounted.ts';

const folder = temporaryFolder();

/** The text of a page or document; `summary` and `bars` are parts of the insights. */
async function textOf(dist: string, page: string): Promise<string> {
  if (page === 'summary') return (JSON.parse(await readFile(path.join(dist, 'insights.json'), 'utf8')) as InsightsDocument).summary ?? '';
  if (page === 'bars') {
    const html = await readFile(path.join(dist, 'insights/index.html'), 'utf8');
    return (html.match(/<ul class="key inline">[\s\S]*?<\/ul>/g) ?? [])
      .join(' ')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
  }
  const body = await readFile(path.join(dist, page), 'utf8').catch(() => '');
  if (!page.endsWith('.html')) return body;
  return body
    .replace(/<(script|style|svg)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<blockquote[\s\S]*?<\/blockquote>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:])/g, '$1');
}

describe.each([
  { seed: 1, count: 3 },
  { seed: 2, count: 40 },
  { seed: 3, count: 120 },
  { seed: 4, count: 60, spanish: 30 },
])('a random business of $count reviews (seed $seed)', async ({ seed, count, spanish }) => {
  test('prints the numbers that a second count finds', async () => {
    const business = businessFrom(seed, count, spanish);
    const [content, dist] = [path.join(folder, `content-${seed}`), path.join(folder, `dist-${seed}`)];
    await writeBusiness(content, business);
    await buildSite(content, dist, { DATA_DIR: path.join(folder, `data-${seed}`) });
    const { per_review, aspects } = JSON.parse(await readFile(path.join(dist, 'insights.json'), 'utf8')) as InsightsDocument;
    for (const { of, page, every, expected } of claimsOf(business, per_review, aspects)) {
      const text = await textOf(dist, page);
      const found = (text.match(every) ?? []).map((one) => one.replace(/( reviews? mentions?) [^:.]*: /, '$1: '));
      expect.soft([of[0], page, [...found]]).toEqual([of[0], page, [...expected]]);
    }
  });
});

/** The messages that print a number. */
const numbered = Object.entries(messages).flatMap(([section, texts]) =>
  Object.entries(texts).flatMap(([name, text]) =>
    /#|\{\w+, number|\{(?:count|average|stars|rating|done|all|size|index|hashes|reviews|entries|number)\}/.test(text)
      ? [`${section}.${name}`]
      : [],
  ),
);

test('every message with a number is counted a second time, or has a reason not to be', () => {
  const business = businessFrom(2, 40);
  const nothing = {
    analysed: true,
    language: 'en',
    sentiment: { polarity: 'neutral', score: 0, basis: 'stars' },
    aspects: [],
    corrected: [],
  } as const;
  const person = { polarity: null, aspects: [], about: [], ranges: [] };
  const mentions = { technicians: PEOPLE.map((name) => ({ name, ...person })), services: [], service_areas: [], problems: [] };
  const perReview = Object.fromEntries(business.reviews.map(({ id }) => [id, { ...nothing, aspects: [], corrected: [], mentions }]));
  const counted = claimsOf(business, perReview, []).flatMap(({ of }) => of);
  const excused = Object.values(uncounted).flat();
  expect(numbered.filter((id) => !counted.includes(id) && !excused.includes(id))).toEqual([]);
  expect(excused.filter((id) => counted.includes(id) || !numbered.includes(id))).toEqual([]);
});
