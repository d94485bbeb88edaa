import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { InsightsDocument } from '../../site/contract/insights.ts';
import { buildSite } from '../support/build-site.ts';
import { pageText } from '../support/page-text.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const content = path.join(folder, 'content');
const dist = path.join(folder, 'dist');

const texts: readonly (readonly [stars: number, text: string, fields?: object])[] = [
  [1, 'The waiter was rude to my mother.'],
  [2, 'The waiter was rude and he was slow.'],
  [5, 'The cook was friendly and helpful to the children.'],
  [5, 'The waiter was very friendly to my mother.'],
  [3, 'The waiter was rude to both of us.'],
  [4, 'The waiter was very rude and unfriendly.'],
  [4, 'The waiter was extremely friendly and helpful.'],
  [4, 'The staff were extremely friendly and helpful.'],
  [4, 'The owner was extremely friendly and helpful.'],
  [4, 'The waiter was friendly to us all.'],
];
/** The clearest praise of all, by people with a reason to praise. */
const partial: typeof texts = [
  [5, 'The staff were extremely friendly and helpful and delicious food.', { incentive: 'offered' }],
  [5, 'The staff were extremely friendly and helpful, and the food is delicious.', { relation: 'relative' }],
];

beforeAll(async () => {
  await mkdir(path.join(content, 'reviews'), { recursive: true });
  await writeFile(path.join(content, 'business.yaml'), 'name: Nona\ntype: Restaurant\n');
  const reviews = [...texts, ...partial].map(([rating, text, fields], index) => ({
    ...fields,
    id: `01HQVMZ100MF6GH5BNBQKC9X${String(index).padStart(2, '0')}`,
    date: `2026-05-${String(index + 1).padStart(2, '0')}`,
    rating,
    text,
    author: `Customer ${index}`,
    source: 'google',
    verified: true,
  }));
  await writeFile(path.join(content, 'reviews/all.json'), JSON.stringify(reviews));
  await buildSite(content, dist, { DATA_DIR: path.join(folder, 'data') });
});

test('an aspect’s quotes are from the reviews whose stars fit the verdict best', async () => {
  const { aspects } = JSON.parse(await readFile(path.join(dist, 'insights.json'), 'utf8')) as InsightsDocument;
  const quotes = aspects.find(({ id }) => id === 'service')?.quotes ?? [];
  const quoted = (wanted: string) => quotes.filter(({ polarity }) => polarity === wanted).map(({ text }) => text);
  expect(quoted('negative')).toEqual([texts[0]?.[1], texts[1]?.[1], texts[4]?.[1]]);
  expect(quoted('positive')).toEqual([texts[3]?.[1], texts[2]?.[1], texts[7]?.[1]]);
});

test('the home page quotes them, too', async () => {
  const page = pageText(await readFile(path.join(dist, 'index.html'), 'utf8'));
  expect(page).toContain('8 of 12 mentions praise: The cook was friendly and helpful to the children.');
  expect(page).toContain('4 of 12 mentions criticism: The waiter was rude to my mother.');
});

test('answers and the pull quote are in the words of customers who got nothing and are no relatives', async () => {
  const { faq, pull_quote } = JSON.parse(await readFile(path.join(dist, 'insights.json'), 'utf8')) as InsightsDocument;
  expect(pull_quote).toBe(texts[3]?.[1]);
  expect(faq.find(({ aspect }) => aspect === 'service')?.answer).toMatch(
    /A customer writes: “The waiter was very friendly to my mother\.” Another: “The waiter was rude to my mother\.”$/,
  );
});
