import { expect, test } from 'vitest';
import { planUpload } from '../../scripts/publish/upload-plan.ts';
import type { GenerationDocument } from '../../site/contract/generation.ts';

const fileOf = (sha256: string) => ({ sha256, modified: 0, identity: { bytes: 1, etag: '"1"' } });
const REVIEW = '/reviews/01HPHS3M00D4RMPQ5Y2QXC2WJZ/';
const OTHER = '/reviews/01M7BNN500K830F636P22FWH62/';

function generation(files: Readonly<Record<string, string>>): GenerationDocument {
  const answers = [{ date: '2026-12-31', matched: 0, chain: 'a', modified: 0, file: fileOf('answer') }];
  const records = Object.fromEntries(Object.entries(files).map(([path, sha256]) => [path, fileOf(sha256)]));
  const since = { first: null, last: null, answers };
  return {
    version: 1,
    generation: 'a',
    modified: 0,
    base_url: 'https://a.example',
    hub_url: 'https://a.example/hub',
    since,
    files: records,
  };
}
const hostFile = (name: string) => ({ name, sha256: 'rules', bytes: 1, modified: 0 });
const plan = (now: Readonly<Record<string, string>>, before?: Readonly<Record<string, string>>, sent = new Map<string, string>()) => {
  const files = { rules: [hostFile('.htaccess')], record: hostFile('generation.json') };
  const { withdrawn, groups, outdated } = planUpload(generation(now), files, { before: before && generation(before), sent, dates: [] });
  return { withdrawn, groups: groups.map((group) => group.map(({ name }) => name)), outdated };
};

test('a first upload sends the home page after everything that it links to', () => {
  expect(plan({ '/': 'h', [REVIEW]: 'r', '/reviews.json': 'd', '/_astro/a.css': 'c' })).toEqual({
    withdrawn: [],
    groups: [
      ['reviews.json', '_astro/a.css', 'api/reviews/since/2026-12-31'],
      ['.htaccess'],
      [`${REVIEW.slice(1)}index.html`],
      ['index.html'],
      ['generation.json'],
    ],
    outdated: [],
  });
});

test('a new page arrives before the changed pages that link to it, and files leave after the pages that name them', () => {
  const before = { '/': 'h1', '/docs/': 'd', '/old/': 'o', [OTHER]: 'r', '/_astro/a.css': 'c', '/reviews.json': 'd1' };
  const now = { '/': 'h2', '/docs/': 'd', [REVIEW]: 'r', '/_astro/b.css': 'c', '/reviews.json': 'd2' };
  expect(plan(now, before)).toEqual({
    withdrawn: [`${OTHER.slice(1)}index.html`],
    groups: [['_astro/b.css', 'reviews.json'], ['.htaccess'], [`${REVIEW.slice(1)}index.html`], ['index.html'], ['generation.json']],
    outdated: ['old/index.html', '_astro/a.css'],
  });
});

test('files that were sent since the record count, and those whose bytes aren’t known travel again', () => {
  const now = { '/': 'h', '/reviews.json': 'd', '/_astro/a.css': 'c' };
  const sent = new Map([
    ['reviews.json', 'd'],
    ['_astro/a.css', ''],
    ['_astro/gone.css', ''],
    ['../outside', ''],
  ]);
  expect(plan(now, undefined, sent)).toEqual({
    withdrawn: [],
    groups: [['_astro/a.css', 'api/reviews/since/2026-12-31'], ['.htaccess'], [], ['index.html'], ['generation.json']],
    outdated: ['_astro/gone.css'],
  });
});
