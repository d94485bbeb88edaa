import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { changeTime, fileModified, sinceModified } from '../../scripts/build/generation.ts';
import { answerFor, type GenerationDocument, generationDocument } from '../../site/contract/generation.ts';
import type { Review } from '../../site/contract/review.ts';
import { printSince, toSinceAnswers } from '../../site/documents/since.ts';
import { ask } from '../support/ask.ts';
import { buildSite } from '../support/build-site.ts';
import { buildDocuments } from '../support/call-command.ts';
import { type Workshop, workshop } from '../support/copy-content.ts';
import { isRelease } from '../support/release-test.ts';
import { serve } from '../support/serve.ts';

const day = (days: number) => new Date(Date.UTC(2023, 11, 20 + days)).toISOString().slice(0, 10);
const DAYS = [
  '0000-01-01',
  '1990-02-03',
  ...Array.from({ length: 40 }, (_, index) => day(index)),
  '2025-06-01',
  '2026-06-01',
  '9999-12-31',
];

const reviewOn = (days: number, text: number) => ({ id: `R${days}`, date: day(days + 5), text: `text ${text}` }) as unknown as Review;
/** One state of the content: the days that have a review, and each review's text. */
const content = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 25 }), fc.integer({ min: 0, max: 1 })), { selector: ([days]) => days, maxLength: 5 })
  .map((drawn) => drawn.sort(([a], [b]) => b - a).map(([days, text]) => reviewOn(days, text)));
/** One build: its content and the time since the previous build. The clock can stand still or be set back. */
const step = fc.record({ reviews: content, later: fc.integer({ min: -3, max: 3 }) });

describe('Last-Modified', () => {
  test('of every since date advances exactly when its bytes change', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 6 }), (steps) => {
        let previous: GenerationDocument | undefined;
        let before: readonly { body: string; modified: number }[] | undefined;
        let nowSeconds = 1_700_000_000;
        for (const { reviews, later } of steps) {
          nowSeconds += later;
          const served = previous ? [previous] : [];
          const since = toSinceAnswers(reviews);
          const changed = changeTime(served, nowSeconds);
          const answers = sinceModified(since.answers, served, changed);
          const now = DAYS.map((date) => {
            const { matched, modified } = answerFor(answers, date);
            const body = String(printSince(reviews.slice(0, matched)));
            expect(body).toBe(String(printSince(reviews.filter((one) => one.date >= date))));
            return { body, modified };
          });
          for (const [index, { body, modified }] of now.entries()) {
            const old = before?.[index];
            if (old === undefined) continue;
            if (old.body === body) expect(modified).toBe(old.modified);
            else expect(modified).toBeGreaterThan(old.modified);
          }
          before = now;
          previous = {
            modified: changed,
            files: {},
            since: { first: since.first, last: since.last, answers },
          } as unknown as GenerationDocument;
        }
      }),
      { numRuns: 150 },
    );
  });

  test('of every file advances exactly when its bytes change', () => {
    const paths = ['/a', '/b', '/c'];
    const build = fc.record({
      files: fc.dictionary(fc.constantFrom(...paths), fc.constantFrom('x', 'y')),
      later: fc.integer({ min: -3, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(build, { minLength: 2, maxLength: 8 }), (builds) => {
        let previous: GenerationDocument | undefined;
        let nowSeconds = 1_700_000_000;
        for (const { files, later } of builds) {
          nowSeconds += later;
          const served = previous ? [previous] : [];
          const changed = changeTime(served, nowSeconds);
          const records = Object.fromEntries(
            Object.entries(files).map(([name, sha256]) => [name, { sha256, modified: fileModified(served, changed, name, sha256) }]),
          );
          for (const [name, { sha256, modified }] of Object.entries(records)) {
            const old = previous?.files[name];
            if (old?.sha256 === sha256) expect(modified).toBe(old.modified);
            else if (old) expect(modified).toBeGreaterThan(old.modified);
          }
          previous = { modified: changed, files: records, since: { answers: [] } } as unknown as GenerationDocument;
        }
      }),
      { numRuns: 500 },
    );
  });

  test('of a first publication is the build time', () => {
    expect(changeTime([], 200)).toBe(200);
    expect(fileModified([], 200, '/a', 'x')).toBe(200);
    expect(sinceModified(toSinceAnswers([]).answers, [], 200).map(({ modified }) => modified)).toEqual([200]);
  });

  test('of a file is later than in both earlier records if either has different bytes', () => {
    const record = (sha256: string, modified: number) =>
      ({ modified, files: { '/a': { sha256, modified } }, since: { answers: [] } }) as unknown as GenerationDocument;
    const served = [record('x', 100), record('y', 300)];
    expect(fileModified(served, changeTime(served, 200), '/a', 'x')).toBe(301);
    expect(fileModified([record('x', 100), record('x', 300)], 400, '/a', 'x')).toBe(300);
  });
});

describe('a rebuild', () => {
  // Rendering pages takes seconds.
  const buildAll = isRelease ? buildSite : buildDocuments;
  let shop: Workshop;
  beforeAll(async () => {
    shop = await workshop('corner shop');
    expect(await buildAll(shop.content, shop.dist)).toContain(', new; ');
  });

  const PATHS = [
    '/reviews.json',
    '/insights.json',
    '/api/feed.json',
    '/feed.xml',
    ...(isRelease ? ['/'] : []),
    '/api/reviews/since/2022-11-01',
    '/api/reviews/since/2024-01-01',
    '/api/reviews/since/2030-01-01',
    '/api/reviews/since/1990-01-01',
  ];
  const times = async (dist = shop.dist) => {
    const server = await serve({ DIST_DIR: dist });
    const answers = await Promise.all(PATHS.map((one) => ask(server.url, one)));
    await server.close();
    return Object.fromEntries(PATHS.map((one, index) => [one, answers[index]?.headers['last-modified']]));
  };
  const moved = (before: Record<string, string | undefined>, after: Record<string, string | undefined>) =>
    PATHS.filter((one) => before[one] !== after[one]);
  const edit = async (file: string, from: string, to: string) => {
    const name = path.join(shop.content, file);
    const text = await readFile(name, 'utf8');
    expect(text).toContain(from);
    await writeFile(name, text.replace(from, to));
  };

  // The process that builds has just built the same content.
  test('without a change publishes nothing, even in the same process', async () => {
    expect(await buildAll(shop.content, shop.dist)).toContain('nothing changed');
  });

  test('after an edit to an old review changes the Last-Modified of only the documents that contain it', async () => {
    const before = await times();
    await edit('reviews/long.yaml', 'aaa!', 'aab!');
    await buildAll(shop.content, shop.dist);
    expect(moved(before, await times())).toEqual(['/reviews.json', '/api/feed.json', '/feed.xml', '/api/reviews/since/1990-01-01']);
  });

  test('after an edit to the business changes the Last-Modified of /reviews.json, but not of since', async () => {
    const before = await times();
    await edit('business.yaml', 'telephone: "+1-555-0100"', 'telephone: "+1-555-0101"');
    await buildDocuments(shop.content, shop.dist);
    expect(moved(before, await times())).not.toContain('/api/reviews/since/1990-01-01');
    expect(moved(before, await times())).toContain('/reviews.json');
  });

  test('on a new machine takes the times from the live site', async () => {
    const live = await serve({ DIST_DIR: shop.dist });
    const other = await workshop('corner shop');
    // The live site is built for the address at which the new machine finds it.
    await buildDocuments(shop.content, shop.dist, { BASE_URL: live.url, HUB_URL: 'http://reviews.localhost:9/' });
    await edit('reviews/long.yaml', 'aab!', 'aac!');
    await buildDocuments(shop.content, shop.dist, { BASE_URL: live.url, HUB_URL: 'http://reviews.localhost:9/' });
    await live.generations.refresh();
    const built = await times();
    expect(new Set(Object.values(built)).size).toBeGreaterThan(1);
    await buildDocuments(shop.content, other.dist, { BASE_URL: live.url, HUB_URL: 'http://reviews.localhost:9/' });
    expect(await times(other.dist)).toEqual(built);
    await live.close();
  });

  test('after the removal of the oldest review leaves no out-of-range dates behind', async () => {
    const other = await workshop('corner shop');
    await buildDocuments(other.content, other.dist);
    await rm(path.join(other.content, 'reviews/long.yaml'));
    await buildDocuments(other.content, other.dist);
    const days = (await readdir(path.join(other.dist, 'api/reviews/since'))).filter((name) => !/\.(br|gz|htaccess)$/.test(name)).sort();
    expect([days[0], days.at(-1)]).toEqual(['2022-10-31', '2025-12-31']);
    expect(days).toHaveLength(1158);
    // Hosts answer dates before the first one with this file, so their bytes have just changed.
    const file = await stat(path.join(other.dist, 'api/reviews/since/2022-10-31'));
    const { since } = generationDocument.parse(JSON.parse(await readFile(path.join(other.dist, 'generation.json'), 'utf8')));
    expect(file.mtimeMs / 1000).toBe(since.answers.at(-1)?.modified);
    expect(since.answers.at(-1)?.modified).toBeGreaterThan(since.answers.at(-2)?.modified ?? 0);
  });
});
