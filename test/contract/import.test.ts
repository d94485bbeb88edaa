import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildSite } from '../support/build-site.ts';
import { type Importer, newImporter } from '../support/importer.ts';

let importer: Importer;

beforeEach(async () => {
  importer = await newImporter();
});

const imported = () => importer.imported;
const csv = (text: string, name = 'export.csv') => importer.file(name, text);
const runImport = (...args: readonly string[]) => importer.run(...args);
const published = () => importer.published();
const today = new Date().toISOString().slice(0, 10);

const TWO = `source_id,date,rating,author,title,text,reply_text,reply_date
a-1,2024-05-06,5,Ann B.,Thanks,"Came on time, ""really"".
Second line.",,
a-2,2024-05-07,2,Ben,,,Sorry.,2024-05-09
`;

describe('npm run import', () => {
  test('imports reviews as verified, with the title as the first line of the text', async () => {
    const result = await importer.spawn(await csv(TWO), '--source', 'Google');
    expect(result).toEqual({
      code: 0,
      stderr: '',
      stdout: `2 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published\nwritten: ${imported()}; next: ${importer.typed} npm run build\n`,
    });
    expect(published().map(({ id, ...review }) => review)).toEqual([
      {
        author: 'Ben',
        author_avatar_url: null,
        rating: 2,
        date: '2024-05-07',
        text: null,
        source: 'google',
        source_url: null,
        owner_reply: { text: 'Sorry.', date: '2024-05-09' },
        verified: true,
        verification: { method: 'vouched', verified_at: today },
        changed_by_business: [],
        mentions: { technicians: [], services: [], service_areas: [] },
        photos: [],
        removed_at_source: null,
        experienced_at: null,
        incentive: 'unknown',
        relation: 'unknown',
      },
      {
        author: 'Ann B.',
        author_avatar_url: null,
        rating: 5,
        date: '2024-05-06',
        text: 'Thanks\nCame on time, "really".\nSecond line.',
        source: 'google',
        source_url: null,
        owner_reply: null,
        verified: true,
        verification: { method: 'vouched', verified_at: today },
        changed_by_business: [],
        mentions: { technicians: [], services: [], service_areas: [] },
        photos: [],
        removed_at_source: null,
        experienced_at: null,
        incentive: 'unknown',
        relation: 'unknown',
      },
    ]);
  });

  test('changes no reviews when the same export is imported again', async () => {
    const file = await csv(TWO);
    await runImport(file);
    const before = await readFile(imported());
    expect((await runImport(file)).stdout).toBe(
      '0 added, 0 changed, 2 unchanged, 0 older versions, 0 refused, 0 not published\nno review changed; imports.json has a record of this import\n',
    );
    expect(await readFile(imported())).toEqual(before);
  });

  test('keeps the id of a review that was edited at its source', async () => {
    await runImport(await csv(TWO));
    const [before] = published();
    const result = await runImport(await csv(TWO.replace('a-2,2024-05-07,2,Ben,,,', 'a-2,2024-06-01,4,Ben,,Better now,')));
    expect(result.stdout).toContain('0 added, 1 changed, 1 unchanged, 0 older versions, 0 refused, 0 not published');
    const after = published().find(({ author }) => author === 'Ben');
    expect(after).toMatchObject({ id: before?.id, rating: 4, text: 'Better now', date: '2024-06-01' });
  });

  test('keeps the ids of edited reviews without a source_id, even of two by one author on one day', async () => {
    const twice = 'date,rating,author,text\n2024-01-01,5,Ann,first\n2024-01-01,1,Ann,second\n';
    await runImport(await csv(twice));
    const ids = published().map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    const result = await runImport(await csv(twice.replace('first', 'first edited')));
    expect(result.stdout).toContain('0 added, 1 changed, 1 unchanged');
    expect(published().map(({ id }) => id)).toEqual(ids);
  });

  test('keeps manual edits to fields that the export doesn’t contain', async () => {
    await runImport(await csv(TWO));
    await writeFile(imported(), (await readFile(imported(), 'utf8')).replaceAll('"verified":true', '"verified":false'));
    expect((await runImport(await csv(TWO))).stdout).toContain(
      '\n0 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 2 not published\n',
    );
    expect(published()).toEqual([]);
  });

  test('--dry-run prints what would change and writes no reviews', async () => {
    const result = await runImport(await csv(TWO), '--dry-run');
    expect(result.stdout).toBe(
      '+ 2024-05-06 5/5 Ann B.\n+ 2024-05-07 2/5 Ben\n2 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published\ndry run: nothing was written\n',
    );
    expect(existsSync(imported())).toBe(false);
  });

  test('accepts common column names, semicolons and a BOM, and lists the columns that it skips', async () => {
    const file = await csv('\uFEFFReview Date;Stars;Reviewer;Comment;Sentiment\r\n2024-02-03T10:00:00Z;FIVE;Zoë;Très bien;good\r\n');
    expect((await runImport(file)).stdout).toBe(
      `note: ${file}: the column "Sentiment" is not imported\n1 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published\nwritten: ${imported()}; next: ${importer.typed} npm run build\n`,
    );
    expect(published()).toMatchObject([{ date: '2024-02-03', rating: 5, author: 'Zoë', text: 'Très bien' }]);
  });

  test('--unverified publishes only the rows that are marked as verified', async () => {
    await runImport(await csv('date,rating,author,verified\n2024-01-01,5,Ann,yes\n2024-01-02,5,Ben,\n'), '--unverified');
    expect(published()).toMatchObject([{ author: 'Ann' }]);
  });

  test('leaves out a day of the experience in the future, and says so', async () => {
    const file = await csv('date,rating,author,experienced_at\n2024-01-02,5,Ann,2024-01-01\n2024-01-02,5,Ben,2098-01-01\n');
    expect((await runImport(file)).stdout).toContain(`note: ${file}:3: experienced_at "2098-01-01" is left out: is in the future\n2 added`);
    expect(published().map(({ author, experienced_at }) => [author, experienced_at])).toEqual([
      ['Ben', null],
      ['Ann', '2024-01-01'],
    ]);
  });

  test('refuses invalid records with file, line and reason, and imports the rest without invalid links', async () => {
    const file = await csv(
      'date,rating,author,source_url\n3/4/2024,5,A,\n2024-01-01,six,B,\n2024-02-30,5,C,\n2098-01-01,5,D,\n2024-01-02,4,E,not a url\n2024-01-03,3,F,\n2024-01-03,"3"!,G,\n2024-01-03,3,"H\n2024-01-03,3,I,\n',
    );
    expect((await runImport(file)).stdout).toBe(
      [
        `note: ${file}:6: source_url "not a url" is left out: not an absolute URL such as https://example.com/page`,
        `refused: ${file}:2: date "3/4/2024": is ambiguous; use --dates dmy if 3 is the day, --dates mdy if 3 is the month, or write it like 2025-03-14`,
        `refused: ${file}:3: rating "six": not a whole number of stars from 1 to 5`,
        `refused: ${file}:4: date "2024-02-30": no such date; write one that exists`,
        `refused: ${file}:5: date "2098-01-01": is in the future`,
        `refused: ${file}:8: has a quotation mark inside of a text in quotation marks; put the whole text in quotation marks, and write the ones inside of it twice ("")`,
        `refused: ${file}:9: has a quotation mark without a second one; put the whole text in quotation marks, and write the ones inside of it twice ("")`,
        '3 added, 0 changed, 0 unchanged, 0 older versions, 6 refused, 0 not published',
        `written: ${imported()}; next: ${importer.typed} npm run build\n`,
      ].join('\n'),
    );
  });

  test.each([
    ['mdy', '2024-03-04'],
    ['dmy', '2024-04-03'],
  ])('--dates %s reads 3/4/2024 as %s', async (order, date) => {
    await runImport(await csv('date,rating,author\n3/4/2024,5,A\n'), '--dates', order);
    expect(published()).toMatchObject([{ date }]);
  });

  test('reads month names, Unix times and whole ratings such as 4,0, and refuses other formats with specific advice', async () => {
    const file = await csv(
      'date;rating;author;updated_at\nMar 3, 2024;4,0;A;\n4 Mar 2024;5;B;2024-03-09\n5. März 2024 10:22;"5,0";C;\n1709460000;5;D;\n3/4/24;5;E;\n2024-01-01;4,5;F;\n2024-01-01;5;G;3/4/24\n',
    );
    expect((await runImport(file)).stdout).toBe(
      [
        `note: ${file}:8: updated_at "3/4/24" is left out: a year of two digits; write all four, as in 2025-03-14`,
        `refused: ${file}:6: date "3/4/24": a year of two digits; write all four, as in 2025-03-14`,
        `refused: ${file}:7: rating "4,5": only whole stars are published; write a number from 1 to 5`,
        '5 added, 0 changed, 0 unchanged, 0 older versions, 2 refused, 0 not published',
        `written: ${imported()}; next: ${importer.typed} npm run build\n`,
      ].join('\n'),
    );
    expect(published().map(({ date, rating, author }) => [date, rating, author])).toEqual([
      ['2024-03-05', 5, 'C'],
      ['2024-03-04', 5, 'B'],
      ['2024-03-03', 5, 'D'],
      ['2024-03-03', 4, 'A'],
      ['2024-01-01', 5, 'G'],
    ]);
  });

  test.each<readonly [what: string, text: string | Buffer, says: string]>([
    ['an empty file', '', 'the file is empty; its first line must name the columns, such as date,rating,author,text'],
    [
      'no column for the rating',
      'date,author\n2024-01-01,A\n',
      'no column for rating (also called stars, star_rating, starrating, star) among 2 columns of 1 row; nothing was imported. If one has another name, use --map rating="ITS NAME":\n  "date": "2024-01-01"\n  "author": "A"',
    ],
    [
      'two columns for the text',
      'date,rating,text,comment\n2024-01-01,5,Fine work,call back\n',
      '2 columns may have the text; nothing was imported. Choose one with --map text="ITS NAME":\n  "text": "Fine work"\n  "comment": "call back"',
    ],
    [
      'a rating above 5',
      'date,rating,author\n2024-01-01,5,A\n2024-01-02,6,B\n',
      '"rating" has values from 5 to 6, such as "5", "6", so they may not be 1 to 5 stars; nothing was imported. Add --scale with the best possible value, which is 6 or more, such as the 10 of "8 out of 10". If it\'s 5, the values above it are mistakes, and --scale 5 refuses their rows.',
    ],
    [
      'a rating above 10',
      'date,rating,author\n2024-01-01,5,A\n2024-01-02,11,B\n',
      '"rating" has values from 5 to 11, such as "5", "11", so they may not be 1 to 5 stars; nothing was imported. Add --scale with the best possible value, which is 11 or more, such as the 100 of "80 out of 100". If it\'s 5, the values above it are mistakes, and --scale 5 refuses their rows.',
    ],
    ['bytes that are not UTF-8', Buffer.from([0x64, 0xe9]), 'its bytes are not UTF-8; export it again as "CSV UTF-8"'],
  ])('fails and changes nothing: %s', async (_what, text, says) => {
    await runImport(await csv(TWO));
    const before = await readFile(imported());
    const file = await csv('', 'broken.csv');
    await writeFile(file, text);
    expect(await runImport(file)).toEqual({ code: 1, stdout: '', stderr: `${file}: ${says}\n` });
    expect([await readFile(imported()), await readdir(path.dirname(imported()))]).toEqual([before, ['imported.json']]);
  });

  test('refuses a file larger than 500 MB', async () => {
    const file = await csv('date,rating\n', 'long.csv');
    await truncate(file, 500 * 1024 * 1024 + 1);
    expect((await runImport(file)).stderr).toBe(`${file}: is larger than 500 MB, the limit for a file\n`);
  });

  test('leaves a review written by hand unchanged and reports the difference', async () => {
    await mkdir(path.join(importer.content, 'reviews'));
    const file = path.join(importer.content, 'reviews/2024.yaml');
    await writeFile(file, '- source_id: a-1\n  date: 2024-05-06\n  rating: 5\n  author: Ann B.\n  verified: true\n');
    const result = await runImport(await csv('source_id,date,rating,author\na-1,2024-05-06,1,Ann B.\n'));
    expect(result.stdout).toContain(`differs from ${file}:1 [0], which was written by hand: change it there`);
    expect(published()).toMatchObject([{ rating: 5 }]);
  });

  test('reports that no file was given', async () => {
    const result = await importer.spawn();
    expect([result.code, result.stderr.split('\n')[0]]).toEqual([1, 'import: no file given']);
  });
});

/** A CSV file with 1,000 real reviews, which we can't publish. The test is skipped unless REAL_EXPORT names one. */
const real = process.env['REAL_EXPORT'] ?? '';

test.skipIf(!existsSync(real))('1,000 real reviews are all imported and published', async () => {
  expect((await runImport(real)).stdout).toContain('1000 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published');
  const dist = path.join(importer.folder, 'dist');
  await buildSite(importer.content, dist, { SINCE_BUDGET_MB: '1' });
  const document = JSON.parse(await readFile(path.join(dist, 'reviews.json'), 'utf8'));
  expect([document.reviews.length, document.aggregate_rating.review_count]).toEqual([1000, 1000]);
});
