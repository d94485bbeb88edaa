import { beforeEach, expect, test } from 'vitest';
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

test('a review that was typed in and is imported from its platform later is reported with what to do', async () => {
  await review('add', '--date', '2024-05-06', '--rating', '5', '--author', 'Ann B.', '--text', LONG, '--source', 'google');
  const [typed] = importer.published();
  const { stdout } = await importer.run(await csv(`2024-05-07,5,Ann Bell,"${LONG.replace('fixed', 'repaired')}"\n`), '--source', 'google');
  const imported = importer.published().find(({ author }) => author === 'Ann Bell');
  expect(stdout).toContain(
    `note: ${imported?.id} (2024-05-07 5/5 Ann Bell) looks like ${typed?.id} (2024-05-06 5/5 Ann B.) in ${importer.content}/reviews/2024.yaml`,
  );
  expect(stdout).toContain(`or run ${importer.typed} npm run review -- takedown ${imported?.id} --reason mistake\n`);
});

test('an author who was renamed in a table without ids is reported, and the same review typed twice', async () => {
  await importer.run(await csv(`2024-05-06,5,Ann B.,${LONG}\n`));
  expect((await importer.run(await csv(`2024-05-06,5,Ann Bell,${LONG}\n`))).stdout).toContain(' looks like ');
  const add = () => review('add', '--date', '2024-06-06', '--rating', '4', '--author', 'Ben', '--text', 'Fine.');
  expect((await add()).stdout).not.toContain(' looks like ');
  expect((await add()).stdout + (await add()).stderr).toContain(' looks like ');
});

test.each([
  ['other stars', `2024-05-06,4,Ann Bell,${LONG}`],
  ['another week', `2024-05-16,5,Ann B.,${LONG}`],
  ['another text', '2024-05-06,5,Ann Bell,Hung three lamps in our hall and left no dust behind.'],
  ['a short text of somebody else', '2024-05-06,5,Cleo,Great!'],
])('a review with %s is none', async (_, row) => {
  await importer.run(await csv(`2024-05-06,5,Ann B.,${LONG}\n2024-05-06,5,Dan,Great!\n`));
  const { stdout } = await importer.run(await importer.file('other.csv', `${HEADER}${row}\n`));
  expect(stdout).toContain('1 added');
  expect(stdout).not.toContain(' looks like ');
});
