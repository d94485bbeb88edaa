import { watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Importer, newImporter } from '../support/importer.ts';
import { withReleaseCases } from '../support/release-test.ts';
import { root, startScript } from '../support/run-script.ts';

const MANY = 5_000;
/** Enough reviews that writing their file takes a while. */
const SOME = 400;
const LONG = 'Came on time, and left nothing behind. '.repeat(30).trim();

let importer: Importer;
beforeEach(async () => {
  importer = await newImporter();
});

const line = (id: number, text: string) => JSON.stringify({ source_id: `a-${id}`, date: '2024-01-02', rating: 5, author: 'Ann', text });
const linesOf = (text: string, count: number) => Array.from({ length: count }, (_, id) => line(id, text)).join('\n');

/** Starts an import and kills it with SIGKILL at the first change to a file in `folder` whose name matches `pattern`. */
async function killAt(folder: string, pattern: RegExp, file: string): Promise<void> {
  const { content, dataDir } = importer;
  const { child, ended } = startScript('import', { CONTENT_DIR: content, DATA_DIR: dataDir }, root, [file]);
  const watcher = watch(folder, (_event, name) => {
    if (pattern.test(name ?? '')) child.kill('SIGKILL');
  });
  await ended;
  watcher.close();
}

describe('an import that is killed', () => {
  test.each<readonly [when: string, folder: string, pattern: RegExp]>(
    withReleaseCases(
      'an import that is killed while it writes the record of imports or the reviews leaves the reviews valid',
      [['between the record of imports and the reviews', '', /^imports\.json$/]],
      [
        ['while it writes the record of imports', '', /^\.imports\.json\./],
        ['while it writes the reviews', 'reviews', /^\.imported\.json\./],
      ],
    ),
  )('%s leaves the reviews valid, and the next import completes it', async (_when, folder, pattern) => {
    const [old, fresh] = [LONG.repeat(2), LONG];
    await importer.run(await importer.file('old.ndjson', linesOf(old, SOME)));
    const file = await importer.file('new.ndjson', linesOf(fresh, SOME));
    await killAt(path.join(importer.content, folder), pattern, file);
    const left = importer.published();
    expect(left).toHaveLength(SOME);
    expect(new Set(left.map(({ text }) => text)).size).toBe(1);
    expect(await importer.counts(file)).toMatch(/^0 added, /);
    expect(new Set(importer.published().map(({ text }) => text))).toEqual(new Set([fresh]));
    expect(
      [...(await readdir(importer.content)), ...(await readdir(path.join(importer.content, 'reviews')))].filter(
        (name) => name.startsWith('.') && name !== '.imports' && name !== '.content.lock',
      ),
    ).toEqual([]);
    // An import that was killed after it wrote its record has one, too.
    expect([2, 3]).toContain(JSON.parse(await importer.read('imports.json')).length);
  });
});

test('of two concurrent imports, at least one succeeds, and if the other stops, it explains why', async () => {
  await importer.run(await importer.file('old.ndjson', line(1, 'old')));
  const { content, dataDir } = importer;
  const file = await importer.file('new.ndjson', linesOf('new', SOME));
  const results = await Promise.all(
    [1, 2].map(() => startScript('import', { CONTENT_DIR: content, DATA_DIR: dataDir }, root, [file]).ended),
  );
  const failed = results.filter(({ code }) => code !== 0);
  for (const { stderr } of failed)
    expect(stderr).toBe(`${importer.imported}: changed during the import; nothing was imported. Run it again\n`);
  expect(failed.length).toBeLessThan(2);
  expect(importer.published()).toHaveLength(SOME);
});

const rows = Array.from({ length: MANY }, (_, id) => `a-${id},2024-01-02,5,Ann,Fine work`);
test.each<readonly [format: string, text: string]>(
  withReleaseCases(
    'an ndjson file with 5,000 records is imported completely',
    [['csv', ['source_id,date,rating,author,text', ...rows].join('\n')]],
    [['ndjson', linesOf('Fine work', MANY)]],
  ),
)('a %s file with 5,000 records is imported completely, and changes nothing the second time', async (format, text) => {
  const file = await importer.file(`many.${format}`, text);
  expect(await importer.counts(file)).toBe(`${MANY} added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published`);
  expect(await importer.counts(file)).toBe(`0 added, 0 changed, ${MANY} unchanged, 0 older versions, 0 refused, 0 not published`);
});
