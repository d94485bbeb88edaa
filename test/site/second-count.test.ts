import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { InsightsDocument } from '../../site/contract/insights.ts';
import messages from '../../site/messages/en.json' with { type: 'json' };
import { buildSite } from '../support/build-site.ts';
import { callTool, openSession } from '../support/rpc.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { claimsOf } from './second-count/claims.ts';
import { countAll } from './second-count/counter.ts';
import { practiceFacts } from './second-count/practice-claims.ts';
import { businessFrom, fateOf, PEOPLE, REASONS, writeBusiness } from './second-count/random-business.ts';
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
  if (page.startsWith('head of ')) {
    const html = await readFile(path.join(dist, page.slice('head of '.length)), 'utf8').catch(() => '');
    return /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? '';
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

const BUSINESSES = [
  { seed: 1, count: 3 },
  { seed: 1, count: 40 },
  { seed: 4, count: 120 },
  { seed: 4, count: 60, spanish: 30 },
];

test('the random businesses leave out reviews for every reason, and take down reviews for every reason', () => {
  const all = BUSINESSES.map(({ seed, count, spanish }) => businessFrom(seed, count, spanish));
  const fates = new Set(all.flatMap((business) => business.reviews.map((review) => fateOf(business, review))));
  expect([...fates].sort()).toEqual(['gone', 'hidden', 'method', 'not verified', 'taken down', undefined]);
  expect(new Set(all.flatMap(({ takedowns }) => takedowns.map(({ reason }) => reason)))).toEqual(new Set([...REASONS, undefined]));
  const kept = all.filter(({ policy }) => policy.removed_at_source === 'publish');
  expect(kept.some(({ reviews }) => reviews.some(({ removed_at_source }) => removed_at_source))).toBe(true);
});

describe.each(BUSINESSES)('a random business of $count reviews (seed $seed)', async ({ seed, count, spanish }) => {
  test('prints the numbers that a second count finds', async () => {
    const business = businessFrom(seed, count, spanish);
    const [content, dist] = [path.join(folder, `content-${count}`), path.join(folder, `dist-${count}`)];
    await writeBusiness(content, business);
    await buildSite(content, dist, { DATA_DIR: path.join(folder, `data-${count}`) });
    const { per_review, aspects } = JSON.parse(await readFile(path.join(dist, 'insights.json'), 'utf8')) as InsightsDocument;
    for (const { of, page, every, expected } of claimsOf(business, per_review, aspects)) {
      const text = await textOf(dist, page);
      const found = (text.match(every) ?? []).map((one) => one.replace(/( reviews? mentions?) [^:.]*: /, '$1: '));
      expect.soft([of[0], page, [...found]]).toEqual([of[0], page, [...expected]]);
    }
    const second = countAll(business, per_review);
    expect.soft(JSON.parse(await textOf(dist, 'review-practice.json'))).toMatchObject(practiceFacts(second));
    const { found, trend } = await askMcp(dist, aspects);
    for (const [place, { id }] of aspects.entries()) {
      const { tally, count: mention_count, enough } = second.aspect(id);
      const counts = Object.fromEntries(Object.entries(tally).map(([kind, value]) => [`${kind}_count`, value]));
      expect.soft(found[place]).toMatchObject({ id, mention_count, enough, ...counts });
      const read = `${second.read} of ${second.texts} texts were analyzed`;
      if (second.unread > 0 && second.read > 0) expect.soft(found[place]).toMatchObject({ remark: expect.stringContaining(read) });
    }
    const { positive, negative } = second.overall;
    const period = { review_count: second.shown.length, positive_count: positive, negative_count: negative };
    expect.soft(trend).toMatchObject({ period });
  });
});

/** What MCP says about each aspect, and about the whole period. */
async function askMcp(dist: string, aspects: readonly { readonly id: string }[]) {
  const server = await serve({ DIST_DIR: dist, DATA_DIR: path.join(dist, '../server') });
  try {
    const url = `${server.url}/mcp`;
    const session = await openSession(url);
    const ask = async (tool: string, args: object): Promise<unknown> =>
      (await callTool(url, session, tool, args)).json?.result?.structuredContent;
    const found: unknown[] = [];
    for (const { id } of aspects) found.push(await ask('get_aspect_sentiment', { aspect: id }));
    return { found, trend: await ask('get_trend', {}) };
  } finally {
    await server.close();
  }
}

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
