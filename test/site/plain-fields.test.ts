import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Review } from '../../site/contract/review.ts';
import { buildSite } from '../support/build-site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// The fields that are published as they are stated: the day of the experience, incentives and relations.

const STATED = '01HKNWZVG06T9K93VCVBJV8MJ1';
const SILENT = '01HKKAJCG06T9K93VCVBJV8MJ2';
const reviews = `
- id: ${STATED}
  date: 2024-01-09
  rating: 5
  author: Ann
  text: Great service!
  verified: true
  experienced_at: 2023-12-30
  incentive: offered
  relation: relative
- { id: ${SILENT}, date: 2024-01-08, rating: 4, author: Ben, text: Fine., verified: true }
`;

let dist = '';
beforeAll(async () => {
  const folder = temporaryFolder();
  await mkdir(path.join(folder, 'content/reviews'), { recursive: true });
  await writeFile(path.join(folder, 'content/business.yaml'), 'name: Acme\n');
  await writeFile(path.join(folder, 'content/reviews/all.yaml'), reviews);
  dist = path.join(folder, 'dist');
  await buildSite(path.join(folder, 'content'), dist);
});

const read = (file: string) => readFile(path.join(dist, file), 'utf8');
const facts = { experienced_at: '2023-12-30', incentive: 'offered', relation: 'relative' };
const nothing = { experienced_at: null, incentive: 'unknown', relation: 'unknown' };

test('every document of reviews has them, with unknown for what the content doesn’t state', async () => {
  const { reviews } = JSON.parse(await read('reviews.json')) as { reviews: Review[] };
  expect(reviews).toMatchObject([facts, nothing]);
  const [header, ann = '', ben = ''] = (await read('reviews.csv')).split('\r\n');
  expect(header?.endsWith(',photos,removed_at_source,experienced_at,incentive,relation')).toBe(true);
  expect(ann.endsWith(',2023-12-30,offered,relative')).toBe(true);
  expect(ben.endsWith(',,unknown,unknown')).toBe(true);
  const feed = JSON.parse(await read('api/feed.json')) as { items: { _review: object }[] };
  expect(feed.items.map(({ _review }) => _review)).toMatchObject([facts, nothing]);
});

test('the page of a review shows what they say, and nothing for what is unknown', async () => {
  const ann = await read(`reviews/${STATED}/index.html`);
  expect(ann).toContain('Experience of December 30, 2023');
  expect(ann).toContain('The customer was offered something in return');
  expect(ann).toContain('Written by a relative of the owner or of somebody who works for the business');
  const ben = await read(`reviews/${SILENT}/index.html`);
  expect(ben).not.toMatch(/Experience of|offered something|Written by/);
});

const label = /<details class="fine how disclosed"><summary>(.*?)<\/summary><p>(.*?)<\/p><\/details>/g;
const labelsIn = (html: string) => [...html.matchAll(label)].map(([, short, facts]) => [short, facts]);

test('lists and the home page label what was offered and who wrote it, with the details one tap away', async () => {
  const shown = [
    'Reward offered · By a relative',
    'The customer was offered something in return. Written by a relative of the owner or of somebody who works for the business',
  ];
  for (const file of ['index.html', 'reviews/index.html']) expect(labelsIn(await read(file))).toEqual([shown]);
});

test('previews of links begin with them', async () => {
  const described = async (id: string) =>
    /<meta property="og:description" content="([^"]*)"/.exec(await read(`reviews/${id}/index.html`))?.[1];
  expect(await described(STATED)).toBe('Reward offered · By a relative. “Great service!” Ann, 5 stars, January 9, 2024.');
  expect(await described(SILENT)).toBe('“Fine.” Ben, 4 stars, January 8, 2024.');
});

test('the widget, the feeds, the texts for models and structured data have them near the review', async () => {
  const { reviews } = JSON.parse(await read('embed.json')) as { reviews: { disclosed: string | null }[] };
  expect(reviews.map(({ disclosed }) => disclosed)).toEqual(['Reward offered · By a relative', null]);
  const facts =
    'Experience of December 30, 2023. The customer was offered something in return. Written by a relative of the owner or of somebody who works for the business';
  const feed = JSON.parse(await read('api/feed.json')) as { items: { content_text: string }[] };
  expect(feed.items.map(({ content_text }) => content_text.includes(facts))).toEqual([true, false]);
  expect(await read('feed.xml')).toContain(facts);
  expect(await read('llms-full.txt')).toContain(`Vouched for by the business. ${facts}`);
  expect(await read(`reviews/${STATED}/index.html`)).toContain(`"disambiguatingDescription":"Vouched for by the business. ${facts}"`);
});

const quoted = Array.from({ length: 12 }, (_, index) =>
  [
    `- id: 01HKNWZVG06T9K93VCVBJV8MK${'0123456789AB'[index]}`,
    `date: 2024-02-${index + 10}`,
    'rating: 5',
    `author: Ann ${index}`,
    `text: ${['He was on time', 'She came right on time', 'They were punctual'][index % 3]} and the price was fair, visit ${index}.`,
    'verified: true',
    'incentive: offered',
  ].join('\n  '),
).join('\n');

test.each([
  ['en', 'Reward offered'],
  ['es', 'Con incentivo'],
])('every quote of such a review has its label, in %s', async (language, short) => {
  const folder = temporaryFolder();
  await mkdir(path.join(folder, 'content/reviews'), { recursive: true });
  await writeFile(path.join(folder, 'content/business.yaml'), `name: Acme\nlanguage: ${language}\n`);
  await writeFile(path.join(folder, 'content/reviews/all.yaml'), `${quoted}\n`);
  const pages = path.join(folder, 'dist');
  await buildSite(path.join(folder, 'content'), pages);
  const found = await Promise.all(['index.html', 'insights/index.html'].map((file) => readFile(path.join(pages, file), 'utf8')));
  const quotes = found.flatMap((html) => [...html.matchAll(/<blockquote[^>]* cite=.*?<\/blockquote>\s*<(p|figcaption) .*?<\/\1>/gs)]);
  expect(quotes.length).toBeGreaterThan(2);
  expect(quotes.filter(([quote]) => !quote.includes(` · <strong>${short}</strong>`))).toEqual([]);
});
