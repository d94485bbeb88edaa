import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { exceededLimits, siteSizeOf } from '../../scripts/hosts/host-limits.ts';
import { generationDocument } from '../../site/contract/generation.ts';

test('the demo has fewer than 5,000 files, compresses only assets and documents from 64 KiB, and counts files correctly', async () => {
  const dist = inject('dists').demo;
  const document = generationDocument.parse(JSON.parse(await readFile(path.join(dist, 'generation.json'), 'utf8')));
  const entries = await readdir(`${dist}/`, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(path.relative(dist, entry.parentPath), entry.name));
  const hosts = ['_headers', '_redirects', '.htaccess', 'api/reviews/since/.htaccess', '_nginx.conf', '_Caddyfile'];
  const unlisted = [...hosts, 'generation.json'];
  expect(files.length).toBeLessThan(5000);
  expect(siteSizeOf(document).files).toBe(files.filter((file) => !unlisted.includes(file)).length);
  for (const file of files.filter((name) => /\.(br|gz)$/.test(name))) {
    const bytes = document.files[`/${file.replace(/(?:index\.html)?\.(?:br|gz)$/, '')}`]?.identity.bytes ?? 0;
    expect([file, file.startsWith('_astro/') || bytes >= 65_536]).toEqual([file, true]);
  }
  expect(Object.keys(document.files).filter((one) => document.files[one]?.br)).toContain('/reviews.json');
});

test.each([
  [{ files: 20_000, bytes: 1e9, distinctBytes: 1, largest: { path: '/a', bytes: 26_214_400 } }, []],
  [
    { files: 20_001, bytes: 2e9, distinctBytes: 1, largest: { path: '/reviews.json', bytes: 26_214_401 } },
    [
      'Cloudflare Pages (free) would refuse it: more than 20000 files, /reviews.json is larger than 26 MB',
      'GitHub Pages would refuse it: more than 1074 MB',
    ],
  ],
])('hosts that would refuse a site are listed with their reasons', (size, expected) => {
  expect(exceededLimits(size)).toEqual(expected);
});
