import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { build } from '../../scripts/build/build.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { generationDocument } from '../../site/contract/generation.ts';
import { isDated } from '../log/shop.ts';
import { workshop } from '../support/copy-content.ts';
import { printDocuments } from '../support/print-documents.ts';
import { LOG_KEY, NOBODY } from '../support/run-script.ts';

test('a build without pages publishes the same bytes for documents and since dates', async () => {
  const shop = await workshop('corner shop');
  const DATA_DIR = path.join(shop.folder, 'data');
  const environment = readEnvironment({ BASE_URL: NOBODY, CONTENT_DIR: shop.content, DIST_DIR: shop.dist, DATA_DIR, LOG_KEY });
  const { generation: alone } = await build({ environment, now: Date.now, onProgress: () => {}, print: printDocuments });
  const whole = generationDocument.parse(JSON.parse(await readFile(path.join(inject('dists').corner, 'generation.json'), 'utf8')));
  expect(alone.since.answers.map(({ file }) => file?.sha256)).toEqual(whole.since.answers.map(({ file }) => file?.sha256));
  expect(Object.keys(alone.files)).toContain('/reviews.json');
  for (const [publicPath, { sha256 }] of Object.entries(alone.files).filter(([name]) => !isDated(name)))
    expect([publicPath, whole.files[publicPath]?.sha256]).toEqual([publicPath, sha256]);
  const documents = Object.keys(whole.files).filter((publicPath) => !/\/$|\.html$|^\/_astro\/.*\.(?:css|js)$/.test(publicPath));
  expect(Object.keys(alone.files)).toEqual(documents);
});
