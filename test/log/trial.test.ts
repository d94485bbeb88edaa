import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { DEMO_NAME } from '../../scripts/build/last-publication.ts';
import { folderReader } from '../../scripts/log/previous-log.ts';
import { reviewId } from '../../site/content/identity.ts';
import { audit } from '../../site/log/audit.ts';
import { printVerifierKey, readCheckpoint } from '../../site/log/note.ts';
import { inconsistency, type SeenLog } from '../../site/log/published-log.ts';
import { roundsOf } from '../support/release-test.ts';
import { folder, liveSite } from './live-site.ts';
import { TestWitness } from './running-witness.ts';
import { entry, KEY, Shop } from './shop.ts';
import { signerOf } from './site-in-memory.ts';

const LOCAL = { BASE_URL: 'http://localhost:9' };
const [ann, bob, cyd] = [entry('ann'), entry('bob'), entry('cyd')];
const idOf = (name: string) => reviewId('2024-03-01', 'direct', name);
const checkpointOf = async (shop: Shop) => readCheckpoint(await shop.read('/log/checkpoint'));
const changesOf = async (shop: Shop) => (await shop.changes()).map(({ type, id }) => [type, id]);
const contentsOf = async (shop: Shop) => (await readdir(shop.data)).filter((name) => !name.startsWith('.')).sort();

test('the public log has nothing from local trials: it begins with the first build for a public address and has its own key', async () => {
  await using shop = await Shop.open();
  expect((await shop.build([entry('test')], LOCAL)).log).toEqual([
    'log: trial begun as localhost:9/log; the public log begins with the first build for a public BASE_URL',
    'log: 1 entry, 1 new (1 added)',
  ]);
  await shop.write([], [{ review: idOf('test'), date: '2026-01-01', reason: 'mistake' }]);
  await shop.build(undefined, LOCAL);
  expect((await changesOf(shop)).map(([type]) => type)).toEqual(['added', 'taken_down']);
  const trialKey = await shop.read('/log/key');
  expect(await contentsOf(shop)).toEqual(['trial-log.key']);

  await shop.write([ann]);
  expect((await shop.build()).log).toEqual([
    `log: begun as reviews.test:9/log; its key is in ${shop.data}/log.key: back it up, or keep it as LOG_KEY`,
    'log: 1 entry, 1 new (1 added)',
  ]);
  expect(await changesOf(shop)).toEqual([['added', idOf('ann')]]);
  expect((await shop.read('/log/key')).split('+')[2]).not.toBe(trialKey.split('+')[2]);
});

test('the public log has nothing from a local trial of the demo', async () => {
  await using shop = await Shop.open();
  const name = (text: string) => writeFile(path.join(shop.content, 'business.yaml'), `name: ${text}\n`);
  await name(DEMO_NAME);
  await shop.build([ann], LOCAL);
  await name('Acme');
  await shop.build([bob]);
  expect((await checkpointOf(shop)).origin).toBe('reviews.test:9/log');
  expect(await changesOf(shop)).toEqual([['added', idOf('bob')]]);
});

test('a trial uses neither LOG_KEY nor a witness', async () => {
  await using witness = await new TestWitness(printVerifierKey((await signerOf(1, 'localhost:9/log')).key)).start();
  await using shop = await Shop.open({ LOG_KEY: KEY, WITNESSES: await witness.setting() });
  await shop.build([ann], LOCAL);
  expect(witness.cosigned).toEqual([]);
  const key = await shop.read('/log/key');
  await using live = await liveSite();
  await shop.build([ann], { BASE_URL: live.publicUrl });
  expect((await shop.read('/log/key')).split('+')[2]).not.toBe(key.split('+')[2]);
});

test('a local build after a public one leaves the public log and its key alone, and the next public build continues that log', async () => {
  await using shop = await Shop.open();
  await shop.build([ann, bob]);
  const [before, key] = [await checkpointOf(shop), await readFile(path.join(shop.data, 'log.key'), 'utf8')];
  const { log } = await shop.build([ann, bob, cyd], LOCAL);
  expect(log).toEqual([
    'log: trial begun as localhost:9/log; the public log begins with the first build for a public BASE_URL',
    'log: 3 entries, 3 new (3 added)',
    expect.stringMatching(/^warning: DIST_DIR had the public site, .* the public log is kept in .*\/log-\w{8} for the next build/),
  ]);
  expect(await readFile(path.join(shop.data, 'log.key'), 'utf8')).toBe(key);
  expect((await shop.build([ann, bob], {}, '2026-01-02')).log).toEqual(['log: 2 entries, 0 new']);
  expect((await checkpointOf(shop)).root).toEqual(before.root);
  expect(await contentsOf(shop)).toEqual([expect.stringMatching(/^log-\w{8}\.json$/), 'log.key', 'trial-log.key']);
});

test("a takedown during a trial deletes the review's salt from the public log in DATA_DIR", async () => {
  await using shop = await Shop.open();
  await shop.build([ann, bob]);
  const openings = Object.values<{ id: string; salt: string }>(JSON.parse(await shop.read('/log/openings/0.json')));
  const salt = openings.find(({ id }) => id === idOf('bob'))?.salt ?? 'none';
  await shop.build(undefined, LOCAL);
  await shop.write([ann], [{ review: idOf('bob'), date: '2026-01-02', reason: 'legal' }]);
  await shop.build(undefined, LOCAL);
  const files = (await readdir(shop.data, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
  expect(files.length).toBeGreaterThan(5);
  for (const { parentPath, name } of files)
    expect([name, (await readFile(path.join(parentPath, name), 'utf8')).includes(salt)]).toEqual([name, false]);
  await shop.build();
  expect((await changesOf(shop)).at(-1)).toEqual(['taken_down', idOf('bob')]);
});

test('a trial that is served at the public address is not mistaken for the public log', async () => {
  await using live = await liveSite();
  await using shop = await Shop.open({ BASE_URL: live.publicUrl });
  await shop.build([ann]);
  live.answer = folder(shop.dist);
  await shop.build([ann], LOCAL);
  await shop.build([ann, bob]);
  expect(await changesOf(shop)).toEqual([
    ['added', idOf('ann')],
    ['added', idOf('bob')],
  ]);
});

test('after a local trial of another business, a public build needs --replace and starts a new log', async () => {
  await using shop = await Shop.open();
  await shop.build([ann]);
  await writeFile(path.join(shop.content, 'business.yaml'), 'name: Bolt\n');
  await shop.build([bob], LOCAL, '2026-01-01', { replace: true });
  const refused = await shop.build().catch((error: Error) => error.message);
  expect(refused).toMatch(
    /^log: the public log reviews\.test:9\/log is of "A name and nothing else" \(1 review\), and this content is "Bolt" with no review in common; nothing was published\n/,
  );
  await shop.build(undefined, {}, '2026-01-01', { replace: true });
  expect((await changesOf(shop)).map(([type]) => type)).toEqual(['log_began', 'added']);
});

test('the proof page of a trial is labeled as a trial', async () => {
  const page = await readFile(path.join(inject('dists').minimal, 'proof/index.html'), 'utf8');
  expect(page).toContain('This is a trial');
});

const build = fc.record({ isLocal: fc.boolean(), names: fc.subarray(['ann', 'bob', 'cyd', 'dee']) });

test('property: in any mix of local and public builds, the public log only grows, keeps its name and has only published reviews', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(build, { minLength: 3, maxLength: 6 }), async (builds) => {
      await using shop = await Shop.open();
      const published = new Set<string>();
      let seen: SeenLog | undefined;
      for (const { isLocal, names } of builds) {
        await shop.build(
          names.map((name) => entry(name)),
          isLocal ? LOCAL : {},
        );
        const { log, findings } = await audit(folderReader(shop.dist));
        expect(log.checkpoint.origin).toBe(isLocal ? 'localhost:9/log' : 'reviews.test:9/log');
        if (isLocal) continue;
        for (const name of names) published.add(idOf(name));
        expect(seen && (await inconsistency(seen, log))).toBeUndefined();
        expect(findings.every(({ kind }) => kind === 'unexplained')).toBe(true);
        expect(new Set((await shop.changes()).map(({ id }) => id))).toEqual(published);
        seen = { key: printVerifierKey(log.key), checkpoint: log.checkpoint.note };
      }
    }),
    { numRuns: roundsOf(4) },
  );
});
