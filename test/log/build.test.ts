import { readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { DEMO_NAME } from '../../scripts/build/last-publication.ts';
import { purge } from '../../scripts/build/swap.ts';
import { reviewId } from '../../site/content/identity.ts';
import { readCheckpoint } from '../../site/log/note.ts';
import { callScript } from '../support/call-command.ts';
import { printDocuments } from '../support/print-documents.ts';
import { folder, liveSite, nothing } from './live-site.ts';
import { entry, isDated, KEY, OTHER_KEY, Shop } from './shop.ts';

const [ann, bob, cyd] = [entry('ann'), entry('bob', { rating: 1 }), entry('cyd')];
const idOf = (name: string) => reviewId('2024-03-01', 'direct', name);
const checkpointOf = async (shop: Shop) => readCheckpoint(await shop.read('/log/checkpoint'));
const typesOf = async (shop: Shop) => (await shop.changes()).map(({ type }) => type);
/** An address where nothing listens. */
const nobody = 'http://0.0.0.0:9';
const stopped = (shop: Promise<unknown>) =>
  shop.then(
    () => 'built',
    (error: Error) => error.message,
  );

test('the first build makes a key that only its owner can read and starts a log, and a build without news changes nothing', async () => {
  await using shop = await Shop.open();
  const { log } = await shop.build([ann, bob]);
  expect(log).toEqual([
    `log: begun as reviews.test:9/log; its key is in ${shop.data}/log.key: back it up, or keep it as LOG_KEY`,
    'log: 2 entries, 2 new (2 added)',
  ]);
  expect((await stat(path.join(shop.data, 'log.key'))).mode & 0o777).toBe(0o600);
  const again = await shop.build(undefined, {}, '2027-05-05');
  expect([again.changed, again.log]).toEqual([false, ['log: 2 entries, 0 new']]);
});

test('a review that disappears without a reason is logged as withdrawn, and the build warns', async () => {
  await using shop = await Shop.open();
  await shop.build([ann, bob]);
  expect((await shop.build([ann])).log).toEqual([
    'log: 3 entries, 1 new (1 withdrawn)',
    `warning: log: ${idOf('bob')} disappeared from the content, and the log now shows this as unexplained. Bring them back, or list them in takedowns.yaml with a reason`,
  ]);
  expect((await shop.changes())[2]).toEqual({
    index: 2,
    type: 'withdrawn',
    id: idOf('bob'),
    date: '2026-01-01',
    reason: 'unexplained',
    review: null,
  });
});

test('a takedown is logged with its reason, and after a purge no generated file has the text, its salt or the note', async () => {
  await using shop = await Shop.open();
  await shop.build([ann, entry('bob', { text: 'Unmistakable words.' })]);
  const { salt } = JSON.parse(await shop.read('/log/openings/0.json'))[1] as { salt: string };
  await shop.write([ann], [{ review: idOf('bob'), date: '2026-01-02', reason: 'personal_data', note: 'A private note.' }]);
  await shop.build();
  await purge(shop.dist);
  expect((await shop.changes()).at(-1)).toMatchObject({ type: 'taken_down', id: idOf('bob'), reason: 'personal_data' });
  const files = (await readdir(shop.folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
  expect(files.length).toBeGreaterThan(50);
  for (const { parentPath, name } of files) {
    const body = await readFile(path.join(parentPath, name));
    const plain = name.endsWith('.br') ? brotliDecompressSync(body) : name.endsWith('.gz') ? gunzipSync(body) : body;
    const isOurs = parentPath.startsWith(shop.content);
    expect([name, plain.includes('Unmistakable'), plain.includes(salt), !isOurs && plain.includes('private note')]).toEqual([
      name,
      false,
      false,
      false,
    ]);
  }
});

test('other documents do not depend on the log, its key or the date', async () => {
  await using live = await liveSite(nothing);
  await using one = await Shop.open({ BASE_URL: live.publicUrl });
  await using other = await Shop.open({ LOG_KEY: KEY, BASE_URL: live.publicUrl });
  await one.build([ann]);
  const first = await one.build([ann, bob]);
  const second = await other.build([ann, bob], {}, '2029-09-09');
  const bytesOf = ({ generation: { files } }: typeof first) =>
    Object.entries(files).flatMap(([name, { sha256 }]) => (isDated(name) ? [] : [[name, sha256]]));
  expect(bytesOf(second)).toEqual(bytesOf(first));
});

test('the same history and key produce the same bytes on another machine', async () => {
  await using live = await liveSite(nothing);
  await using one = await Shop.open({ LOG_KEY: KEY, BASE_URL: live.publicUrl });
  await using other = await Shop.open({ LOG_KEY: KEY, BASE_URL: live.publicUrl });
  for (const shop of [one, other]) {
    await shop.build([ann]);
    await shop.build([ann, bob], {}, '2026-01-02');
  }
  expect((await one.build()).generation).toEqual((await other.build()).generation);
});

test('a build with a key but no log starts one if the live site answers 404', async () => {
  await using live = await liveSite(nothing);
  await using shop = await Shop.open({ LOG_KEY: KEY, BASE_URL: live.publicUrl });
  expect((await shop.build([ann])).log[0]).toBe(`log: begun as ${new URL(live.publicUrl).host}/log`);
});

test('a build with a key but no log stops if the live site cannot be reached', async () => {
  await using shop = await Shop.open({ LOG_KEY: KEY });
  expect(await stopped(shop.build([ann]))).toMatch(
    /^log: there is a key and no public log in DIST_DIR, and the live site, which may have one, can't be reached \(.+\)\. Build where .* npm run build -- --new-log$/,
  );
  expect(await readdir(shop.folder)).not.toContain('dist');
});

test('a build with neither key nor log starts a log even if the live site cannot be reached', async () => {
  await using shop = await Shop.open({ BASE_URL: nobody });
  expect((await shop.build([ann])).log[0]).toMatch(/^log: begun as 0\.0\.0\.0:9\/log; its key is in /);
});

test('a build stops if the key of its log is missing or different', async () => {
  await using shop = await Shop.open();
  await shop.build([ann]);
  const before = await shop.read('/log/checkpoint');
  expect(await stopped(shop.build([ann, bob], { LOG_KEY: OTHER_KEY }))).toMatch(
    /^log: the log was signed with reviews\.test:9\/log\+\S+, and this machine has another key\./,
  );
  await shop.forget('data');
  expect(await stopped(shop.build([ann, bob]))).toMatch(
    /^log: the log was signed with reviews\.test:9\/log\+\S+, and this machine has no key\./,
  );
  expect(await shop.read('/log/checkpoint')).toBe(before);
});

test('a build continues the live site’s log if its own is missing or older', async () => {
  await using live = await liveSite();
  await using first = await Shop.open({ LOG_KEY: KEY, BASE_URL: live.publicUrl });
  await using second = await Shop.open({ LOG_KEY: KEY, BASE_URL: live.publicUrl });
  await first.build([ann]);
  live.answer = folder(first.dist);
  await second.build([ann, bob]);
  expect(await typesOf(second)).toEqual(['added', 'added']);
  // The first machine has not seen what the second one published.
  live.answer = folder(second.dist);
  await first.build([cyd, bob, ann]);
  expect(await typesOf(first)).toEqual(['added', 'added', 'added']);
  expect(await first.read('/log/tile/entries/000.p/2')).toBe(await second.read('/log/tile/entries/000.p/2'));
});

test('a build stops if two machines have published different logs', async () => {
  await using live = await liveSite();
  await using first = await Shop.open({ LOG_KEY: KEY, BASE_URL: live.publicUrl });
  await using second = await Shop.open({ LOG_KEY: KEY, BASE_URL: live.publicUrl });
  await first.build([ann]);
  await second.build([bob]);
  live.answer = folder(first.dist);
  expect(await stopped(second.build([bob, cyd]))).toMatch(
    /^log: the log of the live site \(1 entries\) is not a prefix of the one of the DIST_DIR \(1 entries\): two machines have published\. Build where /,
  );
  await first.build([ann, bob, cyd]);
  expect(await stopped(second.build([bob, cyd]))).toMatch(
    /^log: the log of the DIST_DIR \(1 entries\) is not a prefix of the one of the live site \(3 entries\)/,
  );
});

test('a build stops after a rollback to an older generation', async () => {
  await using shop = await Shop.open({ LOG_KEY: KEY, BASE_URL: nobody });
  await shop.build([ann], {}, '2026-01-01', { newLog: true });
  const older = await realpath(shop.dist);
  await shop.build([ann, bob]);
  await rm(shop.dist);
  await symlink(older, shop.dist);
  expect(await stopped(shop.build([ann, cyd]))).toMatch(
    /^log: this machine last published 2 entries of 0\.0\.0\.0:9\/log\S*, and the log found now, with 1 entries of \S+, doesn't continue it: an older state was restored/,
  );
});

test('a site that moves keeps its log and its origin', async () => {
  await using shop = await Shop.open();
  await shop.build([ann]);
  await shop.build([ann, bob], { BASE_URL: 'http://moved.test:9' });
  expect(await checkpointOf(shop)).toMatchObject({ origin: 'reviews.test:9/log', size: 2 });
});

test('--new-log starts a log with another origin, whose first entry has the last checkpoint of the old log', async () => {
  await using shop = await Shop.open();
  await shop.build([ann, bob]);
  const old = await shop.read('/log/checkpoint');
  const { log } = await shop.build([ann, bob], {}, '2026-02-02', { newLog: true });
  expect(log).toEqual(['log: begun as reviews.test:9/log/2', 'log: 3 entries, 3 new (1 log_began, 2 added)']);
  const [first] = (await shop.read('/log/tile/entries/000.p/3')).split('}');
  expect(JSON.parse(`${first?.slice(2)}}`)).toEqual({ date: '2026-02-02', previous: old, type: 'log_began' });
  await shop.build([ann], {}, '2026-02-03', { newLog: true });
  expect((await checkpointOf(shop)).origin).toBe('reviews.test:9/log/3');
  expect((await shop.build()).changed).toBe(false);
});

test('of two builds at once, the one that finishes last stops and asks to be run again', async () => {
  await using shop = await Shop.open();
  await shop.build([ann]);
  await shop.write([ann, bob]);
  const slow = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const first = shop.build(undefined, {}, '2026-01-02', {
    print: async (...site) => {
      began.resolve();
      await slow.promise;
      return printDocuments(...site);
    },
  });
  await began.promise;
  await shop.build([ann, cyd]);
  slow.resolve();
  expect(await stopped(first)).toBe('log: another build has published since this one began; run it again');
  expect((await shop.changes()).map(({ id }) => id)).toEqual([idOf('ann'), idOf('cyd')]);
});

test('a business that replaces the demo or another business starts its own log', async () => {
  await using shop = await Shop.open();
  const name = (text: string) => writeFile(path.join(shop.content, 'business.yaml'), `name: ${text}\n`);
  await name(DEMO_NAME);
  await shop.build([ann]);
  await name('Acme');
  await shop.build([bob]);
  expect([(await checkpointOf(shop)).origin, await typesOf(shop)]).toEqual(['reviews.test:9/log/2', ['log_began', 'added']]);
  await name('Bolt');
  await shop.build([cyd], {}, '2026-01-01', { replace: true });
  expect([(await checkpointOf(shop)).origin, await typesOf(shop)]).toEqual(['reviews.test:9/log/3', ['log_began', 'added']]);
});

test('LOG_KEY=NEW,OLD logs a key change, after which NEW alone works and OLD does not', async () => {
  await using live = await liveSite(nothing);
  await using shop = await Shop.open({ BASE_URL: live.publicUrl });
  await shop.build([ann], { LOG_KEY: OTHER_KEY });
  const old = await shop.read('/log/key');
  await shop.build([ann, bob], { LOG_KEY: `${KEY},${OTHER_KEY}` });
  expect(await typesOf(shop)).toEqual(['added', 'key_changed', 'added']);
  expect(await shop.read('/log/key')).not.toBe(old);
  expect((await shop.build(undefined, { LOG_KEY: KEY })).changed).toBe(false);
  expect(await stopped(shop.build(undefined, { LOG_KEY: OTHER_KEY, BASE_URL: nobody }))).toMatch(/ this machine has another key\./);
});

test('a build stops if the log is damaged, and names the missing file', async () => {
  await using shop = await Shop.open();
  await shop.build([ann], { BASE_URL: nobody });
  await rm(path.join(shop.dist, 'log/openings/0.json'));
  expect(await stopped(shop.build([ann, bob], { BASE_URL: nobody }))).toMatch(
    /^log: the log of the DIST_DIR is damaged \(\/log\/openings\/0\.json is missing\); restore it, or start a new log/,
  );
});

test.each([
  [
    'LOG_KEY',
    'secret',
    'environment: LOG_KEY: write what openssl rand -base64 32 makes, or two such keys with a comma between, the new one first',
  ],
  ['WITNESSES', 'w1', /^environment: WITNESSES=w1: write a verifier key and an address for each/],
  ['WITNESSES', './missing.policy', /^environment: WITNESSES=\.\/missing\.policy: ENOENT/],
  ['WITNESSES', `w1+00000000+${KEY} https://witness.example`, /^environment: WITNESSES: w1\+.* is not the verifier key of a witness/],
])('%s=%s is rejected with a helpful message', async (name, value, message) => {
  await using shop = await Shop.open();
  expect(await stopped(shop.build([ann], { [name]: value }))).toEqual(
    typeof message === 'string' ? message : expect.stringMatching(message),
  );
});

test('npm run build prints a summary of the log and accepts --new-log', async () => {
  await using live = await liveSite(nothing);
  await using shop = await Shop.open({ LOG_KEY: KEY, BASE_URL: live.publicUrl });
  await shop.write([ann]);
  const build = (...args: readonly string[]) => callScript('build', shop.variables(), args);
  const { stdout } = await build();
  expect(stdout).toMatch(/^[^\n]*: 1 review, /);
  expect(stdout).toContain('log: 1 entry, 1 new (1 added)\n');
  const again = await build('--new-log');
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining(`log: begun as ${new URL(live.publicUrl).host}/log/2\n`)]);
});
