import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { exportFixture, type Files, type GoogleReview, googleReview, takeoutOf, tgzOf, zipOf } from '../support/archives.ts';
import { type Importer, newImporter } from '../support/importer.ts';
import { root } from '../support/run-script.ts';

const exports = path.join(root, 'test/fixtures/exports');
const TAKEOUT = exportFixture('google-takeout');
const MADE = new Date('2024-08-01T12:00:00Z');

let importer: Importer;
beforeEach(async () => {
  importer = await newImporter();
});

const zip = async (files: Files, modified = MADE, name = 'takeout.zip') => importer.file(name, await zipOf(files, modified));
const seen = () =>
  importer.published().map(({ date, rating, author, text, owner_reply }) => [date, rating, author, text, owner_reply?.text ?? null]);

/** Location 20 of the fixture, as a reader should see it. */
const LOCATION_20 = [
  ['2024-06-02', 1, 'Anonymous', 'Never showed up.', null],
  ['2024-05-10', 5, 'Dana', 'Súper rápido', null],
  ['2024-05-09', 2, 'Chloé', 'La facture était trop salée.', null],
  ['2024-05-08', 3, 'Ben', 'Had to call twice.', null],
  ['2024-05-06', 5, 'Ann B.', 'Came on time, "really".\n\nWould call again 👍', 'Thanks, Ann!'],
];

describe('a Google Takeout', () => {
  test.each([
    ['a zip archive', async () => zip(TAKEOUT)],
    ['a tgz archive with any name', async () => importer.file('download', await tgzOf(TAKEOUT, MADE))],
    ['a folder', async () => path.join(exports, 'google-takeout')],
    [
      'a folder with another name, as Windows unpacks it',
      async () => {
        const folder = path.join(importer.folder, 'my export');
        await cp(path.join(exports, 'google-takeout/Takeout/Google Business Profile'), path.join(folder, 'Google-Unternehmensprofil'), {
          recursive: true,
        });
        return folder;
      },
    ],
  ])('is imported from %s: original texts, rating-only reviews, the newest version of each review', async (_what, make) => {
    const result = await importer.run(await make(), '--location', '20');
    expect(result.stderr).toBe('');
    expect(result.stdout).toMatch(
      /refused: .*reviews-CAEQAg\.json reviews\[0\]: starRating "STAR_RATING_UNSPECIFIED": not ONE to FIVE, so it has no stars to publish\n/,
    );
    expect(result.stdout).toContain('5 added, 0 changed, 0 unchanged, 2 older versions, 1 refused, 1 not published\n');
    expect(seen()).toEqual(LOCATION_20);
    expect(importer.published()[0]?.verification).toEqual({
      method: 'platform_account',
      verified_at: new Date().toISOString().slice(0, 10),
    });
  });

  test('with several locations lists their names and counts to choose from, and changes nothing', async () => {
    const file = await zip(TAKEOUT);
    const list = '  --location 20  Harbor & Pine Electric, 5 reviews\n  --location 30  Harbor & Pine, Southport, 1 review\n';
    expect(await importer.run(file)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${file}: has reviews of 2 locations; choose one or more, or --location all:\n${list}`,
    });
    expect((await importer.run(file, '--location', 'Pinewood')).stderr).toBe(
      `${file}: has no location "Pinewood"; choose one of these:\n${list}`,
    );
    expect(importer.published()).toEqual([]);
  });

  test.each([
    [['harbor & pine, southport'], 1],
    [['20', '30'], 6],
    [['all'], 6],
  ])('imports the locations %j', async (names, count) => {
    await importer.run(await zip(TAKEOUT), ...names.flatMap((name) => ['--location', name]));
    expect(importer.published()).toHaveLength(count);
  });

  test('is recorded in imports.json with the location that it’s complete for and its export time', async () => {
    await importer.run(await zip(TAKEOUT), '--location', '20');
    const [entry] = JSON.parse(await importer.read('imports.json'));
    expect(entry).toEqual({
      id: expect.stringMatching(/^google-[0-9a-f]{16}$/),
      at: expect.stringMatching(/^\d{4}-/),
      files: ['takeout.zip'],
      source: 'google',
      complete: [{ scope: 'locations/20', exported_at: '2024-08-01T12:00:00Z' }],
      added: 5,
      changed: 0,
      removed: 0,
      refused: 1,
      run: 1,
      places: ['locations/20'],
    });
    expect(await importer.stored()).toContainEqual(
      expect.objectContaining({ verification: expect.objectContaining({ import: entry.id }) }),
    );
  });

  test('imported location by location is recorded as complete for each', async () => {
    for (const location of ['20', '30']) await importer.run(await zip(TAKEOUT), '--location', location);
    const imports = JSON.parse(await importer.read('imports.json')) as { complete: { scope: string }[] }[];
    expect(imports.map(({ complete }) => complete.map(({ scope }) => scope))).toEqual([['locations/20'], ['locations/30']]);
  });

  test('without reviews reports which files it contains', async () => {
    const files = { 'Takeout/archive_browser.html': '<html></html>', 'Takeout/photo.jpg': 'x' };
    const file = await zip(files);
    expect((await importer.run(file)).stderr).toBe(
      `${file}: contains no Google Business Profile reviews, JSON, CSV or .xlsx, but Takeout/archive_browser.html, Takeout/photo.jpg\n`,
    );
  });

  test.each([
    ['as a single file', async () => path.join(exports, 'google-takeout/Takeout/Maps (your places)/Reviews.json')],
    ['in an archive', async () => zip(Object.fromEntries(Object.entries(TAKEOUT).filter(([name]) => name.includes('Maps'))))],
  ])('with reviews that you wrote on Google Maps, %s, is refused as such', async (_what, make) => {
    const { code, stderr } = await importer.run(await make());
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("Reviews.json: has the reviews that you wrote on Google Maps, not your business's"),
    ]);
  });

  test('in parts needs all parts at once, or --partial', async () => {
    const [first, second] = [takeoutOf([{ id: 'a' }]), takeoutOf([{ id: 'b' }])];
    const one = await zip(first, MADE, 'takeout-20240801T120000Z-001.zip');
    const two = await zip(second, MADE, 'takeout-20240801T120000Z-002.zip');
    expect((await importer.run(two)).stderr).toBe(
      `${two}: is one part of a Takeout; import all parts together (missing: takeout-20240801T120000Z-001.zip), or use --partial\n`,
    );
    expect((await importer.run(one)).stderr).toContain('missing: takeout-20240801T120000Z-002.zip');
    expect(await importer.counts(one, two)).toBe('2 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published');
    expect(await importer.counts(one, '--partial')).toBe('0 added, 0 changed, 1 unchanged, 0 older versions, 0 refused, 0 not published');
  });
});

describe('a damaged, encrypted or oversized archive changes nothing', () => {
  test.each<readonly [what: string, make: () => Promise<Buffer>, says: RegExp]>([
    ['a zip cut short', async () => (await zipOf(TAKEOUT, MADE)).subarray(0, 900), /the archive is damaged \(.+\); download it again/],
    ['a tgz cut short', async () => (await tgzOf(TAKEOUT, MADE)).subarray(0, 900), /the archive is damaged \(.+\); download it again/],
    [
      'a gzipped file cut short',
      async () => gzipSync('date,rating\n2024-01-02,5\n').subarray(0, 30),
      /the archive is damaged \(.+\); download it again/,
    ],
    ['a gzipped file without reviews', async () => gzipSync('{"reviews":[]}'), /contains no reviews; nothing was imported/],
    [
      'an encrypted zip',
      async () => {
        const bytes = await zipOf(takeoutOf([{ id: 'a' }]), MADE);
        // APPNOTE.TXT 4.4.4: bit 0 of the general purpose flag, in the local header and in the central directory.
        for (const [signature, offset] of [
          ['PK\x03\x04', 6],
          ['PK\x01\x02', 8],
        ] as const)
          bytes.writeUInt8(bytes.readUInt8(bytes.indexOf(signature) + offset) | 1, bytes.indexOf(signature) + offset);
        return bytes;
      },
      /is encrypted; unpack the archive with its password and import the folder/,
    ],
    [
      'a zip bomb',
      () => zipOf({ 'account-1/location-2/reviews.json': ' '.repeat(40_000_000) }, MADE),
      /unpacks to more than 200 times its size/,
    ],
    [
      'a tgz bomb',
      () => tgzOf({ 'account-1/location-2/reviews.json': ' '.repeat(40_000_000) }, MADE),
      /unpacks to more than 200 times its size/,
    ],
  ])('%s', async (_what, make, says) => {
    const { code, stdout, stderr } = await importer.run(await importer.file('broken', await make()));
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(says)]);
    expect(stderr).not.toMatch(/ {4}at /);
    expect(importer.published()).toEqual([]);
  });
});

describe('responses of the Business Profile API', () => {
  const pages = ['page-1.json', 'page-2.json'].map((page) => path.join(exports, 'google-api', page));

  test('are imported from several pages, with the later version of a review that is on two', async () => {
    expect(await importer.counts(...pages)).toBe('3 added, 0 changed, 0 unchanged, 1 older version, 0 refused, 0 not published');
    expect(seen()).toEqual([LOCATION_20[0], LOCATION_20[3], LOCATION_20[4]]);
    expect(importer.published()[2]?.author_avatar_url).toBe('https://lh3.googleusercontent.com/a/ann=s120');
  });

  test('match the same reviews in a Takeout, and keep the photo that only the API has', async () => {
    await importer.run(await zip(TAKEOUT), '--location', '20');
    expect(await importer.counts(...pages)).toBe('0 added, 1 changed, 2 unchanged, 1 older version, 0 refused, 0 not published');
    expect(await importer.counts(await zip(TAKEOUT), '--location', '20')).toBe(
      '0 added, 0 changed, 5 unchanged, 2 older versions, 1 refused, 1 not published',
    );
    expect(importer.published().find(({ author }) => author === 'Ann B.')?.author_avatar_url).toMatch(/^https:/);
  });

  test.each([
    ['one after the other in one file', (texts: readonly string[]) => texts.join('\n')],
    ['as a list', (texts: readonly string[]) => `[${texts.join(',')}]`],
    ['as lines', (texts: readonly string[]) => texts.map((text) => JSON.stringify(JSON.parse(text))).join('\n')],
    ['with a byte order mark', (texts: readonly string[]) => `\uFEFF${texts.join('\n')}`],
    ['in UTF-16', (texts: readonly string[]) => Buffer.from(`\uFEFF${texts.join('\n')}`, 'utf16le')],
  ])('can be imported %s', async (_how, join) => {
    const file = await importer.file('pages.txt', join(Object.values(exportFixture('google-api'))));
    expect(await importer.counts(file)).toBe('3 added, 0 changed, 0 unchanged, 1 older version, 0 refused, 0 not published');
  });

  test('mark nothing as removed without --complete', async () => {
    await importer.run(...pages);
    expect(await importer.counts(pages[1] ?? '')).toBe('0 added, 0 changed, 2 unchanged, 0 older versions, 0 refused, 0 not published');
    expect(await importer.counts(pages[1] ?? '', '--complete')).toBe(
      '0 added, 0 changed, 2 unchanged, 0 older versions, 0 refused, 0 not published; 1 review marked as removed',
    );
  });
});

describe('pages of an API response', () => {
  const page = (token: string | undefined, ids: readonly string[], location = '20') => ({
    ...(ids.length > 0 ? { reviews: ids.map((id) => googleReview({ id }, location)) } : {}),
    totalReviewCount: 3,
    ...(token === undefined ? {} : { nextPageToken: token }),
  });
  const inFiles = (...pages: readonly object[]) =>
    Promise.all(pages.map((one, index) => importer.file(`page-${index}.json`, JSON.stringify(one, null, 2))));
  const last = (file: string) => `${file}: has a nextPageToken, and the following pages are missing`;

  test('are imported as incomplete, with a note, if the last one is missing', async () => {
    await importer.run(...(await inFiles(page('2', ['a', 'b']), page(undefined, ['c']))));
    const [first = ''] = await inFiles(page('2', ['a']));
    expect((await importer.run(first)).stdout).toBe(
      `note: ${last(first)}, so the export is not complete\n0 added, 0 changed, 1 unchanged, 0 older versions, 0 refused, 0 not published\nno review changed; imports.json has a record of this import\n`,
    );
  });

  test.each([
    ['only the first page', [page('2', ['a'])], true],
    ['all but the last', [page('3', ['b']), page('2', ['a'])], true],
    ['one complete location and one incomplete', [page('2', ['a']), page(undefined, ['z'], '30')], true],
    ['a page without reviews', [page('2', [])], true],
    ['all pages', [page('2', ['a']), page('3', ['b']), page(undefined, ['c'])], false],
    ['all pages, the last one first', [page(undefined, ['c']), page('2', ['a'])], false],
    ['a last page without reviews', [page('2', ['a']), page(undefined, [])], false],
    ['an empty token', [page('', ['a'])], false],
  ])('need the last one for --complete: %s', async (_what, pages, isPart) => {
    await importer.bring(...(await inFiles(page(undefined, ['a', 'b', 'c', 'gone']))));
    for (const files of [
      await inFiles(...pages),
      [await importer.file('list.json', JSON.stringify(pages, null, 1))],
      [await importer.file('lines.json', pages.map((one) => JSON.stringify(one)).join('\n'))],
      [await importer.file('together.json', pages.map((one) => JSON.stringify(one, null, 1)).join('\n'))],
    ]) {
      const report = importer.bring(...files, '--complete', '--location', 'all', '--dry-run');
      if (isPart) await expect(report).rejects.toThrow(/: has a nextPageToken, .*: --complete needs all of them/);
      else expect(await report).toMatch(/^[1-3] reviews? would be marked as removed at the source: this export doesn't have (?:it|them)$/m);
    }
  });

  test('in a Takeout remove nothing if the last one is missing', async () => {
    const files = (pages: readonly object[]) =>
      Object.fromEntries(pages.map((one, index) => [`account-1/location-20/reviews-${index}.json`, JSON.stringify(one, null, 2)]));
    await importer.run(await zip(files([page('2', ['a', 'b']), page(undefined, ['c'])])));
    const { stdout } = await importer.run(await zip(files([page('2', ['a'])]), new Date('2024-09-01T00:00:00Z'), 'cut.zip'));
    expect(stdout).toMatch(
      /^note: .*reviews-0\.json: has a nextPageToken, .*\n0 added, 0 changed, 1 unchanged, 0 older versions, 0 refused, 0 not published\n/,
    );
  });
});

describe('a reply', () => {
  const answer = (reviewReply: object) =>
    importer.file(
      'answer.json',
      JSON.stringify({ reviews: [{ ...googleReview({ id: 'a', created: '2024-01-02T00:00:00Z' }), reviewReply }] }),
    );

  test('without a time has no date, not the date of the review', async () => {
    await importer.run(await answer({ comment: 'Thanks' }));
    expect(importer.published()).toMatchObject([{ date: '2024-01-02', owner_reply: { text: 'Thanks', date: null } }]);
  });
});

describe('times decide, not the order of imports', () => {
  const at = (day: number) => new Date(Date.UTC(2024, 6, day));
  const time = (day: number) => at(day).toISOString();
  const takeout = (day: number, reviews: readonly GoogleReview[]) => zip(takeoutOf(reviews), at(day), `takeout-${day}.zip`);
  const loose = (name: string, ...reviews: readonly GoogleReview[]) =>
    importer.file(name, JSON.stringify({ reviews: reviews.map((review) => googleReview(review)) }));

  test('an older version never overwrites a newer one', async () => {
    await importer.run(await loose('new.json', { id: 'a', comment: 'new', updated: time(2) }));
    expect(await importer.counts(await loose('old.json', { id: 'a', comment: 'old', updated: time(1) }))).toBe(
      '0 added, 0 changed, 0 unchanged, 1 older version, 0 refused, 0 not published',
    );
    expect(importer.published()).toMatchObject([{ text: 'new' }]);
  });

  test('a reply is removed if a newer complete export lacks it, and an older one doesn’t restore it', async () => {
    const replied = { id: 'a', reply: { comment: 'Thanks', updateTime: time(2) } };
    await importer.run(await takeout(1, [{ id: 'a' }]));
    await importer.run(await takeout(3, [replied]));
    expect(importer.published()).toMatchObject([{ owner_reply: { text: 'Thanks', date: '2024-07-02' } }]);
    await importer.run(await takeout(4, [{ id: 'a' }]));
    expect(importer.published()).toMatchObject([{ owner_reply: null }]);
    expect(await importer.counts(await takeout(3, [replied]))).toBe(
      '0 added, 0 changed, 1 unchanged, 0 older versions, 0 refused, 0 not published',
    );
  });

  test('a review that a complete export lacks is marked, and published only if the policy allows it', async () => {
    await importer.run(await takeout(1, [{ id: 'a', author: 'Gone' }, { id: 'b' }]));
    const { stdout } = await importer.run(await takeout(2, [{ id: 'b' }]));
    expect(stdout).toBe(
      `1 review marked as removed at the source: this export doesn't have it\npolicy.yaml says whether reviews that were removed at their source are published (removed_at_source)\n0 added, 0 changed, 1 unchanged, 0 older versions, 0 refused, 0 not published\nwritten: ${importer.imported}; next: ${importer.typed} npm run build\n`,
    );
    expect(importer.published()).toMatchObject([{ author: 'Ann' }]);
    expect(await importer.stored()).toContainEqual(expect.objectContaining({ author: 'Gone', removed_at_source: '2024-07-02' }));
    await writeFile(path.join(importer.content, 'policy.yaml'), 'removed_at_source: publish\n');
    expect(importer.published()).toHaveLength(2);
  });

  test('the mark is removed if a later export has the review again, and an older one doesn’t restore it', async () => {
    const [both, one] = [[{ id: 'a' }, { id: 'b' }], [{ id: 'b' }]] as const;
    await importer.run(await takeout(1, both));
    await importer.run(await takeout(2, one));
    await importer.run(await takeout(4, both));
    expect(importer.published()).toHaveLength(2);
    expect(await importer.counts(await takeout(3, one))).toBe(
      '0 added, 0 changed, 1 unchanged, 0 older versions, 0 refused, 0 not published',
    );
    expect(importer.published()).toHaveLength(2);
  });

  test('a review from an export that is older than a complete one without it is added with the mark', async () => {
    await importer.run(await takeout(3, [{ id: 'b' }]));
    const { stdout } = await importer.run(await takeout(1, [{ id: 'a' }, { id: 'b' }]));
    expect(stdout).toMatch(
      /^1 added as removed at the source: a newer complete export doesn't have them\n.*\n0 added, 0 changed, 1 unchanged, 0 older versions, 0 refused, 1 not published\n/,
    );
    expect(importer.published()).toHaveLength(1);
  });

  test('a refused review with a readable id counts as present', async () => {
    await importer.run(await takeout(1, [{ id: 'a' }]));
    expect(await importer.counts(await takeout(2, [{ id: 'a', stars: 'STAR_RATING_UNSPECIFIED' }]))).toBe(
      '0 added, 0 changed, 0 unchanged, 0 older versions, 1 refused, 0 not published',
    );
    expect(importer.published()).toHaveLength(1);
  });

  test('an empty location in a Takeout marks its reviews as removed', async () => {
    await importer.run(await takeout(1, [{ id: 'a' }]));
    expect(await importer.counts(await takeout(2, []))).toBe(
      '0 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published; 1 review marked as removed',
    );
  });
});
