import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readDataset } from '../../../site/content/read/read.ts';
import { aspectsFile } from '../../../site/content/record-schemas.ts';
import { openCache } from '../../../site/insights/cache.ts';
import { toInsights } from '../../../site/insights/insights.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const demo = readDataset('content');
const direct = toInsights(demo);
let folder = '';

beforeEach(() => {
  folder = temporaryFolder();
});

function build(siteDir = 'site', dataset = demo) {
  const cache = openCache(path.join(folder, 'cache'), siteDir, dataset);
  const insights = toInsights(dataset, cache.read);
  cache.save();
  return { insights, ...cache.count() };
}

test('a second build analyses nothing and says the same', () => {
  expect(build()).toMatchObject({ hits: 0 });
  expect(build()).toEqual({ insights: direct, hits: expect.any(Number), misses: 0 });
});

test('a changed text, rating, catalogue or own word is analysed again', () => {
  build();
  const [first, ...rest] = demo.reviews;
  if (!first) throw new Error('the demo has reviews');
  expect(build('site', { ...demo, reviews: [{ ...first, text: `${first.text}!` }, ...rest] }).misses).toBe(1);
  const aspects = aspectsFile.parse([{ aspect: 'safety', positive: ['sound as a pound'] }]);
  const analysis = { corrections: new Map(), verdicts: new Map(), aspects };
  expect(build('site', { ...demo, analysis }).hits).toBe(0);
});

test('another language is read anew, and has its own words', () => {
  build();
  const spanish = build('site', { ...demo, language: 'es' });
  expect(spanish).toMatchObject({
    hits: 0,
    insights: { aspects: expect.arrayContaining([expect.objectContaining({ label: 'Puntualidad' })]) },
  });
  expect(spanish.insights.summary_source?.figures_text).toMatch(/^Harbor & Pine Electric tiene 200 opiniones verificadas de /);
  expect(build().insights).toEqual(direct);
});

test('changed weights are noticed', () => {
  const copy = path.join(folder, 'site');
  cpSync('site', copy, { recursive: true });
  build(copy);
  const weights = path.join(copy, 'analysis/model/weights.json.br');
  writeFileSync(weights, Buffer.concat([readFileSync(weights), Buffer.from('\n')]));
  expect(build(copy).hits).toBe(0);
});

test.each(['', '{', '{"sum":"x","entries":{}}', '[]', 'null'])('a cache file that holds %j counts as empty', (bytes) => {
  build();
  writeFileSync(path.join(folder, 'cache/readings.json'), bytes);
  expect(build()).toMatchObject({ insights: direct, hits: 0 });
});

test('a review whose line has changed is read anew, and no other', () => {
  build();
  const file = path.join(folder, 'cache/readings.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"positive"', '"negative"'));
  expect(build()).toMatchObject({ insights: direct, misses: 1 });
});

test('of a file that is cut off or damaged anywhere, only whole lines are used', () => {
  build();
  const file = path.join(folder, 'cache/readings.json');
  const whole = readFileSync(file);
  for (const at of [0, 1, 40, 66, 80, whole.length >> 1, whole.length - 3]) {
    writeFileSync(file, whole.subarray(0, at));
    expect(build().insights).toEqual(direct);
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] as number) ^ 1;
    writeFileSync(file, flipped);
    expect(build().insights).toEqual(direct);
  }
});

test('the file is JSON, with a line for each analysis', () => {
  build();
  const text = readFileSync(path.join(folder, 'cache/readings.json'), 'utf8');
  expect(Object.keys(JSON.parse(text))).toHaveLength(text.split('\n').length - 3);
});
