import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { commandLineFor } from '../../scripts/cli/settings.ts';
import { dismissWaiting, readWatch } from '../../scripts/content/watch-state.ts';
import type { ImportOptions } from '../../scripts/import/plan.ts';
import { lookOnce } from '../../scripts/import/watch.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { takeoutOf, zipOf } from '../support/archives.ts';
import { buildDocuments, callScript } from '../support/call-command.ts';
import { type Importer, newImporter } from '../support/importer.ts';
import { releaseTest } from '../support/release-test.ts';
import { NOBODY, root, runScript, startScript } from '../support/run-script.ts';

let importer: Importer;
let inbox: string;
let published: number;
let events: string[];

beforeEach(async () => {
  importer = await newImporter();
  inbox = path.join(importer.folder, 'in box');
  [published, events] = [0, []];
  await mkdir(inbox);
});

const REVIEWS = Array.from({ length: 20 }, (_, index) => ({ id: `r${index}`, author: `Ann ${index}` }));
const day = (count: number) => new Date(Date.UTC(2025, 0, count));
const takeout = (count: number, made: number, location?: string) => zipOf(takeoutOf(REVIEWS.slice(0, count), location), day(made));
const put = (name: string, bytes: string | Uint8Array) => writeFile(path.join(inbox, name), bytes);
const state = async () => (await readWatch(importer.dataDir)) ?? { waiting: [], done: [] };
const waiting = async () => (await state()).waiting.map(({ files, reason }) => `${reason}: ${files.map((one) => path.basename(one))}`);

const variables = () => ({ CONTENT_DIR: importer.content, DATA_DIR: importer.dataDir });
const settings = () => ({ ...variables(), commandLine: commandLineFor({}) });

/** Looks twice, because a file counts as complete if it didn't change between two looks. */
async function look(options: ImportOptions = {}, publish = async () => void published++): Promise<void> {
  for (let count = 0; count < 2; count++) {
    await lookOnce({ folder: inbox, settings: settings(), options, now: () => new Date(), publish, onEvent: (text) => events.push(text) });
  }
}

describe('a watched folder', () => {
  test('is imported and published once', async () => {
    await put('takeout-1.zip', await takeout(3, 1));
    await look();
    await look();
    expect([importer.published().length, published, await waiting()]).toEqual([3, 1, []]);
    expect(JSON.parse(await importer.read('imports.json'))).toHaveLength(1);
    expect(events).toEqual([expect.stringMatching(/takeout-1\.zip\n3 added, 0 changed/)]);
  });

  test('with a copy, renamed or with another time, is only imported once', async () => {
    await put('takeout-1.zip', await takeout(3, 1));
    await look();
    await put('takeout-1 (1).zip', await takeout(3, 1));
    await rename(path.join(inbox, 'takeout-1.zip'), path.join(inbox, 'other.zip'));
    await utimes(path.join(inbox, 'other.zip'), new Date(1e9), new Date(1e9));
    await look();
    expect([published, JSON.parse(await importer.read('imports.json')).length]).toEqual([1, 1]);
  });

  test('with a file that is still being written imports it once it’s complete', async () => {
    const bytes = await takeout(3, 1);
    await put('takeout-1.zip', bytes.subarray(0, bytes.length / 2));
    await look();
    expect([published, await waiting()]).toEqual([0, ['unreadable: takeout-1.zip']]);
    await put('takeout-1.zip', bytes);
    await look();
    expect([published, importer.published().length, await waiting()]).toEqual([1, 3, []]);
  });

  test('with the parts of a Takeout imports them once all have arrived', async () => {
    const [first, second] = [await zipOf(takeoutOf(REVIEWS.slice(0, 5)), day(1)), await zipOf(takeoutOf(REVIEWS.slice(5), '30'), day(1))];
    await put('takeout-20250101T000000Z-002.zip', second);
    await look({ locations: ['all'] });
    expect(await waiting()).toEqual(['unreadable: takeout-20250101T000000Z-002.zip']);
    await put('takeout-20250101T000000Z-001.zip', first);
    await look({ locations: ['all'] });
    expect([published, importer.published().length, await waiting()]).toEqual([1, 20, []]);
  });

  test('without its state, as after a kill, imports the export again without changes and publishes', async () => {
    await put('takeout-1.zip', await takeout(3, 1));
    await look();
    await rm(path.join(importer.dataDir, 'import-watch.json'));
    await look();
    expect([published, importer.published().length, events.at(-1)]).toEqual([2, 3, expect.stringContaining('0 added, 0 changed')]);
  });

  test('with an older export changes nothing', async () => {
    await put('b.zip', await takeout(20, 20));
    await look();
    await put('a.zip', await takeout(3, 2));
    await look();
    expect(importer.published()).toHaveLength(20);
  });

  test('with other files ignores them', async () => {
    await put('photos.zip', await zipOf({ 'a.jpg': 'x' }, day(1)));
    await put('bank.csv', 'day,amount\n2025-01-01,3\n');
    await put('settings.json', '{"a":1}');
    await look();
    expect([published, await waiting(), (await state()).done.map(({ outcome }) => outcome)]).toEqual([
      0,
      [],
      ['ignored', 'ignored', 'ignored'],
    ]);
  });
});

describe('an export waits for a person', () => {
  test('if the removal guard refuses it, until they import it themselves', async () => {
    await put('1.zip', await takeout(20, 1));
    await look();
    await put('2.zip', await takeout(3, 2));
    await look();
    await look();
    expect([importer.published().length, published, await waiting()]).toEqual([20, 1, ['removals: 2.zip']]);
    const [one] = (await state()).waiting;
    expect(one?.message).toMatch(/^17 of 20 reviews of locations\/20 would be marked as removed/);
    expect(JSON.parse(await readFile(path.join(importer.dataDir, 'import-watch.json'), 'utf8'))).toHaveProperty('waiting.0.reason');
    await importer.run(path.join(inbox, '2.zip'), '--remove');
    await look();
    expect([importer.published().length, await waiting()]).toEqual([3, []]);
    expect((await state()).done.at(-1)).toMatchObject({ sha256: one?.sha256, report: 'settled by hand' });
  });

  test('under its new name, if a sync client renames it', async () => {
    await put('a.csv', 'date,rating,author\n2025-01-01,5,Ann\n');
    await look();
    await rename(path.join(inbox, 'a.csv'), path.join(inbox, 'b.csv'));
    await look();
    expect(await waiting()).toEqual(['vouch: b.csv']);
  });

  test.each<readonly [reason: string, name: string, bytes: () => Promise<string | Buffer>]>([
    ['question', 'two.zip', () => zipOf({ ...takeoutOf(REVIEWS.slice(0, 1)), ...takeoutOf(REVIEWS.slice(1, 2), '30') }, day(1))],
    ['question', 'two-texts.csv', async () => 'date,rating,text,comment\n2025-01-01,5,Fine work,call back\n'],
    ['question', 'remarks.csv', async () => 'date,rating,author,remarks\n2025-01-01,5,Ann,Fine work all week\n'],
    ['vouch', 'own.csv', async () => 'date,rating,author\n2025-01-01,5,Ann\n'],
    ['refused', 'trustpilot.csv', async () => 'review_id,review_created_utc,review_stars\na,never,5\n'],
    [
      'business',
      'apify.json',
      async () =>
        JSON.stringify([{ reviewId: 'a', stars: 5, publishedAtDate: '2025-01-01', name: 'Ann', title: 'Bakery Zimt', placeId: 'ChIJx' }]),
    ],
  ])('with the reason %s: %s', async (reason, name, bytes) => {
    await put(name, await bytes());
    await look();
    expect([published, await waiting(), events.length]).toEqual([0, [`${reason}: ${name}`], 1]);
    await look();
    expect(events).toHaveLength(1);
  });

  test('until they dismiss it or remove it', async () => {
    await put('a.csv', 'date,rating,author\n2025-01-01,5,Ann\n');
    await put('b.csv', 'date,rating,author\n2025-01-01,5,Ben\n');
    await look();
    const [a] = (await state()).waiting;
    expect(await dismissWaiting(importer.dataDir, a?.sha256 ?? '', new Date())).toBe(true);
    await look();
    expect(await waiting()).toEqual(['vouch: b.csv']);
    await rm(path.join(inbox, 'b.csv'));
    await look();
    expect(await waiting()).toEqual([]);
  });

  test('until they dismiss it while the folder is being looked at', async () => {
    await put('a.csv', 'date,rating,author\n2025-01-01,5,Ann\n');
    await put('1.zip', await takeout(3, 1));
    await lookOnce({ folder: inbox, settings: settings(), now: () => new Date(), publish: async () => {}, onEvent: () => {} });
    await put('2.zip', await takeout(4, 2));
    await look({}, async () => {
      for (const { sha256 } of (await state()).waiting) await dismissWaiting(importer.dataDir, sha256, new Date());
    });
    await look();
    expect(await waiting()).toEqual([]);
    expect((await state()).done.map(({ outcome }) => outcome).toSorted()).toEqual(['ignored', 'imported', 'imported']);
  });

  test('but no message of it or of earlier ones is kept after a takedown, and it waits again', async () => {
    await put('1.zip', await takeout(3, 1));
    await put('remarks.csv', 'date,rating,author,remarks\n2025-01-01,5,Ann,Fine work all week\n');
    await look();
    const kept = () => readFile(path.join(importer.dataDir, 'import-watch.json'), 'utf8');
    expect(await kept()).toContain('Fine work');
    const [{ id = '' } = {}] = importer.published();
    expect((await callScript('review', variables(), ['takedown', id])).code).toBe(0);
    expect(await kept()).not.toMatch(/Fine work|3 added/);
    await look();
    expect([await waiting(), published]).toEqual([['question: remarks.csv'], 1]);
    await writeFile(path.join(importer.dataDir, 'import-watch.json'), '{"waiting":"Fine work');
    expect((await callScript('review', variables(), ['takedown', importer.published()[0]?.id ?? ''])).code).toBe(0);
    expect(await state()).toEqual({ waiting: [], done: [] });
  });

  test('until the site can be published, which every look retries', async () => {
    await put('1.zip', await takeout(3, 1));
    const fails = async () => {
      throw new SetupError('build: the disk is full');
    };
    await look({}, fails);
    await look({}, fails);
    expect([await waiting(), JSON.parse(await importer.read('imports.json')).length]).toEqual([['failed: 1.zip'], 1]);
    expect(events).toEqual([expect.stringContaining('3 added'), 'build: the disk is full']);
    await rm(path.join(inbox, '1.zip'));
    await look();
    expect([published, await waiting(), importer.published().length]).toEqual([1, [], 3]);
    expect((await state()).done).toMatchObject([{ outcome: 'imported', report: expect.stringContaining('3 added') }]);
  });

  test('until the site can be published, and an undo in the meantime is final', async () => {
    await put('1.zip', await takeout(3, 1));
    await look({}, () => Promise.reject(new SetupError('build: the disk is full')));
    await importer.run('--undo');
    await look();
    expect([published, await waiting(), importer.published().length]).toEqual([1, [], 0]);
  });

  test('until the content is valid', async () => {
    await put('1.zip', await takeout(3, 1));
    const policy = path.join(importer.content, 'policy.yaml');
    await writeFile(policy, 'names: wrong\n');
    await look();
    expect(await waiting()).toEqual(['failed: 1.zip']);
    await rm(policy);
    await look();
    expect([published, await waiting()]).toEqual([1, []]);
  });
});

releaseTest(
  'import --watch watches a real folder across restarts, publishes its pages, and warns of older generations with taken-down texts',
  async () => {
    const dist = path.join(importer.folder, 'dist');
    const variables = { BASE_URL: NOBODY, CONTENT_DIR: importer.content, DATA_DIR: importer.dataDir, DIST_DIR: dist };
    const args = ['--watch', inbox, '--once'];
    await importer.run(await importer.file('takeout-1.zip', await takeout(3, 1)));
    await buildDocuments(importer.content, dist, variables);
    const [{ id = '' } = {}] = importer.published();
    expect((await callScript('review', variables, ['takedown', id])).code).toBe(0);
    await put('takeout-2.zip', await takeout(4, 2));
    expect(await callScript('import', variables, args)).toEqual({ code: 0, stdout: '', stderr: '' });
    const { code, stdout } = await runScript('import', variables, root, args);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/1 added.*Importer: 3 reviews.*warning: the hub/s)]);
    expect(stdout).toMatch(/warning: older generations contain reviews that were taken down; to delete them: .*--purge\n$/);
    expect(await readFile(path.join(dist, 'index.html'), 'utf8')).toContain('Importer');
    expect(await callScript('import', variables, args)).toEqual({ code: 0, stdout: '', stderr: '' });
  },
);

test.each([
  [['--watch', 'x', 'y.zip'], 'import: --watch takes one folder, and no file such as y.zip'],
  [['--watch', 'x', '--remove'], "import: --remove can't be used with --watch"],
  [['--once', 'y.zip'], 'import: --once only works with --watch'],
  [['--watch', 'nowhere', '--once'], /^import --watch: .*nowhere cannot be read \(ENOENT\)$/],
] as const)('%j is refused', async (args, message) => {
  const { code, stderr } = await importer.run(...args);
  expect([code, stderr.trim()]).toEqual([1, typeof message === 'string' ? message : expect.stringMatching(message)]);
});

test('import --watch prints what it waits for, how often it looks and what it does', async () => {
  const watch = startScript('import', variables(), root, ['--watch', inbox]);
  const printed = await watch.seen(/Stop with/);
  watch.child.kill();
  await watch.ended;
  expect(printed).toBe(
    `watching ${inbox} for *.zip, *.tgz, *.tar.gz, *.xlsx, *.csv, *.tsv, *.json, *.ndjson, *.jsonl, *.csv.gz, *.tsv.gz, *.json.gz, *.ndjson.gz, *.jsonl.gz
It looks every 5 minutes. An export that is the same at two looks, also one that is already there, is imported and the site is published.
That is 5 to 10 minutes after it's complete. Exports that need you are listed in ${path.join(importer.dataDir, 'import-watch.json')}. Stop with Ctrl-C.
`,
  );
});
