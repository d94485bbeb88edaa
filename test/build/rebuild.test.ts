import { appendFile, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { build } from '../../scripts/build/build.ts';
import type { PrintSite } from '../../scripts/build/print.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { generationDocument } from '../../site/contract/generation.ts';
import { ask } from '../support/ask.ts';
import { buildSite } from '../support/build-site.ts';
import { buildDocuments, callScript } from '../support/call-command.ts';
import { type Workshop, workshop } from '../support/copy-content.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { pollSite } from '../support/poll.ts';
import { printDocuments } from '../support/print-documents.ts';
import { rebuildUnderReader } from '../support/rebuild.ts';
import { isRelease, releaseTest } from '../support/release-test.ts';
import { dataFolder, NOBODY, runScript, startScript } from '../support/run-script.ts';
import { serve } from '../support/serve.ts';

let shop: Workshop;
beforeAll(async () => {
  shop = await workshop('corner shop');
  await buildDocuments(shop.content, shop.dist);
});

const variables = () => ({ BASE_URL: NOBODY, CONTENT_DIR: shop.content, DIST_DIR: shop.dist });
const businessFile = () => path.join(shop.content, 'business.yaml');
const setName = async (name: string) =>
  writeFile(businessFile(), (await readFile(businessFile(), 'utf8')).replace(/^name: .*$/m, `name: ${name}`));

test('a reader that polls during rebuilds sees no errors, no mixed generations and no tag with a different body', async () => {
  const rebuilds = isRelease ? 2 : 1;
  const { faults, generations } = await rebuildUnderReader(rebuilds, 50);
  expect(faults).toEqual([]);
  expect(generations).toBe(1 + rebuilds);
});

test('a build that fails while it renders doesn’t change what readers see, and leaves no staging folder', async () => {
  const { folder, content, dist } = await workshop('minimal');
  await buildDocuments(content, dist);
  const tree = await realpath(dist);
  await appendFile(path.join(content, 'business.yaml'), 'founded: 1999\n');
  const print: PrintSite = async (publication, stage, environment) => {
    await printDocuments(publication, stage, environment);
    throw new Error('rendering fails here');
  };
  const environment = readEnvironment({ BASE_URL: NOBODY, CONTENT_DIR: content, DIST_DIR: dist, DATA_DIR: dataFolder() });
  await expect(build({ environment, onProgress: () => {}, print })).rejects.toThrow('rendering fails here');
  expect(await realpath(dist)).toBe(tree);
  expect((await readdir(path.join(folder, '.dist'))).filter((name) => name.startsWith('.stage'))).toEqual([]);
});

releaseTest('a build that fails while Astro renders pages doesn’t change what readers see, and leaves no staging folder', async () => {
  const { folder, content, dist } = await workshop('minimal');
  await buildSite(content, dist);
  const server = await serve({ DIST_DIR: dist });
  const tree = await realpath(dist);
  await appendFile(path.join(content, 'business.yaml'), 'founded: 1999\n');
  // Only rendering constructs a Response.
  const failing = "globalThis.Response = class { constructor() { throw new Error('rendering fails here'); } };";
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(failing)}`;
  const reader = pollSite(server.url, { pauseMs: 50 });
  const { code, stderr } = await runScript('build', { BASE_URL: NOBODY, CONTENT_DIR: content, DIST_DIR: dist, NODE_OPTIONS });
  expect([code, stderr]).toEqual([1, expect.stringContaining('rendering fails here')]);
  await server.generations.refresh();
  const { faults, generations } = await reader.stop();
  await server.close();
  expect([faults, generations, await realpath(dist)]).toEqual([[], 1, tree]);
  expect((await readdir(path.join(folder, '.dist'))).filter((name) => name.startsWith('.stage'))).toEqual([]);
});

releaseTest('concurrent builds in one checkout publish the same bytes as they would alone', async () => {
  const shops = await Promise.all(['minimal', 'taberna'].map(workshop));
  const SOURCE_DATE_EPOCH = '1709510400';
  const buildAlone = ({ content, dist }: Workshop) =>
    runScript('build', { BASE_URL: NOBODY, CONTENT_DIR: content, DIST_DIR: dist, SOURCE_DATE_EPOCH });
  expect((await Promise.all(shops.map(buildAlone))).map(({ code }) => code)).toEqual([0, 0]);
  const { minimal, taberna } = inject('dists');
  const sums = await Promise.all([...shops.map(({ dist }) => dist), minimal, taberna].map(sumsOf));
  expect(sums.slice(0, 2)).toEqual(sums.slice(2));
});

/** Returns the hash of each published file by path, without the log, whose key depends on DATA_DIR if BASE_URL isn't public. */
async function sumsOf(dist: string): Promise<Readonly<Record<string, string>>> {
  const { files } = generationDocument.parse(JSON.parse(await readFile(path.join(dist, 'generation.json'), 'utf8')));
  const published = Object.entries(files).filter(([file]) => !file.startsWith('/log/'));
  return Object.fromEntries(published.map(([file, { sha256 }]) => [file, sha256]));
}

test('a failed build leaves the last good one in place and served', async () => {
  const server = await serve({ DIST_DIR: shop.dist });
  const [tree, before] = [await realpath(shop.dist), await ask(server.url, '/reviews.json')];
  const good = await readFile(businessFile(), 'utf8');
  await writeFile(businessFile(), 'name: [');
  expect((await callScript('build', variables())).code).toBe(1);
  await server.generations.refresh();
  const after = await ask(server.url, '/reviews.json');
  await writeFile(businessFile(), good);
  await server.close();
  expect([after.status, after.text, after.headers.etag]).toEqual([200, before.text, before.headers.etag]);
  expect(await realpath(shop.dist)).toBe(tree);
  expect((await readdir(path.join(shop.folder, '.dist'))).filter((name) => name.startsWith('.stage'))).toEqual([]);
});

test('a killed build leaves the last good one intact, and the next one works', async () => {
  const server = await serve({ DIST_DIR: shop.dist });
  const before = await ask(server.url, '/reviews.json');
  await setName('Killed');
  const stages = async () => (await readdir(path.join(shop.folder, '.dist'))).filter((name) => name.startsWith('.stage'));
  const left = (await stages()).length;
  const script = startScript('build', variables());
  await expect.poll(stages, { interval: 5 }).toSatisfy((now: readonly string[]) => now.length > left);
  script.child.kill('SIGKILL');
  await script.ended;
  await server.generations.refresh();
  const after = await ask(server.url, '/reviews.json');
  expect([after.status, after.text]).toEqual([200, before.text]);
  await buildDocuments(shop.content, shop.dist);
  await server.generations.refresh();
  expect(JSON.parse((await ask(server.url, '/reviews.json')).text).business.name).toBe('Killed');
  await server.close();
});

test('a generation with a missing file is refused and logged once while the old one stays served, and a rebuild fixes it', async () => {
  // The clock stands still, so the server only looks when told to, not between the build and the damage.
  const server = await serve({ DIST_DIR: shop.dist }, 'origin', new ManualClock());
  const before = await ask(server.url, '/insights.json');
  await setName('Damaged');
  await buildDocuments(shop.content, shop.dist);
  const feed = path.join(await realpath(shop.dist), 'feed.xml');
  await rename(feed, `${feed}.away`);
  await server.generations.refresh();
  await server.generations.refresh();
  expect((await ask(server.url, '/insights.json')).text).toBe(before.text);
  expect(server.logged.filter(({ event }) => event === 'generation refused')).toHaveLength(1);
  await rm(`${feed}.away`);
  await buildDocuments(shop.content, shop.dist);
  await server.generations.refresh();
  expect(JSON.parse((await ask(server.url, '/reviews.json')).text).business.name).toBe('Damaged');
  expect((await ask(server.url, '/feed.xml')).status).toBe(200);
  await server.close();
});

test('changing SINCE_BUDGET_MB or SIDECAR_URL publishes a new generation', async () => {
  const other = await workshop('corner shop');
  await buildDocuments(other.content, other.dist, { SINCE_BUDGET_MB: '0' });
  expect(await buildDocuments(other.content, other.dist)).toContain(', new; ');
  expect(await readdir(path.join(other.dist, 'api/reviews/since'))).toContain('2023-07-04');
  expect(await buildDocuments(other.content, other.dist, { SIDECAR_URL: 'https://sidecar.example' })).toContain(', new; ');
  expect(await readFile(path.join(other.dist, '_redirects'), 'utf8')).toContain('https://sidecar.example/api/reviews/search');
});
