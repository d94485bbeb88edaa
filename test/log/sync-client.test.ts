import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { seeded } from '../../scripts/lab/bench/generate.ts';
import type { Absence } from '../../site/contract/log.ts';
import { newestFirst, type Review } from '../../site/contract/review.ts';
import { listingsIn } from '../support/listings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { liveSite } from './live-site.ts';
import { publish, readerOf, reviewOf, reviewsOf, type SiteFiles, signerOf } from './site-in-memory.ts';

const folder = temporaryFolder();

const causes: readonly Absence[] = [
  { type: 'taken_down', reason: 'asked' },
  { type: 'removed_at_source' },
  { type: 'withdrawn', reason: 'policy' },
];

test('the sync client, copied from its page, keeps up with forty random changes and starts over with a different log', async () => {
  const page = await readFile(path.join(inject('dists').demo, 'developers/changes/index.html'), 'utf8');
  const code = listingsIn(page).find(({ title }) => title === 'sync-client.js')?.code ?? '';
  expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
  const program = path.join(folder, 'sync-client.mjs');
  await writeFile(program, code);
  await using live = await liveSite();
  const sync = async (name: string) => {
    const file = path.join(folder, name);
    await promisify(execFile)(process.execPath, [program, file], { env: { PATH: process.env['PATH'], BASE: live.url } });
    const { reviews } = JSON.parse(await readFile(file, 'utf8')) as { reviews: Readonly<Record<string, Review>> };
    return Object.values(reviews).sort(newestFirst);
  };

  const [signer, random] = [await signerOf(1), seeded(7)];
  const content = new Map<string, Review>();
  const absences = new Map<string, Absence>();
  let site: SiteFiles = new Map();
  for (let change = 1; change <= 40; change++) {
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
    if (random() < 0.4) expect([change, await sync('copy.json')]).toEqual([change, reviewsOf(site)]);
  }
  expect(await sync('copy.json')).toEqual(reviewsOf(site));
  expect(await sync('fresh.json')).toEqual(reviewsOf(site));
  expect(reviewsOf(site).length).toBeGreaterThan(5);

  // If the log is a different one, the client starts over.
  live.answer = readerOf(await publish(new Map(), { reviews: reviewsOf(site).slice(1) }, signer, 'reviews.example.com/log/2'));
  expect(await sync('copy.json')).toEqual(reviewsOf(site).slice(1));
});
