import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { InsightsDocument } from '../../site/contract/insights.ts';
import { buildSite } from '../support/build-site.ts';
import { pageText } from '../support/page-text.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const content = path.join(folder, 'content');
const dist = path.join(folder, 'dist');

const review = (number: number, rating: number, text: string, verified = true) => ({
  id: `01HQVMZ100MF6GH5BNBQKC9X${String(number).padStart(2, '0')}`,
  date: `2026-05-${String(number + 1).padStart(2, '0')}`,
  rating,
  text,
  author: `Customer ${number}`,
  source: 'google',
  verified,
});
const times = (count: number, from: number, text: string) => Array.from({ length: count }, (_, index) => review(from + index, 5, text));
/** Ten reviews mention the service after the correction, and nine the cleanliness. */
const reviews = [
  ...times(9, 0, 'The service was friendly.'),
  review(9, 1, 'The service was rude.'),
  ...times(8, 10, 'Very clean.'),
  review(18, 2, 'Very clean.'),
  review(19, 5, 'The service was friendly.'),
];
const leftOut = review(20, 1, 'Awful.', false);

const build = async (list: readonly object[]) => {
  await writeFile(path.join(content, 'reviews/all.json'), JSON.stringify(list));
  await buildSite(content, dist, { DATA_DIR: path.join(folder, 'data') });
};
const insights = async () => JSON.parse(await readFile(path.join(dist, 'insights.json'), 'utf8')) as InsightsDocument;
const textOf = async (page: string) => pageText(await readFile(path.join(dist, page), 'utf8'));

beforeAll(async () => {
  await mkdir(path.join(content, 'reviews'), { recursive: true });
  await writeFile(path.join(content, 'business.yaml'), 'name: Nona\ntype: Restaurant\n');
  const corrections = [
    `- { review: ${reviews[10]?.id}, aspects: { cleanliness: neutral } }`,
    `- { review: ${reviews[11]?.id}, aspects: { cleanliness: mixed } }`,
    `- { review: ${reviews[19]?.id}, aspects: { service: not_mentioned } }`,
    `- { review: ${reviews[0]?.id}, aspects: { service: positive } }`,
  ];
  await writeFile(path.join(content, 'corrections.yaml'), `${corrections.join('\n')}\n`);
  await build([...reviews, leftOut]);
});

describe('ten mentions are enough for a statement, and nine aren’t', () => {
  test('in insights.json', async () => {
    const { aspects } = await insights();
    expect(
      aspects.filter(({ mention_count }) => mention_count > 0).map(({ id, mention_count, enough }) => [id, mention_count, enough]),
    ).toEqual([
      ['service', 10, true],
      ['cleanliness', 9, false],
    ]);
  });

  test('in the summary and the answers', async () => {
    const { summary, faq } = await insights();
    expect(summary).toContain('service (of the 10 reviews that mention it, 9 praise it and 1 criticizes it)');
    expect(summary).not.toContain('cleanliness');
    expect(faq.flatMap(({ aspect }) => aspect ?? [])).toEqual(['service']);
  });

  test('on the home page, the questions page and in llms.txt', async () => {
    for (const page of ['index.html', 'questions/index.html', 'llms.txt']) {
      const text = await textOf(page);
      expect([page, /service/i.test(text), /cleanliness[^.]*(?:praise|positive)/i.test(text)]).toEqual([page, true, false]);
    }
  });
});

test('verdicts that an editor changed or deleted are counted, marked and shown, and confirmed ones aren’t', async () => {
  const { method, per_review } = await insights();
  const id = reviews[19]?.id ?? '';
  expect(method.corrections).toBe(3);
  expect(Object.values(per_review).filter(({ corrected }) => (corrected ?? []).length > 0)).toHaveLength(3);
  expect(per_review[id]).toMatchObject({ corrected: ['service'], aspects: [] });
  expect(await textOf('how-it-works/index.html')).toContain('An editor has corrected verdicts on 3 reviews.');
  expect(await textOf(`reviews/${id}/index.html`)).toContain('Service No verdict (corrected by an editor)');
});

test('search by aspect and polarity counts the same as insights.json', async () => {
  const server = await serve({ DIST_DIR: dist, DATA_DIR: path.join(folder, 'data') });
  const { aspects } = await insights();
  const { positive_count, negative_count, neutral_count, mixed_count, unclear_count } =
    aspects.find(({ id }) => id === 'cleanliness') ?? {};
  expect([positive_count, negative_count, neutral_count, mixed_count, unclear_count]).toEqual([6, 0, 1, 1, 1]);
  try {
    for (const aspect of aspects) {
      for (const polarity of ['positive', 'negative', 'neutral', 'mixed', 'unclear'] as const) {
        const response = await fetch(`${server.url}/api/reviews/search?aspect=${aspect.id}:${polarity}&limit=50`);
        const { reviews: found } = (await response.json()) as { reviews: readonly object[] };
        expect([aspect.id, polarity, found.length]).toEqual([aspect.id, polarity, aspect[`${polarity}_count`]]);
      }
    }
  } finally {
    await server.close();
  }
});

test('a review that was published and isn’t verified any longer is described as that', async () => {
  expect(await textOf('index.html')).toContain('No removals since the log began; 1 review isn’t published');
  const gone = { ...review(0, 5, 'The service was friendly.'), verified: false };
  await build([gone, ...reviews.slice(1), leftOut]);
  expect(await textOf('index.html')).toContain('1 removal since the log began; 2 reviews aren’t published');
  expect(await textOf('proof/index.html')).toContain('1 review withdrawn because the business no longer marks it as verified');
});

test('pages that count praise of a service also count the reviews that mention it without a verdict', async () => {
  const { demo } = inject('dists');
  const { entities } = JSON.parse(await readFile(path.join(demo, 'insights.json'), 'utf8')) as InsightsDocument;
  const judged = entities.services.filter(({ enough }) => enough);
  expect(judged.length).toBeGreaterThan(0);
  for (const { id, mention_count, positive_count, negative_count, mixed_count, neutral_count, unclear_count } of judged) {
    const silent = mention_count - positive_count - negative_count - mixed_count - neutral_count - unclear_count;
    const text = pageText(await readFile(path.join(demo, `services/${id}/index.html`), 'utf8'));
    expect([id, /\d+ without a verdict/.exec(text)?.[0]]).toEqual([id, `${silent} without a verdict`]);
  }
});
