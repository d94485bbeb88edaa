import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { callScript } from '../support/call-command.ts';
import { type Importer, newImporter } from '../support/importer.ts';

let importer: Importer;
beforeEach(async () => {
  importer = await newImporter();
});

const review = (...args: readonly string[]) => callScript('review', { CONTENT_DIR: importer.content, DATA_DIR: importer.dataDir }, args);
const HEADER = 'date,rating,author,text\n';
const csv = (rows: string) => importer.file('export.csv', HEADER + rows);
const LONG = 'Came on time and fixed the lamp in ten minutes.';

test('a typed-in review that is later imported from its platform is reported with the command to remove it', async () => {
  await review('add', '--date', '2024-05-06', '--rating', '5', '--author', 'Ann B.', '--text', LONG, '--source', 'google');
  const [typed] = importer.published();
  const { stdout } = await importer.run(await csv(`2024-05-07,5,Ann Bell,"${LONG.replace('fixed', 'repaired')}"\n`), '--source', 'google');
  const imported = importer.published().find(({ author }) => author === 'Ann Bell');
  expect(stdout).toContain(
    `note: ${imported?.id} (2024-05-07 5/5 Ann Bell) looks like ${typed?.id} (2024-05-06 5/5 Ann B.) in ${importer.content}/reviews/2024.yaml`,
  );
  expect(stdout).toContain(
    `remove the one that was typed in: ${importer.typed} npm run review -- takedown ${typed?.id} --reason mistake\n`,
  );
});

/** Runs the command that a report suggests. */
async function runAdvice({ stdout }: { readonly stdout: string }, ...more: readonly string[]) {
  const [, advised = ''] = /npm run review -- (takedown \w{26} --reason mistake)$/m.exec(stdout) ?? [];
  expect(advised).not.toBe('');
  return review(...advised.split(' '), ...more);
}

describe('the suggested command removes one of two copies and keeps the other', () => {
  const type = () => review('add', '--date', '2024-05-06', '--rating', '5', '--author', 'Ann B.', '--text', LONG, '--source', 'google');
  const bring = async (text = LONG) => importer.run(await csv(`2024-05-06,5,Ann B.,"${text}"\n`), '--source', 'google');
  const remaining = async () => importer.published().map(({ id }) => id);

  test('typed in, then imported: the imported one stays, even after another import', async () => {
    await type();
    const report = await bring();
    const imported = (await importer.stored())[0]?.id;
    await writeFile(path.join(importer.content, 'summary.md'), `One wrote: ${LONG}\n`);
    const dry = await runAdvice(report, '--dry-run');
    expect([dry.code, dry.stdout.includes(imported ?? '')]).toEqual([0, false]);
    expect(await remaining()).toHaveLength(2);
    expect(await runAdvice(report)).toMatchObject({ code: 0, stderr: '', stdout: expect.not.stringContaining('also removed') });
    expect(await remaining()).toEqual([imported]);
    expect((await bring()).stdout).toContain('0 added, 0 changed, 1 unchanged');
    expect(await remaining()).toEqual([imported]);
  });

  test('imported, then typed in, or typed in twice: the first one stays', async () => {
    await bring();
    const [imported] = await remaining();
    expect((await runAdvice(await type())).code).toBe(0);
    expect(await remaining()).toEqual([imported]);

    importer = await newImporter();
    await type();
    const [first] = await remaining();
    expect((await runAdvice(await type())).code).toBe(0);
    expect(await remaining()).toEqual([first]);
  });

  test('unless both have the same id at the source, because a takedown would remove both', async () => {
    const copies = ['2024-05-06', '2024-05-08'].map(
      (date) => `- { source_id: a, date: ${date}, rating: 5, author: Ann, verified: true }\n`,
    );
    await mkdir(path.join(importer.content, 'reviews'));
    await writeFile(path.join(importer.content, 'reviews/2024.yaml'), copies.join(''));
    const { code, stderr } = await review('takedown', (await remaining())[0] ?? '', '--reason', 'mistake');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^review takedown: nothing was changed, because these have the same id at the source .*\n\w{26} {2}2024-05-06/),
    ]);
    expect(await remaining()).toHaveLength(2);
  });
});

test('an author renamed in a table without ids is reported, and so is a review typed in twice', async () => {
  await importer.run(await csv(`2024-05-06,5,Ann B.,${LONG}\n`));
  expect((await importer.run(await csv(`2024-05-06,5,Ann Bell,${LONG}\n`))).stdout).toContain(' looks like ');
  const add = () => review('add', '--date', '2024-06-06', '--rating', '4', '--author', 'Ben', '--text', 'Fine.');
  expect((await add()).stdout).not.toContain(' looks like ');
  expect((await add()).stdout + (await add()).stderr).toContain(' looks like ');
});

test('a table without ids that is imported again with other columns is reported with the command to undo the first import', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => `2024-05-${(index % 28) + 1};5;Ann ${index};${LONG} Number ${index}.`);
  const table = await importer.file('own.csv', `day;stars;who;words\n${rows.join('\n')}\n`.replaceAll(/-(\d);/g, '-0$1;'));
  const columns = ['--map', 'date=day', '--map', 'text=words'];
  await importer.run(table, ...columns);
  const hint = `undo that import before you repeat this one: ${importer.typed} npm run import -- --undo\n`;
  const { stdout } = await importer.run(table, ...columns, '--map', 'author=who', '--dry-run');
  expect(stdout).toContain(`note: 40 reviews look like rows that an earlier import read with other options. If so, ${hint}`);
  await importer.run('--undo');
  expect(await importer.counts(table, ...columns, '--map', 'author=who')).toBe(
    '40 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published',
  );
});

test.each([
  ['other stars', `2024-05-06,4,Ann Bell,${LONG}`],
  ['another week', `2024-05-16,5,Ann B.,${LONG}`],
  ['another text', '2024-05-06,5,Ann Bell,Hung three lamps in our hall and left no dust behind.'],
  ['the same short text by somebody else', '2024-05-06,5,Cleo,Great!'],
])('a review with %s isn’t a duplicate', async (_, row) => {
  await importer.run(await csv(`2024-05-06,5,Ann B.,${LONG}\n2024-05-06,5,Dan,Great!\n`));
  const { stdout } = await importer.run(await importer.file('other.csv', `${HEADER}${row}\n`));
  expect(stdout).toContain('1 added');
  expect(stdout).not.toContain(' looks like ');
});

describe('a row that was edited before the stored version counts as an older version', () => {
  const versions = (rows: string) => importer.file('export.csv', `source_id,date,rating,author,text,updated_at,status\n${rows}`);
  const bring = async (rows: string) => importer.counts(await versions(rows));

  test('whether it differs or not, and whatever its state is', async () => {
    await bring('a,2024-01-01,5,Ann,new,2024-03-03,approved\nb,2024-01-01,4,Ben,new,2024-03-03,approved\n');
    expect(
      await bring(
        'a,2024-01-01,1,Ann,old,2024-02-02,approved\nb,2024-01-01,4,Ben,new,2024-02-02,pending\nc,2024-01-01,3,Cy,,2024-02-02,approved\n',
      ),
    ).toBe('1 added, 0 changed, 0 unchanged, 2 older versions, 0 refused, 0 not published');
    expect(
      importer
        .published()
        .map(({ author, rating, text }) => [author, rating, text])
        .sort(),
    ).toEqual([
      ['Ann', 5, 'new'],
      ['Ben', 4, 'new'],
      ['Cy', 3, null],
    ]);
  });

  test('also if the stored version isn’t published', async () => {
    await bring('a,2024-01-01,5,Ann,new,2024-03-03,pending\nb,2024-01-01,5,Ben,,2024-03-03,approved\n');
    expect(await bring('a,2024-01-01,5,Ann,old,2024-02-02,approved\nb,2024-01-01,5,Ben,,2024-03-03,approved\n')).toBe(
      '0 added, 0 changed, 1 unchanged, 1 older version, 0 refused, 0 not published',
    );
  });

  test('also if the stored version was written by hand', async () => {
    await importer.file(
      'content/reviews/a.yaml',
      '- { source_id: a, date: 2024-01-01, rating: 5, author: Ann, text: new, verified: true, source_updated_at: 2024-03-03T00:00:00Z }\n',
    );
    expect(await bring('a,2024-01-01,5,Ann,old,2024-02-02,approved\n')).toBe(
      '0 added, 0 changed, 0 unchanged, 1 older version, 0 refused, 0 not published',
    );
  });
});
