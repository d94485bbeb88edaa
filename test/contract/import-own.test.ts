import { existsSync } from 'node:fs';
import { appendFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import type { Dataset } from '../../site/content/dataset.ts';
import { readDataset } from '../../site/content/read/read.ts';
import type { Review } from '../../site/contract/review.ts';
import { printCsv, printNdjson } from '../../site/documents/csv.ts';
import { printReviews } from '../../site/documents/json.ts';
import { aReview } from '../support/a-review.ts';
import { type Importer, newImporter } from '../support/importer.ts';
import { root } from '../support/run-script.ts';

let importer: Importer;
beforeEach(async () => {
  importer = await newImporter();
});

/** Odd texts, names and cells. */
const ODD: readonly Partial<Review>[] = [
  { text: '=HYPERLINK("http://evil.example")', author: '+44 plumber' },
  { text: "'=already disarmed", author: "'t Hooft" },
  { text: '-5 stars if I could\r\nsecond line\n"quoted", and; semicolons' },
  { text: null, author: '名無し' },
  { text: 'emoji 👩🏽‍🔧 and a tab\there', owner_reply: { text: '@you: thanks\n\nLou', date: '2024-02-03' } },
  { owner_reply: { text: 'A reply of nobody knows when', date: null } },
  { source_url: 'https://maps.example/review/1?a=b&c=d', author_avatar_url: 'https://maps.example/a.png' },
  { verification: { method: 'invoice', verified_at: '2024-03-04' }, rating: 1 },
  { verification: { method: 'platform_account', verified_at: null } },
  { experienced_at: '2023-12-30', incentive: 'offered', relation: 'relative' },
  { incentive: 'none', relation: 'staff' },
  {
    changed_by_business: [
      { field: 'rating', date: '2024-03-04' },
      { field: 'text', date: null },
    ],
  },
];

const reviews: readonly Review[] = ODD.map((odd, index) =>
  aReview({ id: `01HKZV9K00${String(index).padStart(16, '0')}`, date: '2024-01-02', ...odd }),
);

const exports = {
  'reviews.json': (list: readonly Review[]) =>
    JSON.stringify({ business: { name: 'Importer' }, aggregate_rating: { review_count: 8 }, reviews: list }, null, 2),
  'reviews.ndjson': printNdjson,
  'reviews.csv': printCsv,
  'an answer of since or search': (list: readonly Review[]) =>
    JSON.stringify({ matched: list.length, returned: list.length, reviews: list }),
};

const newestFirst = [...reviews].reverse();

describe("this service's own exports", () => {
  test.each(Object.entries(exports))('%s has the same bytes when it’s imported and exported again', async (_name, print) => {
    const bytes = String(print(newestFirst));
    const file = await importer.file('export.txt', bytes);
    expect(await importer.counts(file)).toBe('12 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published');
    expect(String(print(importer.published()))).toBe(bytes);
    const before = await readFile(importer.imported);
    expect(await importer.counts(file)).toBe('0 added, 0 changed, 12 unchanged, 0 older versions, 0 refused, 0 not published');
    expect(await readFile(importer.imported)).toEqual(before);
  });

  test.each(Object.entries(exports))('%s keeps since when a source no longer has a review', async (_name, print) => {
    await writeFile(path.join(importer.content, 'policy.yaml'), 'removed_at_source: publish\n');
    const bytes = String(
      print([aReview({ removed_at_source: '2024-05-06' }), aReview({ id: '01HKZV9K000000000000000000', date: '2024-01-02' })]),
    );
    const file = await importer.file('export.txt', bytes);
    expect(await importer.counts(file)).toBe('2 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published');
    expect(String(print(importer.published()))).toBe(bytes);
    expect(await importer.counts(file)).toBe('0 added, 0 changed, 2 unchanged, 0 older versions, 0 refused, 0 not published');
  });

  test.each([
    ['reviews.json', printReviews],
    ['reviews.ndjson', ({ reviews: list }: Dataset) => printNdjson(list)],
    ['reviews.csv', ({ reviews: list }: Dataset) => printCsv(list)],
  ] as const)('can restore the reviews of the demo business, byte for byte, from its %s', async (name, print) => {
    const published = path.join(inject('dists').demo, name);
    await cp(path.join(root, 'content'), importer.content, { recursive: true });
    await rm(path.join(importer.content, 'reviews'), { recursive: true });
    await importer.run(published, '--yes');
    expect(String(print(readDataset(importer.content)))).toBe(await readFile(published, 'utf8'));
  });

  test('change nothing in the content that they were made from', async () => {
    const file = await importer.file(
      'from.ndjson',
      '{"date":"2024-01-02","rating":5,"author":"Ann","source_id":"a","author_avatar_url":"https://a.example/a.png"}\n',
    );
    await importer.run(file, '--verification', 'invitation');
    const before = await readFile(importer.imported);
    for (const [name, print] of Object.entries(exports))
      expect(await importer.counts(await importer.file(name, String(print(importer.published()))))).toBe(
        '0 added, 0 changed, 1 unchanged, 0 older versions, 0 refused, 0 not published',
      );
    expect(await readFile(importer.imported)).toEqual(before);
  });

  test.each(Object.entries(exports))(
    '%s with names and details masked by the policy doesn’t mask them in the content',
    async (_name, print) => {
      const written = {
        date: '2024-01-02',
        rating: 5,
        author: 'Ann Brandvold',
        source_id: 'a',
        text: 'Call me: ann@mail.example',
        author_avatar_url: 'https://a.example/a.png',
      };
      await importer.run(await importer.file('from.ndjson', `${JSON.stringify(written)}\n`));
      await writeFile(path.join(importer.content, 'policy.yaml'), 'names: initials\n');
      const before = await readFile(importer.imported);
      expect(importer.published()).toMatchObject([{ author: 'Ann B.', text: 'Call me: [e-mail address]', author_avatar_url: null }]);
      expect(await importer.counts(await importer.file('export', String(print(importer.published()))))).toBe(
        '0 added, 0 changed, 1 unchanged, 0 older versions, 0 refused, 0 not published',
      );
      expect(await readFile(importer.imported)).toEqual(before);
    },
  );

  test('match the same review from its source by the id that is derived from its source id', async () => {
    const csv = await importer.file('export.csv', 'source_id,date,rating,author\na-1,2024-05-06,5,Ann\n');
    await importer.run(csv);
    const [review] = importer.published();
    const other = await newImporter();
    await other.run(await other.file('reviews.ndjson', `${JSON.stringify(review)}\n`));
    expect(await other.counts(csv)).toMatch(/^0 added, 1 changed/);
    expect(other.published()).toEqual([review]);
  });

  test('can’t be imported with --complete', async () => {
    const file = await importer.file('reviews.json', exports['reviews.json'](reviews));
    expect((await importer.run(file, '--complete')).stderr).toBe(
      `${file}: is an export of this service, which contains only published reviews; use --complete with a platform's export that has all reviews\n`,
    );
  });
});

describe('JSON with the fields of this service', () => {
  test('only needs date, rating and author', async () => {
    const file = await importer.file(
      'mine.json',
      '[{"date":"2024-01-02","rating":4,"author":"Ann","text":""},{"date":"2024-01-02","rating":3,"author":"Ann"}]',
    );
    expect(await importer.counts(file, '--source', 'Letters')).toBe(
      '2 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published',
    );
    expect(importer.published()).toMatchObject([{ source: 'letters', text: null }, { source: 'letters' }]);
    expect(await importer.counts(file, '--source', 'letters')).toBe(
      '0 added, 0 changed, 2 unchanged, 0 older versions, 0 refused, 0 not published',
    );
  });

  test('can be several documents, each on a new line', async () => {
    const page = (author: string) => JSON.stringify({ reviews: [{ date: '2024-01-02', rating: 4, author }] }, null, 2);
    const file = await importer.file('pages.json', `${page('Ann')}\n${page('Ben')}\r\n\r\n${page('Cyd')}\n`);
    expect(await importer.counts(file)).toBe('3 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published');
  });

  test('can have a reply and a verification as plain text, and is refused if the verification is unknown', async () => {
    const record = { date: '2024-01-02', rating: 4, author: 'Ann', source_id: 'a', owner_reply: 'Thanks', verification: 'invitation' };
    await importer.run(await importer.file('mine.json', JSON.stringify([record])));
    expect(importer.published()).toMatchObject([{ owner_reply: { text: 'Thanks', date: null }, verification: { method: 'invitation' } }]);
    const { stdout } = await importer.run(await importer.file('mine.json', JSON.stringify([{ ...record, verification: 'hearsay' }])));
    expect(stdout).toContain('refused: ');
  });

  test('can have a megabyte on one line', async () => {
    const record = (index: number) => ({ source_id: `a-${index}`, date: '2024-01-02', rating: 4, author: 'Ann', text: 'x'.repeat(900) });
    const file = await importer.file('mine.json', JSON.stringify({ reviews: Array.from({ length: 1000 }, (_, index) => record(index)) }));
    expect(await importer.counts(file)).toBe('1000 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published');
  });

  test('has invalid records refused one by one, with their position', async () => {
    const file = await importer.file(
      'mine.json',
      '{\n"reviews":[{"date":"2024-01-02","rating":4,"author":"Ann"},{"date":"soon","rating":4,"author":"B"},7,{"date":"2999-01-01","rating":1,"author":"C"}]}',
    );
    expect((await importer.run(file)).stdout.split('\n').slice(0, 4)).toEqual([
      `refused: ${file} reviews[1]: date "soon": not a date like 2025-03-14 or March 14, 2025`,
      `refused: ${file} reviews[2]: 7: not a review with at least date, rating and author`,
      `refused: ${file} reviews[3]: date "2999-01-01": write a date from 1970 to 2099`,
      '1 added, 0 changed, 0 unchanged, 0 older versions, 3 refused, 0 not published',
    ]);
  });

  test('has all invalid records counted, however many there are', async () => {
    const file = await importer.file('mine.csv', `date,rating\n2024-01-02,5\n${'soon,5\n'.repeat(130_000)}`);
    expect(await importer.counts(file, '--dry-run')).toBe(
      '1 added, 0 changed, 0 unchanged, 0 older versions, 130000 refused, 0 not published',
    );
  });

  test.each([
    [
      'another kind of JSON',
      '{\n"name":"open-reviews",\n"version":"1.0.0"}',
      'no key for date (also called review_date, date_of_review, created, created_at) and rating (also called stars, star_rating, starrating, star) among 2 keys of 1 object; nothing was imported. If one has another name, use --map date="ITS NAME":\n  "name": "open-reviews"\n  "version": "1.0.0"',
    ],
    [
      'reviews with other fields',
      '{"reviews":[{"stars":5,"body":"x"}]}',
      'no key for date (also called review_date, date_of_review, created, created_at) among 2 keys of 1 object in reviews; nothing was imported. If one has another name, use --map date="ITS NAME":\n  "stars": "5"\n  "body": "x"',
    ],
    [
      'plain text',
      '# Notes\n\nMonday, Tuesday\n',
      'no column for date (also called review_date, date_of_review, created, created_at) and rating (also called stars, star_rating, starrating, star) among 1 column of 0 rows; nothing was imported. If one has another name, use --map date="ITS NAME":\n  "# Notes": empty',
    ],
    [
      'a picture',
      Buffer.from('ffd8ffe000104a464946', 'hex'),
      'is a picture, not an export; import JSON, NDJSON, CSV, .xlsx or a Google Takeout',
    ],
    ['an old spreadsheet', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'is a spreadsheet in an old format; save it as .xlsx and import that'],
    ['a program', Buffer.from('7f454c4602010100ff', 'hex'), 'is not a text file; import JSON, NDJSON, CSV, .xlsx or a Google Takeout'],
    [
      'a web page',
      '<!doctype html><p>Sign in</p>',
      'is an HTML or XML page, not an export; import JSON, NDJSON, CSV, .xlsx or a Google Takeout',
    ],
  ])('%s is refused with a message that describes it', async (_what, text, says) => {
    const file = await importer.file('export.json', text);
    expect(await importer.run(file)).toEqual({ code: 1, stdout: '', stderr: `${file}: ${says}\n` });
  });

  test.each(['{"matched":0,"returned":0,"reviews":[]}', '{\n  "reviews": [\n  ]\n}', '{}', '[]'])(
    '%s fails, and no import is recorded',
    async (text) => {
      const file = await importer.file('none.json', text);
      expect(await importer.run(file)).toEqual({ code: 1, stdout: '', stderr: `${file}: contains no reviews; nothing was imported\n` });
      expect(existsSync(path.join(importer.content, 'imports.json'))).toBe(false);
    },
  );
});

describe('lists nested a hundred thousand deep', () => {
  const [opened, closed] = ['['.repeat(100_000), ']'.repeat(100_000)];
  const record = `{"date":"2024-01-02","rating":5,"author":"Ann","text":${opened}${closed}}`;

  test.each([
    ['opened', 'a.json', opened, ''],
    ['opened and closed', 'a.json', opened + closed, ''],
    ['of objects', 'a.json', '{"a":'.repeat(100_000), ''],
    ['in a record', 'a.json', `{"reviews":[${record}]}`, ':1'],
    ['in a line', 'a.ndjson', `${JSON.stringify({ date: '2024-01-02', rating: 5, author: 'Ann' })}\n${record}\n`, ':2'],
  ])('are refused: %s', async (_where, name, text, line) => {
    const file = await importer.file(name, text);
    expect(await importer.run(file)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${file}${line}: more than 100 nested lists or objects, which no export has; nothing was imported\n`,
    });
  });

  test('don’t include brackets in texts or lists that have ended', async () => {
    const text = `"[{ ${'[{'.repeat(200)} \\" [`;
    const line = JSON.stringify({ date: '2024-01-02', rating: 5, author: 'Ann', text });
    const lines = Array.from({ length: 300 }, (_, index) => line.replace('Ann', `Ann ${index}`));
    expect(await importer.counts(await importer.file('a.ndjson', lines.join('\n')))).toMatch(/^300 added, /);
    expect(await importer.counts(await importer.file('a.json', `[${lines.join(',')}]`))).toMatch(/^0 added, 0 changed, 300 /);
  });
});

describe('the exit status', () => {
  const good = JSON.stringify({ source_id: 'a', date: '2024-01-02', rating: 5, author: 'Ann' });
  const bad = JSON.stringify({ source_id: 'b', date: 'soon', rating: 5, author: 'Ben' });

  test.each([
    ['is 1 if every record was refused', [bad, bad], 1, '0 added, 0 changed, 0 unchanged, 0 older versions, 2 refused, 0 not published'],
    ['is 0 if one was accepted', [bad, good], 0, '1 added, 0 changed, 0 unchanged, 0 older versions, 1 refused, 0 not published'],
  ])('%s', async (_what, lines, code, counts) => {
    const file = await importer.file('mine.ndjson', lines.join('\n'));
    for (const more of [['--dry-run'], []]) {
      const result = await importer.run(file, ...more);
      expect([result.code, result.stderr, result.stdout]).toEqual([code, '', expect.stringContaining(counts)]);
    }
    if (code === 0) expect((await importer.run(file)).code).toBe(0);
  });
});

describe('an error at the end of a file', () => {
  const good = `${JSON.stringify({ date: '2024-01-02', rating: 5, author: 'Ann', source_id: 'a' })}\n`;

  test.each([
    ['reviews.ndjson', `${good}{"date":`, /reviews\.ndjson:2: is not JSON \(.+\); nothing was imported\n$/],
    ['reviews.json', `{"reviews":[${good}`, /reviews\.json: is not JSON \(.+\); nothing was imported\n$/],
    ['list.json', `[\n${good},\n${good} garbage]`, /list\.json: is not JSON \(.+\); nothing was imported\n$/],
    [
      'no table.csv',
      `source_id,date,rating\nb,2024-01-02,5\n${'"x\n'.repeat(1001)}`,
      /no table\.csv: has more than 1000 damaged lines, so it isn't a table\n$/,
    ],
  ])('imports nothing: %s', async (name, text, says) => {
    const good_ = await importer.file('good.ndjson', good);
    await importer.run(good_);
    const before = [await readFile(importer.imported), await importer.read('imports.json')];
    const { code, stderr } = await importer.run(good_, await importer.file(name, text));
    expect([code, stderr]).toEqual([1, expect.stringMatching(says)]);
    expect([await readFile(importer.imported), await importer.read('imports.json')]).toEqual(before);
  });

  test('costs only its row in a table', async () => {
    const file = await importer.file('reviews.csv', 'source_id,date,rating\na,2024-01-02,5\nb,2024-01-02\n');
    const { code, stdout } = await importer.run(file);
    expect([code, stdout.split('\n').slice(0, 2)]).toEqual([
      0,
      [
        `refused: ${file}:3: rating "": not a whole number of stars from 1 to 5`,
        '1 added, 0 changed, 0 unchanged, 0 older versions, 1 refused, 0 not published',
      ],
    ]);
  });

  test('is reported in imported.json, too', async () => {
    await importer.run(await importer.file('good.ndjson', good));
    await appendFile(importer.imported, 'oops');
    const { code, stderr } = await importer.run(await importer.file('more.ndjson', good.replace('"a"', '"b"')));
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^content: 1 problem\n {2}.*imported\.json.*: found /)]);
  });
});
