import { existsSync } from 'node:fs';
import { appendFile, cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { commandLineFor } from '../../scripts/cli/settings.ts';
import type { Terminal } from '../../scripts/cli/terminal.ts';
import { importReviews } from '../../scripts/commands/import.ts';
import { readArguments } from '../../scripts/import/arguments.ts';
import { googleReview } from '../support/archives.ts';
import { callScript } from '../support/call-command.ts';
import { type Importer, newImporter, SILENT } from '../support/importer.ts';
import { root } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let importer: Importer;
beforeEach(async () => {
  importer = await newImporter();
});

const HEADER = 'source_id,date,rating,author,text\n';
const FIRST = `${HEADER}a,2024-05-06,5,Ann,First text of Ann\nb,2024-05-07,4,Ben,First text of Ben\n`;
const SECOND = `${HEADER}a,2024-05-06,3,Ann,Second text of Ann\nc,2024-05-08,1,Cleo,First text of Cleo\n`;

const csv = (text: string) => importer.file('export.csv', text);
const undo = (...args: readonly string[]) => importer.run('--undo', ...args);
const reviews = () => importer.published().map(({ author, rating, text }) => `${author} ${rating} ${text}`);
/** Returns the text of all files of the content. */
const allText = async () => {
  const files = (await readdir(importer.content, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  return (await Promise.all(files.map(({ parentPath, name }) => readFile(path.join(parentPath, name), 'utf8')))).join('\n');
};
const review = (...args: readonly string[]) => callScript('review', { CONTENT_DIR: importer.content, DATA_DIR: importer.dataDir }, args);

describe('npm run import -- --undo', () => {
  test('reverts what the last import added, changed and removed, and nothing else', async () => {
    await importer.run(await csv(FIRST));
    const before = await readFile(importer.imported, 'utf8');
    await importer.run(await csv(SECOND), '--complete', '--remove');
    expect(reviews()).toEqual(['Cleo 1 First text of Cleo', 'Ann 3 Second text of Ann']);
    expect((await undo()).stdout).toBe(
      `import 2: 1 removed, 2 restored, 0 kept because they were edited since, 0 skipped because they are gone or already restored\nwritten: ${importer.imported}; next: ${importer.typed} npm run build\nnpm run build -- --purge also deletes earlier generations, which contain what was removed\n`,
    );
    expect(await readFile(importer.imported, 'utf8')).toBe(before);
    // The undone export is forgotten, so the same file does the same again.
    expect(await importer.counts(await csv(SECOND), '--complete', '--remove')).toBe(
      '1 added, 1 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published; 1 review marked as removed',
    );
  });

  test('goes back import by import until there is none left', async () => {
    await importer.run(await csv(FIRST));
    await importer.run(await csv(SECOND));
    await undo();
    await undo();
    expect(reviews()).toEqual([]);
    const { code, stderr } = await undo();
    expect([code, stderr]).toEqual([1, 'import --undo: there is no import to undo\n']);
    expect(
      (JSON.parse(await importer.read('imports.json')) as { run: number; undone?: string }[]).map(({ run, undone }) => [
        run,
        typeof undone,
      ]),
    ).toEqual([
      [1, 'string'],
      [2, 'string'],
    ]);
  });

  test('undoes the last import that changed something, and lists only such imports', async () => {
    const file = await csv(FIRST);
    await importer.run(file);
    await importer.run(file);
    const { code, stderr } = await undo('7');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^import --undo: there is no import 7 to undo\nGive the number of one of these:\n {2}1 {2}\S+ export\.csv: 2 added, 0 changed, 0 removed\n$/,
      ),
    ]);
    expect((await undo()).stdout).toContain('import 1: 2 removed, 0 restored');
    expect((await undo()).stderr).toBe('import --undo: there is no import to undo\n');
  });

  test('of an earlier import asks about reviews that a later one changed', async () => {
    await importer.run(await csv(FIRST));
    await importer.run(await csv(SECOND));
    const { code, stderr } = await undo('1');
    expect(code).toBe(1);
    expect(stderr).toBe(
      'import --undo: 1 review was edited since this import; nothing was changed:\n  2024-05-06 3/5 Ann\nAdd --edited keep to keep them as they are, or --edited undo to undo them, too.\n',
    );
    expect((await undo('1', '--edited', 'keep')).stdout).toContain(
      'import 1: 1 removed, 0 restored, 1 kept because they were edited since',
    );
    expect(reviews()).toEqual(['Cleo 1 First text of Cleo', 'Ann 3 Second text of Ann']);
  });

  test('asks about a review with a reply and a correction, and removes the correction with it', async () => {
    await importer.run(await csv(FIRST));
    const [{ id = '' } = {}] = importer.published();
    await review('reply', id, '--text', 'Thank you!');
    await writeFile(
      path.join(importer.content, 'corrections.yaml'),
      `- review: ${id}\n  note: it is about somebody else\n  mentions:\n    technicians: []\n`,
    );
    expect((await undo()).stderr).toContain('1 review was edited since this import');
    await undo('--edited', 'undo');
    expect(reviews()).toEqual([]);
    expect(await readFile(path.join(importer.content, 'corrections.yaml'), 'utf8').catch(() => '')).not.toContain(id);
  });

  test('never restores a review that was taken down, whose earlier texts are deleted from every file', async () => {
    await importer.run(await csv(FIRST));
    await importer.run(await csv(SECOND));
    const ann = importer.published().find(({ author }) => author === 'Ann');
    expect((await review('takedown', ann?.id ?? '', '--reason', 'asked')).code).toBe(0);
    expect(await allText()).not.toContain('text of Ann');
    await undo();
    await undo();
    expect(reviews()).toEqual([]);
  });

  test('leaves no removed text in any file, not even in the record of an import that was undone before', async () => {
    await importer.run(await csv(FIRST));
    await importer.run(await csv(SECOND));
    await importer.run(await csv(SECOND.replace('Second text of Ann', 'Third text of Ann')));
    await undo('2', '--edited', 'undo');
    expect(await allText()).not.toContain('text of Cleo');
    // An undo that was killed can leave such a record.
    await writeFile(path.join(importer.content, '.imports/2.ndjson'), '{"id":"x","before":"First text of Ann","after":"y"}\n');
    await undo('1', '--edited', 'undo');
    expect(reviews()).toEqual([]);
    expect(await allText()).not.toContain('text of');
  });

  test('stops at an unreadable line in its record and prints its position', async () => {
    await importer.run(await csv(FIRST));
    const journal = path.join(importer.content, '.imports/1.ndjson');
    await appendFile(journal, '{"id":"torn\n');
    const { code, stderr } = await undo();
    expect([code, stderr]).toEqual([1, `${journal}:3: can't be read, so this import can't be undone; nothing was changed\n`]);
    expect(reviews()).toHaveLength(2);
  });

  test('an unreadable record doesn’t block a takedown, which removes the line', async () => {
    await importer.run(await csv(FIRST));
    await importer.run(await csv(SECOND));
    const journal = path.join(importer.content, '.imports/2.ndjson');
    await appendFile(journal, '{"id":"torn, First text of Ann\n');
    const ann = importer.published().find(({ author }) => author === 'Ann');
    const { code, stdout } = await review('takedown', ann?.id ?? '', '--reason', 'asked');
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${journal}: 2 earlier versions removed`)]);
    expect(await allText()).not.toContain('text of Ann');
  });

  test('stops if an earlier version of a review can’t be read, and changes nothing', async () => {
    await importer.run(await csv(FIRST));
    await importer.run(await csv(SECOND));
    const journal = path.join(importer.content, '.imports/2.ndjson');
    // Another version of the program may have written this line, with a rating that this one refuses.
    await writeFile(journal, (await readFile(journal, 'utf8')).replace('rating\\":5', 'rating\\":9'));
    const before = [await readFile(importer.imported, 'utf8'), await importer.read('imports.json')];
    const { code, stderr } = await undo();
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^import --undo 2: the earlier version of \w{26} can't be read; nothing was changed\n$/),
    ]);
    expect([await readFile(importer.imported, 'utf8'), await importer.read('imports.json')]).toEqual(before);
  });

  test('--dry-run prints what would happen and writes nothing', async () => {
    await importer.run(await csv(FIRST));
    const before = [await readFile(importer.imported), await importer.read('imports.json')];
    expect((await undo('--dry-run')).stdout).toContain('import 1: 2 removed, 0 restored');
    expect([await readFile(importer.imported), await importer.read('imports.json')]).toEqual(before);
  });

  test('imports.json records every import, even of the same file twice', async () => {
    const file = await csv(FIRST);
    await importer.run(file);
    await importer.run(file);
    expect(
      (JSON.parse(await importer.read('imports.json')) as { run: number; added: number }[]).map(({ run, added }) => [run, added]),
    ).toEqual([
      [1, 2],
      [2, 0],
    ]);
  });

  test('undoing any imports from last to first restores every earlier state', async () => {
    const row = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      rating: fc.integer({ min: 1, max: 5 }),
      text: fc.constantFrom('one', 'two', ''),
    });
    const table = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ rows: table, complete: fc.boolean() }), { minLength: 1, maxLength: 4 }), async (exports) => {
        importer = await newImporter();
        const states: string[] = [];
        const state = () => readFile(importer.imported, 'utf8').catch(() => '[\n]\n');
        for (const { rows, complete } of exports) {
          const before = await state();
          const lines = rows.map(({ id, rating, text }) => `${id},2024-05-06,${rating},${id},${text}\n`);
          const { stdout } = await importer.run(await csv(HEADER + lines.join('')), ...(complete ? ['--complete', '--remove'] : []));
          // An import that changed nothing has nothing to undo.
          if (stdout.includes('\nwritten: ') || stdout.startsWith('written: ')) states.push(before);
        }
        for (const before of states.reverse()) {
          const { stdout } = await undo();
          expect(stdout).toContain(' 0 kept ');
          expect((await state()).replace('[\n\n]', '[\n]')).toBe(before.replace('[\n\n]', '[\n]'));
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe('an import that may be meant for another business', () => {
  const intoDemo = async (...args: readonly string[]) => {
    const content = temporaryFolder();
    await cp(path.join(root, 'content'), content, { recursive: true });
    return callScript('import', { CONTENT_DIR: content, DATA_DIR: importer.dataDir }, [await csv(FIRST), ...args]);
  };

  test('stops in the demo business unless it’s confirmed', async () => {
    const { code, stderr } = await intoDemo();
    expect(code).toBe(1);
    expect(stderr).toContain('is the demo business, Harbor & Pine Electric. To import into your own, set CONTENT_DIR to its folder');
    expect(stderr).toContain('If this is what you want, repeat the command with --yes.');
    expect((await intoDemo('--yes')).stdout).toContain('2 added');
  });

  test.each([
    ['another name', { name: 'Roundhay Dental' }, 'the export is from "Roundhay Dental", and '],
    ['the same name in another town', { name: 'Importer', address: { locality: 'York' } }, 'the export is from "Importer, York", and '],
  ])('stops at %s', async (_, business, message) => {
    await writeFile(path.join(importer.content, 'business.yaml'), 'name: Importer\naddress:\n  locality: Leeds\n');
    const reviews = [{ id: '01HX0000000000000000000000', date: '2024-05-06', rating: 5, author: 'Ann', source: 'direct', text: null }];
    const file = await importer.file('reviews.json', JSON.stringify({ business, reviews }));
    const { code, stderr } = await importer.run(file);
    expect([code, existsSync(importer.imported)]).toEqual([1, false]);
    expect(stderr).toContain(message);
    expect((await importer.run(file, '--yes')).stdout).toContain('1 added');
  });

  test.each([
    ['Headingley Dental', 'Roundhay Dental', false],
    ['Headingley Dental Practice', 'Roundhay Dental Practice', false],
    ['Roundhay Dental Care', 'Roundhay Dental', true],
    ['The Dental Clinic', 'Roundhay Dental', true],
    ['Casa Pepe', 'Restaurante Casa Pepe S.L.', true],
    ['Bookworm', 'Bookworm Leeds', true],
  ])('ignores words for a kind of business when it compares %s and %s', async (theirs, ours, isSame) => {
    await writeFile(path.join(importer.content, 'business.yaml'), `name: ${ours}\n`);
    const reviews = [{ id: '01HX0000000000000000000000', date: '2024-05-06', rating: 5, author: 'Ann', source: 'direct', text: null }];
    const { code } = await importer.run(await importer.file('reviews.json', JSON.stringify({ business: { name: theirs }, reviews })));
    expect(code).toBe(isSame ? 0 : 1);
  });

  test('asks with the folder’s path unchanged in the question', async () => {
    const content = temporaryFolder();
    await cp(path.join(root, 'content'), content, { recursive: true });
    const asked: string[] = [];
    const terminal = { confirm: async (question: string) => asked.push(question) === 0 } as Partial<Terminal> as Terminal;
    const surroundings = {
      contentDir: content,
      dataDir: importer.dataDir,
      now: new Date(),
      terminal,
      progress: SILENT,
      commandLine: commandLineFor({}),
    };
    await expect(importReviews(readArguments([await csv(FIRST)]), surroundings)).rejects.toThrow('import: nothing was imported');
    expect(asked).toEqual([expect.stringMatching(`^The content in ${content} is the demo business, .* Import anyway\\?$`)]);
  });

  test('treats a Takeout and a scraper’s export as one place, although their ids are of different kinds', async () => {
    const scraped = (name: string) => readFile(path.join(root, 'test/fixtures/exports', name), 'utf8');
    await importer.run(await importer.file('google.json', JSON.stringify({ reviews: [googleReview({ id: 'a' })] })));
    expect(JSON.parse(await importer.read('imports.json'))[0].places).toEqual(['locations/20']);
    const others = (await scraped('outscraper/reviews.csv')).replaceAll('ChIJimporter', 'ChIJother').replaceAll('rev-', 'other-');
    const renamed = others.replaceAll('Importer', 'Roundhay Dental');
    expect((await importer.run(await csv(renamed))).stderr).toContain('the export is from "Roundhay Dental');
    expect((await importer.run(await importer.file('apify.json', await scraped('apify/reviews.json')))).stderr).toBe('');
    expect((await importer.run(await csv(others))).stderr).toContain('were from another place');
  });

  test('stops if earlier imports were from another place', async () => {
    const outscraped = await readFile(path.join(root, 'test/fixtures/exports/outscraper/reviews.csv'), 'utf8');
    await importer.run(await csv(outscraped));
    const { code, stderr } = await importer.run(await csv(outscraped.replaceAll('ChIJimporter', 'ChIJother').replaceAll('rev-', 'other-')));
    expect(code).toBe(1);
    expect(stderr).toContain('the earlier imports into ');
    expect((await importer.run(await csv(outscraped))).code).toBe(0);
  });
});
