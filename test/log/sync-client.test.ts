import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, inject, test } from 'vitest';
import { seeded } from '../../scripts/lab/bench/generate.ts';
import type { Absence } from '../../site/contract/log.ts';
import { newestFirst, type Review } from '../../site/contract/review.ts';
import { listingsIn } from '../support/listings.ts';
import { roundsOf } from '../support/release-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type LiveSite, liveSite } from './live-site.ts';
import { publish, readerOf, reviewOf, reviewsOf, type SiteFiles, signerOf } from './site-in-memory.ts';

const folder = temporaryFolder();

const causes: readonly Absence[] = [
  { type: 'taken_down', reason: 'asked' },
  { type: 'removed_at_source' },
  { type: 'withdrawn', reason: 'policy' },
];

const program = path.join(folder, 'sync-client.mjs');

beforeAll(async () => {
  const page = await readFile(path.join(inject('dists').demo, 'developers/changes/index.html'), 'utf8');
  await writeFile(program, listingsIn(page).find(({ title }) => title === 'sync-client.js')?.code ?? '');
});

/** Runs the client against a site, and returns the reviews of its copy, newest first. */
async function sync(site: LiveSite, name: string): Promise<Review[]> {
  const file = path.join(folder, name);
  await promisify(execFile)(process.execPath, [program, file], { env: { PATH: process.env['PATH'], BASE: site.url } });
  const { reviews } = JSON.parse(await readFile(file, 'utf8')) as { reviews: Readonly<Record<string, Review>> };
  return Object.values(reviews).sort(newestFirst);
}

test('the sync client requests an outdated page of a cache once, and continues there the next time', async () => {
  const signer = await signerOf(1);
  const reviews = ['a', 'b', 'c'].map((name) => reviewOf(name, name)).sort(newestFirst);
  const before = await publish(new Map(), { reviews: reviews.slice(1), absences: new Map() }, signer);
  const after = await publish(before, { reviews, absences: new Map() }, signer);
  const pages: string[] = [];
  await using live = await liveSite(async (path) => {
    if (!/\d$/.test(path)) return after.get(path);
    pages.push(path);
    return (pages.length < 3 ? before : after).get(path);
  });
  expect(await sync(live, 'cached.json')).toEqual(reviews.slice(1));
  expect(pages).toEqual(['/api/changes/0', '/api/changes/0']);
  expect(await sync(live, 'cached.json')).toEqual(reviews);
});

test('the sync client, copied from its page, keeps up with random changes and starts over with a different log', async () => {
  expect((await readFile(program, 'utf8')).trimEnd().split('\n').length).toBeLessThanOrEqual(30);
  await using live = await liveSite();
  const [signer, random] = [await signerOf(1), seeded(7)];
  const content = new Map<string, Review>();
  const absences = new Map<string, Absence>();
  let site: SiteFiles = new Map();
  for (let change = 1; change <= roundsOf(40); change++) {
    const name = `r${Math.floor(random() * 20)}`;
    const review = reviewOf(name, `version ${change}`, random() < 0.3 ? `reply ${change}` : undefined);
    const cause = causes[Math.floor(random() * (causes.length + 1))];
    if (random() < 0.6 || !content.has(name)) {
      content.set(name, review);
      absences.delete(review.id);
    } else {
      content.delete(name);
      if (cause) absences.set(review.id, cause);
    }
    site = await publish(site, { reviews: [...content.values()].sort(newestFirst), absences }, signer);
    live.answer = readerOf(site);
    // The client syncs less often than the site changes.
    if (random() < 0.4) expect([change, await sync(live, 'copy.json')]).toEqual([change, reviewsOf(site)]);
  }
  expect(await sync(live, 'copy.json')).toEqual(reviewsOf(site));
  expect(await sync(live, 'fresh.json')).toEqual(reviewsOf(site));
  expect(reviewsOf(site).length).toBeGreaterThan(5);

  // If the log is a different one, the client starts over.
  live.answer = readerOf(await publish(new Map(), { reviews: reviewsOf(site).slice(1) }, signer, 'reviews.example.com/log/2'));
  expect(await sync(live, 'copy.json')).toEqual(reviewsOf(site).slice(1));
});
