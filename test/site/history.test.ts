import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { reviewId } from '../../site/content/identity.ts';
import { buildSite } from '../support/build-site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Entry {
  readonly source_id: string;
  readonly rating: number;
  readonly [key: string]: unknown;
}
const entry = (source_id: string, rating: number, more: object = {}): Entry => ({
  source_id,
  rating,
  date: '2024-03-01',
  author: source_id,
  text: `Words of ${source_id}.`,
  verified: true,
  ...more,
});

let folder = '';
const words = async (page: string) =>
  (await readFile(path.join(folder, 'dist', page, 'index.html'), 'utf8')).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

async function build(reviews: readonly Entry[], takedowns: readonly object[]): Promise<void> {
  const content = path.join(folder, 'content');
  await mkdir(path.join(content, 'reviews'), { recursive: true });
  await writeFile(path.join(content, 'business.yaml'), 'name: Acme\n');
  await writeFile(path.join(content, 'reviews/all.json'), JSON.stringify(reviews));
  await writeFile(path.join(content, 'takedowns.json'), JSON.stringify(takedowns));
  await buildSite(content, path.join(folder, 'dist'));
}

describe('a site with a takedown and a changed review', () => {
  beforeAll(async () => {
    folder = temporaryFolder();
    const never = [entry('gone before the first build', 4, { removed_at_source: '2024-04-01' })];
    const hidden = [1, 2].map((number) => entry(`pending ${number}`, 1, { verified: false, hidden_at_source: true }));
    await build([entry('ann', 5), entry('bob', 1), entry('cyd', 5), ...never, ...hidden], []);
    const takedown = { review: reviewId('2024-03-01', 'direct', 'bob'), date: '2024-05-01', reason: 'other' };
    await build([entry('ann', 4), entry('cyd', 5), ...never, ...hidden], [takedown]);
  });

  test('shows the same number of removals on the home page and on the proof page', async () => {
    expect(await words('.')).toContain(' 1 removal since the log began; 4 reviews aren’t published See the proof');
    expect(await words('proof')).toMatch(
      / 3 reviews have been published here since .* 2 are still here\..* 1 review taken down for another reason/,
    );
  });

  test('shows the number of changed reviews on the proof page, with a link to the changes', async () => {
    expect(await words('proof')).toContain(
      ' 1 of the published reviews has changed since it was first published here: its text, its stars or something else in its record',
    );
    expect(await readFile(path.join(folder, 'dist/proof/index.html'), 'utf8')).toContain('<a href="/api/changes/0">');
  });

  test('claims nothing about the stars of removed reviews', async () => {
    const page = await words('how-it-works');
    expect(page).toContain('Removals of published reviews are in the log , whatever their stars.');
    expect(page).toContain('The published reviews go back to March 2024. None of them has one or two stars.');
  });

  test('explains why reviews are left out', async () => {
    const page = await words('how-it-works');
    expect(page).toContain('2 reviews not public on the site where they were posted');
    expect(page).toContain('1 review removed from the site where it was posted');
    expect(page).not.toContain('not marked as verified');
  });

  test('explains that reviews typed in by the business are published as entered', async () => {
    expect(await words('how-it-works')).toContain(
      'Reviews that the business typed in are published as it entered them. The log has an entry for every later change.',
    );
  });
});
