import { writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Importer, newImporter } from '../support/importer.ts';

let importer: Importer;

beforeEach(async () => {
  importer = await newImporter();
});

/** A table with two columns each that may be the day, the writer, the text and the stars. */
const HEADER = 'Visit;Entered;Who;Phone;Words;Remark;Stars;Care';
const ROWS = [
  '03/04/2025;2025-05-01;Ann B.;600 111 222;Came on time;regular;5;4',
  '03/04/2025;2025-05-02;Ben;600 111 333;;;4;4',
  '04/04/2025;2025-05-02;Ben;600 111 444;;;4;4',
  '05/04/2025;2025-05-03;;600 111 555;Fine work;regular;3;2',
];
const BASE = ['--ignore', 'Phone', '--map', 'rating=Stars', '--map', 'text=Words'];
const FIRST = [...BASE, '--map', 'date=Entered'];

const table = (rows: readonly string[]) => importer.file('customers.csv', [HEADER, ...rows, ''].join('\n'));
const read = (rows: readonly string[], ...flags: readonly string[]) => table(rows).then((file) => importer.counts(file, ...flags));
const ids = () => importer.published().map(({ id }) => id);

describe('rows that were imported before and are read in another way', () => {
  test.each<readonly [what: string, flags: readonly string[], changed: number, first: object]>([
    ['another day', [...BASE, '--map', 'date=Visit', '--dates', 'dmy'], 4, { date: '2025-04-03', author: 'Anonymous' }],
    ['the name', [...FIRST, '--map', 'author=Who'], 3, { author: 'Ann B.', date: '2025-05-01' }],
    ['the day and the name', [...BASE, '--map', 'date=Visit', '--dates', 'mdy', '--map', 'author=Who'], 4, { date: '2025-03-04' }],
    ['another text', ['--map', 'rating=Stars', '--map', 'date=Entered', '--map', 'text=Remark'], 2, { text: 'regular' }],
    ['another rating', ['--map', 'rating=Care', '--map', 'date=Entered', '--map', 'text=Words'], 2, { rating: 4 }],
    ['an id', [...FIRST, '--map', 'source_id=Phone'], 4, { author: 'Anonymous' }],
    ['a source', [...FIRST, '--source', 'Google'], 4, { source: 'google' }],
  ])('%s: are corrected under their ids and not added again', async (_what, flags, changed, first) => {
    await read(ROWS, ...FIRST);
    const before = ids();
    const counts = `0 added, ${changed} changed, 0 removed, ${4 - changed} unchanged, 0 refused`;
    expect(await read(ROWS, ...flags)).toBe(counts);
    expect(importer.published().find(({ id }) => id === before.at(-1))).toMatchObject(first);
    expect(new Set(ids())).toEqual(new Set(before));
    expect(await read(ROWS, ...flags)).toBe('0 added, 0 changed, 0 removed, 4 unchanged, 0 refused');
  });

  test('the report says so', async () => {
    await read(ROWS, ...FIRST);
    const { stdout } = await importer.run(await table(ROWS), ...FIRST, '--map', 'author=Who', '--dry-run');
    expect(stdout).toContain(
      '\n3 reviews were imported from the same rows before, under another day, author, source or id: corrected, with the same ids\n',
    );
  });

  test('in an export that has grown and has another order of columns', async () => {
    await read(ROWS, ...FIRST);
    const later = [...ROWS, '06/04/2025;2025-05-04;Cleo;600 111 666;Good;;5;5'].map((row) => `;${row.split(';').reverse().join(';')}\n`);
    const file = await importer.file('later.csv', `Note;${HEADER.split(';').reverse().join(';')}\n${later.join('')}`);
    expect(await importer.counts(file, ...FIRST, '--map', 'author=Who')).toBe('1 added, 3 changed, 0 removed, 1 unchanged, 0 refused');
  });

  test('of equal rows each is one review', async () => {
    const rows = [...ROWS, ...ROWS.slice(0, 2), ...ROWS.slice(0, 1)];
    await read(rows, ...FIRST);
    expect(new Set(ids()).size).toBe(7);
    expect(await read(rows, ...FIRST, '--map', 'author=Who')).toBe('0 added, 6 changed, 0 removed, 1 unchanged, 0 refused');
    expect(await read(rows, ...FIRST, '--map', 'author=Who')).toBe('0 added, 0 changed, 0 removed, 7 unchanged, 0 refused');
  });

  test('a row of another file that only looks the same is another review of another source', async () => {
    await importer.counts(await importer.file('a.csv', 'date,rating\n2025-01-01,5\n'), '--source', 'one');
    const other = await importer.file('b.csv', 'date,rating\n2025-01-01,5\n2025-01-02,4\n');
    expect(await importer.counts(other, '--source', 'two')).toBe('2 added, 0 changed, 0 removed, 0 unchanged, 0 refused');
  });

  test('keep what a hand has set', async () => {
    await read(ROWS, ...FIRST);
    await writeFile(importer.imported, (await importer.read('reviews/imported.json')).replace('"rating":5', '"rating":1'));
    expect(await read(ROWS, ...FIRST, '--map', 'author=Who')).toContain('0 added');
    expect(importer.published().find(({ author }) => author === 'Ann B.')).toMatchObject({ rating: 1 });
  });

  test('a complete export marks nothing as removed', async () => {
    await read(ROWS, ...FIRST, '--complete');
    expect(await read(ROWS, ...FIRST, '--map', 'author=Who', '--complete')).toBe('0 added, 3 changed, 0 removed, 1 unchanged, 0 refused');
  });

  test('what the table says besides is in no record', async () => {
    await read(ROWS, ...FIRST);
    expect(await importer.read('reviews/imported.json')).not.toMatch(/600 111|600111/);
  });
});
