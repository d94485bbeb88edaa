import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { buildSite } from '../support/build-site.ts';
import { decode } from '../support/listings.ts';
import { pageText } from '../support/page-text.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const reviews = `
- { id: 01HKNWZVG06T9K93VCVBJV8MJ1, date: 2024-01-09, rating: 5, author: John, text: "Great service!", verified: true }
- { id: 01HKNWZVG06T9K93VCVBJV8MJ2, date: 2024-01-09, rating: 5, author: John, text: "Great service!", verified: true }
- { id: 01HKKAJCG06T9K93VCVBJV8MJ2, date: 2024-01-08, rating: 5, author: John, text: "Great service!", verified: true }
- { id: 01HKGR4XG06T9K93VCVBJV8MJ3, date: 2024-01-07, rating: 5, author: John, verified: true }
`;

let folder = '';

async function build(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const content = path.join(folder, name, 'content');
  await mkdir(path.join(content, 'reviews'), { recursive: true });
  for (const [file, text] of Object.entries({ 'business.yaml': 'name: A & Sons\n', 'reviews/all.yaml': reviews, ...files }))
    await writeFile(path.join(content, file), text);
  await buildSite(content, path.join(folder, name, 'dist'));
  return path.join(folder, name, 'dist');
}

/** Returns the title and description of each list, service, person, area and review page. */
async function headsOf(dist: string) {
  const folders = ['reviews', 'services', 'technicians', 'areas'].filter((name) => existsSync(path.join(dist, name)));
  const pages = await Promise.all(
    folders.map(async (name) => (await readdir(path.join(dist, name), { recursive: true })).map((page) => path.join(name, page))),
  );
  const heads = pages
    .flat()
    .filter((page) => page.endsWith('.html'))
    .map(async (page) => {
      const html = await readFile(path.join(dist, page), 'utf8');
      const [, title = ''] = html.match(/<title>(.*?)<\/title>/) ?? [];
      const [, description = ''] = html.match(/<meta name="description" content="(.*?)"/) ?? [];
      return { page, title: decode(title), description: decode(description) };
    });
  return Promise.all(heads);
}

const repeated = (values: readonly string[]) => values.filter((value, place) => values.indexOf(value) !== place);

let alone = '';
let served = '';
beforeAll(async () => {
  folder = temporaryFolder();
  [alone, served] = await Promise.all([
    build('alone', {}),
    build('served', {
      'services.yaml': '- { id: lunch, name: Lunch }\n',
      'service-areas.yaml': '- { name: Old Town }\n',
      'policy.yaml': 'report: help+reviews@example.com\n',
    }),
  ]);
});

test('the page of a service says by which words it was found, or looked for', async () => {
  const textOf = async (page: string) => pageText(await readFile(path.join(inject('dists').corner, page), 'utf8'));
  expect(await textOf('services/lighting/index.html')).toContain('Found in reviews as: ');
  const unmentioned = await textOf('services/never-asked-for/index.html');
  expect(unmentioned).toContain('No review mentions Lightning rods yet.');
  expect(unmentioned).toContain('Looked for in reviews as: Lightning rods');
});

describe('titles and descriptions', () => {
  test.each(['demo', 'corner', 'minimal'] as const)('are unique among lists and reviews: %s', async (site) => {
    const heads = await headsOf(inject('dists')[site]);
    expect(repeated(heads.map(({ title }) => title))).toEqual([]);
    expect(repeated(heads.map(({ description }) => description))).toEqual([]);
  });

  test('are unique even for identical reviews', async () => {
    const heads = await headsOf(served);
    expect(repeated(heads.map(({ title }) => title))).toEqual([]);
    expect(repeated(heads.map(({ description }) => description))).toEqual([]);
    const titles = new Map(heads.map(({ page, title }) => [page, title]));
    expect(titles.get('reviews/01HKNWZVG06T9K93VCVBJV8MJ1/index.html')).toBe('5 stars from John for A & Sons, January 9, 2024 (1)');
    expect(titles.get('reviews/01HKNWZVG06T9K93VCVBJV8MJ2/index.html')).toBe('5 stars from John for A & Sons, January 9, 2024 (2)');
    expect(titles.get('reviews/01HKGR4XG06T9K93VCVBJV8MJ3/index.html')).toBe('5 stars from John for A & Sons, January 7, 2024');
  });
});

describe('services, people and areas', () => {
  test('have no pages and no links if there are none', async () => {
    for (const name of ['services', 'technicians', 'areas']) expect(existsSync(path.join(alone, name))).toBe(false);
    for (const file of ['sitemap.xml', 'reviews/index.html', 'reviews/01HKGR4XG06T9K93VCVBJV8MJ3/index.html'])
      expect(await readFile(path.join(alone, file), 'utf8')).not.toMatch(/\/(services|technicians|areas)\//);
  });

  test('have pages only for the kinds that exist', async () => {
    expect(['services', 'technicians', 'areas'].map((name) => existsSync(path.join(served, name)))).toEqual([true, false, true]);
    const sitemap = await readFile(path.join(served, 'sitemap.xml'), 'utf8');
    expect(sitemap).toContain('/services/</loc>');
    expect(sitemap).not.toContain('/technicians/');
  });

  test('show one sentence if no review mentions them', async () => {
    const page = await readFile(path.join(served, 'services/lunch/index.html'), 'utf8');
    expect(page).toContain('No review mentions Lunch yet.');
    expect(page).not.toContain('Mentioned in');
  });
});

describe('reporting a review', () => {
  const page = 'reviews/01HKGR4XG06T9K93VCVBJV8MJ3/index.html';

  test('uses the e-mail address in policy.yaml', async () => {
    const html = await readFile(path.join(served, page), 'utf8');
    const [, address = ''] = html.match(/<a href="([^"]+)">Report it or ask us to remove it<\/a>/) ?? [];
    const { protocol, pathname, searchParams } = new URL(decode(address));
    expect([protocol, decodeURIComponent(pathname)]).toEqual(['mailto:', 'help+reviews@example.com']);
    expect(searchParams.get('subject')).toMatch(/^Review at http.+\/reviews\/01HKGR4XG06T9K93VCVBJV8MJ3\/$/);
  });

  test('isn’t offered without an address', async () => {
    expect(await readFile(path.join(alone, page), 'utf8')).not.toContain('Report it or ask us to remove it');
  });
});

test('a list of few reviews has no search field', async () => {
  const html = await readFile(path.join(alone, 'reviews/index.html'), 'utf8');
  expect(html).not.toContain('type="search"');
  expect(html).toContain('4 verified reviews.');
});
