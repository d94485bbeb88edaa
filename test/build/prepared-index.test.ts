import { mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type BuildOptions, build } from '../../scripts/build/build.ts';
import { printDocuments } from '../../scripts/build/print.ts';
import { purge } from '../../scripts/build/swap.ts';
import { preparedIndexOf } from '../../sidecar/generation/source.ts';
import { readPreparedIndex } from '../../sidecar/search/prepared-index.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { ask } from '../support/ask.ts';
import { type Workshop, workshop } from '../support/copy-content.ts';
import { LOG_KEY, NOBODY } from '../support/run-script.ts';
import { serve } from '../support/serve.ts';

let shop: Workshop;
beforeEach(async () => {
  shop = await workshop('minimal');
  await mkdir(path.join(shop.content, 'reviews'));
});

const review = (text: string, index: number) =>
  `- { source_id: r${index}, date: 2025-01-0${index + 1}, rating: 5, author: A, text: "${text}", verified: true }\n`;

/** Publishes reviews with these texts. */
async function publish(texts: readonly string[], options: Partial<BuildOptions> = {}) {
  await writeFile(path.join(shop.content, 'reviews/all.yaml'), texts.map(review).join(''));
  const DATA_DIR = path.join(shop.folder, 'data');
  const environment = readEnvironment({ BASE_URL: NOBODY, CONTENT_DIR: shop.content, DIST_DIR: shop.dist, DATA_DIR, LOG_KEY });
  return build({ environment, now: () => Date.parse('2026-11-10T12:00:00Z'), onProgress: () => {}, print: printDocuments, ...options });
}

const store = () => readdir(path.join(shop.folder, '.dist'));
const hidden = (prefix: string) => async () =>
  (await store()).filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
const generations = async () => (await store()).filter((name) => !name.startsWith('.'));

/** The authors' texts that a search finds, by a server that begins now. */
async function found(query: string): Promise<readonly string[]> {
  const server = await serve({ DIST_DIR: shop.dist });
  const { reviews } = JSON.parse((await ask(server.url, `/api/reviews/search?query=${query}`)).text) as { reviews: { text: string }[] };
  await server.close();
  return reviews.map(({ text }) => text);
}

test('a build prepares the index of its reviews, and a server without one, or with a wrong one, finds the same', async () => {
  const { generation } = await publish(['The panel works.', 'A lamp.']);
  const file = preparedIndexOf(await realpath(shop.dist));
  const prepared = await readFile(file);
  expect((await readPreparedIndex(prepared, generation.files['/reviews.json']?.sha256 ?? ''))?.facts).toHaveLength(2);
  expect(await found('panel')).toEqual(['The panel works.']);
  await writeFile(file, prepared.subarray(0, -1));
  expect(await found('panel')).toEqual(['The panel works.']);
  await rm(file);
  expect(await found('panel')).toEqual(['The panel works.']);
  await publish(['The oven works.', 'A lamp.']);
  // That of the generation before, as after a restored backup of part of the folder.
  await writeFile(preparedIndexOf(await realpath(shop.dist)), prepared);
  expect([await found('panel'), await found('oven')]).toEqual([[], ['The oven works.']]);
});

test('an index goes with its generation: what was withdrawn stands in none after a purge', async () => {
  for (const text of ['one', 'two', 'three', 'four', 'five']) await publish([`withdrawn ${text}`, 'stays']);
  expect((await hidden('.index-')()).toSorted()).toEqual((await generations()).toSorted());
  await publish(['stays']);
  await purge(shop.dist);
  expect(await hidden('.index-')()).toEqual(await generations());
  const kept = await readFile(preparedIndexOf(await realpath(shop.dist)), 'latin1');
  expect([/withdrawn/i.test(kept), /stays/i.test(kept)]).toEqual([false, true]);
});

test('where a file system has no links there is none, and nothing lies about', async () => {
  const refuse = () => {
    throw new Error('EPERM');
  };
  await publish(['The panel works.'], { links: { link: refuse, symlink: refuse } });
  expect([await hidden('.index-')(), (await readdir(shop.folder)).filter((name) => name.startsWith('.index-'))]).toEqual([[], []]);
  expect(await found('panel')).toEqual(['The panel works.']);
});
