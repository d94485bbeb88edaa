import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { InsightsDocument } from '../../site/contract/insights.ts';
import { buildSite } from '../support/build-site.ts';
import { pageText } from '../support/page-text.ts';
import { callTool, openSession } from '../support/rpc.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

const PRAISE = 'Ana Ruiz was very friendly and helpful.';
const CRITICISM = 'Ana Ruiz was rude and unhelpful to me.';
const SPANISH = 'Todo estuvo muy limpio y el servicio fue excelente, lo recomiendo mucho a todos mis amigos.';
const day = (number: number) => new Date(Date.UTC(2024, 0, 1 + number * 30)).toISOString().slice(0, 10);

const review = (number: number, rating: number, text: string) => ({
  id: `01HQVMZ100MF6GH5BNBQKC9X${String(number).padStart(2, '0')}`,
  date: day(number),
  rating,
  text,
  author: `Customer ${number}`,
  source: 'google',
  verified: true,
});
const english = (count: number) =>
  Array.from({ length: count }, (_, index) => review(index, index % 4 === 3 ? 1 : 5, index % 4 === 3 ? CRITICISM : PRAISE));
const spanish = (count: number) => Array.from({ length: count }, (_, index) => review(40 + index, 5, SPANISH));

const businesses = {
  few: { reviews: english(9), read: 'We analyzed 9 texts from 9 reviews.', stars: '7 gave five stars and 2 one' },
  'half unread': {
    reviews: [...english(20), ...spanish(21)],
    read: 'We analyzed 20 texts from 41 reviews. 21 texts aren’t in English and weren’t analyzed',
    stars: '15 gave five stars and 5 one',
  },
  enough: {
    reviews: english(20),
    read: 'We analyzed 20 texts from 20 reviews.',
    stars: '15 gave five stars and 5 one',
  },
} as const;
type Name = keyof typeof businesses;

const distOf = (name: Name) => path.join(folder, name, 'dist');
const read = (name: Name, page: string) => readFile(path.join(distOf(name), page), 'utf8');
const insightsOf = async (name: Name) => JSON.parse(await read(name, 'insights.json')) as InsightsDocument;

const textOf = async (name: Name, page: string) => pageText(await read(name, page));

beforeAll(async () => {
  for (const [name, { reviews }] of Object.entries(businesses)) {
    const content = path.join(folder, name, 'content');
    await mkdir(path.join(content, 'reviews'), { recursive: true });
    await writeFile(path.join(content, 'business.yaml'), 'name: Nona\ntype: Restaurant\n');
    await writeFile(path.join(content, 'technicians.yaml'), '- name: Ana Ruiz\n');
    await writeFile(path.join(content, 'reviews/all.json'), JSON.stringify(reviews));
    await buildSite(content, path.join(folder, name, 'dist'), { DATA_DIR: path.join(folder, name, 'data') });
  }
});

/** Where a statement about praise or criticism would be: the words of such statements on each page, and none of stars. */
const statements: readonly (readonly [string, RegExp])[] = [
  ['index.html', /What customers praise|What customers criticize|\d+ of \d+ mentions|[Pp]raise (?:it|service)|weak point|class="pull"/],
  ['insights/index.html', /Reviews by quarter: praise|No clear change over time: \w|weak point|praise it|criticize it|Customers praise/],
  ['questions/index.html', /praise it|criticizes? it|Most often/],
  ['technicians/ana-ruiz/index.html', /class="verdict-bar"|What these reviews say|In customers’ words|\d+ positive|\d+ negative/],
  ['llms-full.txt', /\d+ praise it|criticizes? it|weak point|Customers praise/],
];

describe.each(['few', 'half unread'] as const)('with too little read (%s)', (name) => {
  test.each(statements)('%s has no statement about praise and criticism', async (page, words) => {
    expect(words.exec(await read(name, page))?.[0]).toBeUndefined();
  });

  test('feeds and llms.txt only have what customers wrote', async () => {
    for (const page of ['feed.xml', 'api/feed.json', 'llms.txt']) {
      expect(/[Ww]eak point|praise it|criticizes? it|\d+% of/.exec(await read(name, page))?.[0]).toBeUndefined();
    }
  });

  test('no quote is pulled out unless enough was read', async () => {
    const { pull_quote, aspects, entities } = await insightsOf(name);
    expect(pull_quote).toBeNull();
    expect([...aspects, ...entities.technicians].filter(({ enough }) => enough)).toEqual([]);
  });

  test('pages say what was read and show the stars', async () => {
    const { read: said, stars } = businesses[name];
    expect(await textOf(name, 'insights/index.html')).toContain(said);
    expect(await textOf(name, 'insights/index.html')).toContain(stars);
    expect(await textOf(name, 'technicians/ana-ruiz/index.html')).toContain(stars);
  });

  test('get_trend has no trend of an aspect', async () => {
    expect(await trendsOf(name)).toEqual([]);
  });
});

async function trendsOf(name: Name): Promise<readonly string[]> {
  const server = await serve({ DIST_DIR: distOf(name), DATA_DIR: path.join(folder, name, 'server') });
  try {
    const url = `${server.url}/mcp`;
    const answer = await callTool(url, await openSession(url), 'get_trend', {});
    const found = answer.json?.result?.structuredContent as { readonly aspects: readonly { readonly id: string }[] } | undefined;
    expect(found).toBeDefined();
    return (found?.aspects ?? []).map(({ id }) => id);
  } finally {
    await server.close();
  }
}

describe('with enough read', () => {
  test.each(statements.filter(([page]) => page !== 'insights/index.html'))(
    '%s has statements about praise and criticism',
    async (page, words) => {
      expect(words.exec(await read('enough', page))?.[0]).toBeDefined();
    },
  );

  test('the insights page and get_trend have the trend', async () => {
    expect(await textOf('enough', 'insights/index.html')).toContain('Reviews by quarter: praise above the line');
    expect(await trendsOf('enough')).toContain('service');
  });
});
