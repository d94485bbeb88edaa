import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { commandLineFor } from '../../scripts/cli/settings.ts';
import { ContentChanged } from '../../scripts/content/stored-reviews.ts';
import { plannedChanges } from '../../scripts/desk/changes.ts';
import { type ImportOptions, type ImportPlan, planImport } from '../../scripts/import/plan.ts';
import { ImportError } from '../../scripts/import/questions.ts';
import { takeoutOf, zipOf } from '../support/archives.ts';
import { type Importer, newImporter } from '../support/importer.ts';

let importer: Importer;
beforeEach(async () => {
  importer = await newImporter();
});

const COLUMNS = 'source_id,date,rating,author,text,reply_text';
const csv = (...rows: readonly string[]) => importer.file('reviews.csv', [COLUMNS, ...rows, ''].join('\n'));
const FIRST = ['a,2024-01-02,5,Ann,Fine work,', 'b,2024-01-03,4,Ben,Late,', 'c,2024-01-04,3,Cleo,Well,'];

const plan = (file: string, options: ImportOptions = {}): Promise<ImportPlan> =>
  planImport({
    files: [file],
    settings: { CONTENT_DIR: importer.content, DATA_DIR: importer.dataDir, commandLine: commandLineFor({}) },
    options,
  });

const kinds = (made: ImportPlan) => plannedChanges(made).map(({ kind, after, fields }) => `${kind} ${after.author}: ${fields.join(' ')}`);
const namesBelow = (folder: string) => readdir(folder, { recursive: true }).catch(() => []);

describe('a plan', () => {
  test('writes nothing until it’s carried out', async () => {
    const made = await plan(await csv(...FIRST));
    expect(await namesBelow(importer.content)).toEqual(['business.yaml']);
    expect(await namesBelow(importer.dataDir)).toEqual([]);
    await made.carryOut();
    expect(importer.published().map(({ author }) => author)).toEqual(['Cleo', 'Ben', 'Ann']);
  });

  test('lists each change with both versions', async () => {
    await importer.run(await csv(...FIRST), '--complete');
    const next = ['a,2024-01-02,2,Ann,Poor work,', 'b,2024-01-03,4,Ben,Late,Sorry', 'd,2024-02-01,5,Dan,New,'];
    const made = await plan(await csv(...next), { isComplete: true });
    expect(kinds(made)).toEqual([
      'gone Cleo: removed_at_source',
      'answered Ben: owner_reply',
      'edited Ann: rating text',
      'new Dan: id source source_id date rating author text verified verification',
    ]);
    const ann = plannedChanges(made).find(({ kind }) => kind === 'edited');
    expect([ann?.before?.text, ann?.after.text]).toEqual(['Fine work', 'Poor work']);
  });

  test('saves the key that it hashes invoice numbers with', async () => {
    const file = await importer.file('jobs.csv', 'source_id,date,rating,author,invoice\na,2024-01-02,5,Ann,77\n');
    await (await plan(file)).carryOut();
    expect(await importer.counts(file)).toBe('0 added, 0 changed, 1 unchanged, 0 older versions, 0 refused, 0 not published');
  });

  test.each([
    ['an import', 'imports.json', '[]'],
    ['a review typed in', 'reviews/2024.yaml', '- {source_id: x, date: 2024-05-01, rating: 1, author: X}\n'],
    ['a takedown', 'takedowns.yaml', '[]'],
  ])('is refused after the content was changed by %s', async (_by, name, text) => {
    await importer.run(await csv(...FIRST.slice(0, 1)));
    const made = await plan(await csv(...FIRST));
    await writeFile(path.join(importer.content, name), text);
    await expect(made.carryOut()).rejects.toThrow(ContentChanged);
    expect(await importer.stored()).toHaveLength(1);
  });

  test('can only be carried out once', async () => {
    const made = await plan(await csv(...FIRST));
    await made.carryOut();
    await expect(made.carryOut()).rejects.toThrow(ContentChanged);
  });

  test('needs confirmation for many removals', async () => {
    const many = Array.from({ length: 20 }, (_, index) => ({ id: `r${index}`, author: `Ann ${index}` }));
    await importer.run(await importer.file('1.zip', await zipOf(takeoutOf(many), new Date('2024-07-01'))));
    const file = await importer.file('2.zip', await zipOf(takeoutOf(many.slice(0, 3)), new Date('2024-07-02')));
    const made = await plan(file);
    expect(made.massRemoval?.scopes).toEqual([{ scope: 'locations/20', present: 20, removed: 17 }]);
    await expect(made.carryOut()).rejects.toThrow('17 of 20 reviews of locations/20 would be marked as removed');
    await made.carryOut({ removals: true });
    expect(importer.published()).toHaveLength(3);
  });
});

describe('a question', () => {
  const questionOf = (file: string) =>
    plan(file).then(
      () => undefined,
      (error: unknown) => (error instanceof ImportError ? error.question : error),
    );

  test('asks which column is which, includes the first rows, and uses the answer', async () => {
    const rows = Array.from({ length: 9 }, (_, index) => `2024-01-0${index + 1};${(index % 5) + 1};Ann ${index}`);
    const file = await importer.file('own.csv', ['Tag;Smileys;Who', ...rows, ''].join('\n'));
    expect(await questionOf(file)).toEqual({
      kind: 'columns',
      file,
      header: ['Tag', 'Smileys', 'Who'],
      columns: [undefined, undefined, undefined],
      rows: rows.slice(0, 5).map((row) => row.split(';')),
    });
    const columns = new Map([
      ['date', 'Tag'],
      ['rating', 'Smileys'],
    ]);
    await (await plan(file, { columns })).carryOut();
    expect(await importer.stored()).toHaveLength(9);
  });

  test('shows JSON as a table', async () => {
    const file = await importer.file('own.json', JSON.stringify([{ when: '2024-01-01', user: { name: 'Ann' } }, { stars: 4 }]));
    expect(await questionOf(file)).toMatchObject({
      header: ['when', 'user.name', 'stars'],
      columns: [undefined, 'author', 'rating'],
      rows: [
        ['2024-01-01', 'Ann', ''],
        ['', '', '4'],
      ],
    });
  });

  test('asks for the location', async () => {
    const two = { ...takeoutOf([{ id: 'a' }]), ...takeoutOf([{ id: 'b' }], '30') };
    expect(await questionOf(await importer.file('two.zip', await zipOf(two, new Date())))).toMatchObject({
      kind: 'locations',
      locations: [
        { scope: 'locations/20', count: 1 },
        { scope: 'locations/30', count: 1 },
      ],
    });
  });

  test('asks which reviews were public', async () => {
    const file = await importer.file('state.csv', 'date,rating,author,status\n2024-01-01,5,Ann,7\n2024-01-02,5,Ben,8\n');
    expect(await questionOf(file)).toEqual({
      kind: 'moderation',
      file,
      columns: [{ name: 'status', subject: 'review', values: ['7', '8'] }],
    });
  });

  test('changes nothing', async () => {
    const before = await readFile(path.join(importer.content, 'business.yaml'));
    await questionOf(await importer.file('x.csv', 'a,b\n1,2\n'));
    expect(await namesBelow(importer.content)).toEqual(['business.yaml']);
    expect(await readFile(path.join(importer.content, 'business.yaml'))).toEqual(before);
  });
});
