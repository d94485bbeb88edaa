import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commandLineFor } from '../../scripts/cli/settings.ts';
import { importReviews } from '../../scripts/commands/import.ts';
import { readArguments } from '../../scripts/import/arguments.ts';
import { lookOnce } from '../../scripts/import/watch.ts';
import { exportFixture, type GoogleReview, takeoutOf, tgzOf, zipOf } from '../support/archives.ts';
import { type Dropped, type ImportDesk, NOW, openImportDesk, wordsOf } from '../support/desk-import.ts';
import { newImporter, SILENT } from '../support/importer.ts';
import { xlsxOf } from '../support/xlsx.ts';

let on: ImportDesk;
beforeEach(async () => {
  on = await openImportDesk();
});
afterEach(() => on.desk.close());

const takeout = (reviews: readonly GoogleReview[], day: string) => zipOf(takeoutOf(reviews), new Date(day));

/** Drops files and returns the address and HTML of their page. */
async function dropped(...files: readonly Dropped[]): Promise<[address: string, page: string]> {
  const address = await on.drop(...files);
  return [address, await on.page(address)];
}

const history = () => readFileSync(path.join(on.dataDir, 'desk/history.yaml'), 'utf8');

describe('a Takeout archive dropped on the desk', () => {
  test('produces the same files as the import command, byte for byte', async () => {
    const name = 'takeout-20260201T000000Z-001.zip';
    const own = Object.entries(exportFixture('google-takeout')).filter(([file]) => file.includes('account-100'));
    const archive = await zipOf(Object.fromEntries(own), new Date('2026-02-01'));
    const [address, asked] = await dropped([name, archive]);
    expect(wordsOf(asked)).toMatch(/^Which location\? .* Harbor & Pine Electric \(5 reviews\) Harbor & Pine, Southport \(1 review\)/);
    const none = await on.post(`${address}/answer`);
    expect([none.status, wordsOf(none.page)]).toEqual([422, expect.stringContaining('Choose at least one.')]);
    const { page } = await on.post(`${address}/answer`, new URLSearchParams([20, 30].map((id) => ['location', `locations/${id}`])));
    expect(wordsOf(page)).toMatch(/^What this import would change takeout-20260201T000000Z-001\.zip \d new reviews/);
    expect(on.contentNames()).toEqual(['business.yaml']);

    const { page: after } = await on.post(address);
    expect(wordsOf(after)).toMatch(/^Imported: \d new reviews\. Visitors see it once you publish\. .* Earlier imports .*takeout-2026/);
    const command = await newImporter();
    const args = readArguments([await command.file(name, archive), '--location', 'all']);
    await importReviews(args, {
      contentDir: command.content,
      dataDir: command.dataDir,
      now: NOW,
      progress: SILENT,
      commandLine: commandLineFor({}),
    });
    for (const file of ['reviews/imported.json', 'imports.json']) expect(await on.read(file)).toBe(await command.read(file));
    expect(on.uploads()).toEqual([]);
    expect(wordsOf(await on.page(address))).toMatch(/^This import has ended/);
  });

  test('of several locations proposes the one with the business’s name, and counts the reviews of the others once', async () => {
    writeFileSync(path.join(on.content, 'business.yaml'), 'name: CAFÉ Ana\n');
    const folder = 'Takeout/Google Business Profile/account-1/location';
    const named = (id: string, title: string) => ({ [`${folder}-${id}/data.json`]: JSON.stringify({ title }) });
    const files = {
      ...takeoutOf([{ id: 'a' }, { id: 'b', author: 'Ben' }], '20'),
      ...named('20', 'Cafe Ana'),
      ...takeoutOf([{ id: 'c' }], '30'),
      ...named('30', 'Café Ana Sur'),
    };
    const [address, asked] = await dropped(['1.zip', await zipOf(files, new Date('2026-02-01'))]);
    expect([...asked.matchAll(/value="(locations[^"]+)"( checked)?/g)].map(([, scope, checked]) => [scope, checked])).toEqual([
      ['locations/20', ' checked'],
      ['locations/30', undefined],
    ]);
    const { page } = await on.post(`${address}/answer`, { location: 'locations/20' });
    expect(wordsOf(page)).toContain(
      '3 reviews: 2 new, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published, 1 left out because it’s of another location.',
    );
    expect(page).not.toContain('other locations');
    const same = { ...files, ...named('30', 'café ana') };
    const [, both] = await dropped(['2.zip', await zipOf(same, new Date('2026-02-01'))]);
    expect(both).toContain('value="locations/20"');
    expect(both).not.toContain(' checked');
  });

  test('can come in parts, but needs all of them', async () => {
    const [first, second] = await Promise.all(['a', 'b'].map((id) => takeout([{ id }], '2026-02-01')));
    const parts = [first, second].map((part, index) => [`takeout-20260201T000000Z-00${index + 1}.zip`, part as Buffer] as Dropped);
    const [, alone] = await dropped(parts[1] as Dropped);
    expect(wordsOf(alone)).toMatch(
      /^These files can’t be imported Google split this archive into parts, and some are missing: takeout-\S+-001\.zip\. Drop all parts together\. Nothing/,
    );
    const [, both] = await dropped(...parts.toReversed());
    expect(wordsOf(both)).toContain('2 new reviews');
  });

  test('shows new, edited, answered and removed reviews with both versions', async () => {
    const at = { created: '2025-05-03T00:00:00Z' };
    const before = [
      { id: 'a', comment: 'They fixed the lamp.', author: 'Ann', ...at },
      { id: 'b', comment: 'On time.', author: 'Ben', ...at },
      { id: 'c', comment: 'Well done.', author: 'Cleo', ...at },
    ];
    const [first] = await dropped(['1.zip', await takeout(before, '2026-02-01')]);
    await on.post(first);
    const reply = { comment: 'Thank you, Ben!', updateTime: '2026-02-02T00:00:00Z' };
    const next = [
      { ...before[0], id: 'a', stars: 'FOUR', comment: 'They fixed the <old> lamp.', updated: '2026-02-02T00:00:00Z' },
      { ...before[1], id: 'b', reply },
      { id: 'd', author: 'Dan' },
    ];
    const [address, page] = await dropped(['2.zip', await takeout(next, '2026-02-10')]);
    expect([...page.matchAll(/<li><a href="[^"]*kind=(\w+)#changes">([^<]+)</g)].map(([, kind, text]) => `${kind}: ${text}`)).toEqual([
      'new: 1 new review',
      'edited: 1 edited',
      'answered: 1 with a changed reply',
      'gone: 1 gone from the review site',
    ]);
    expect(page).toContain('<dd class="lines">They fixed the lamp.</dd>');
    expect(page).toContain('<dd class="lines">They fixed the <ins>&lt;old&gt; </ins>lamp.</dd>');
    expect(page).toContain('<dd class="lines"><del>★★★★★</del></dd>');
    expect(wordsOf(page)).toContain('Gone Cleo ★★★★★ · May 3, 2025 · Google Well done. It’s gone from the review site.');
    expect(wordsOf(page)).toContain('Until now Your reply (nothing) After the import Your reply Thank you, Ben!');
    expect(wordsOf(await on.page(`${address}?kind=new`))).toMatch(/1 new review Show all changes New Dan/);
    await on.post(address);
    expect(on.published().map(({ author, rating, text }) => [author, rating, text])).toEqual([
      ['Ann', 4, 'They fixed the <old> lamp.'],
      ['Ben', 5, 'On time.'],
      ['Dan', 5, null],
    ]);
    expect(history()).toContain('Imported reviews: 1 new review, 1 edited, 1 with a changed reply, 1 gone from the review site');
    expect(history()).not.toMatch(/Ann|Ben|Cleo|lamp/);
  });

  test('needs confirmation if many reviews are missing', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ id: `r${index}`, author: `Ann ${index}` }));
    const [first, page] = await dropped(['1.tgz', await tgzOf(takeoutOf(many), new Date('2026-02-01'))]);
    const authors = (found: string) => found.match(/Ann \d+/g)?.length;
    const second = await on.page(`${first}?page=2`);
    expect([authors(page), authors(second), wordsOf(second)]).toEqual([50, 10, expect.stringContaining('Previous Page 2 of 2 Import')]);
    await on.post(first);
    const [address] = await dropped(['2.zip', await takeout(many.slice(0, 3), '2026-02-02')]);
    const refused = await on.post(address);
    expect([refused.status, wordsOf(refused.page)]).toEqual([
      422,
      expect.stringMatching(/57 of 60 reviews are missing from these files\. .* Select the box first/),
    ]);
    expect(on.published()).toHaveLength(60);
    await on.post(address, { removals: 'yes' });
    expect(on.published()).toHaveLength(3);
  });

  test('needs confirmation if it may be from another business', async () => {
    const own = Object.entries(exportFixture('google-takeout')).filter(([file]) => /account-100.location-30/.test(file));
    const [address, page] = await dropped(['1.zip', await zipOf(Object.fromEntries(own), new Date('2026-02-01'))]);
    expect(wordsOf(page)).toMatch(
      /may be from another business\. The export is from "Harbor & Pine, Southport", and your business is "Importer"/,
    );
    expect((await on.post(address)).status).toBe(422);
    expect(on.contentNames()).toEqual(['business.yaml']);
    await on.post(address, { business: 'yes' });
    expect(await on.stored()).toHaveLength(1);
  });
});

describe('a table', () => {
  test('with unknown columns prompts for them and shows its first rows', async () => {
    const rows = Array.from({ length: 9 }, (_, index) => `2024-01-0${index + 1};${(index % 5) + 1};Ann ${index};Fine <b> ${index}`);
    const [address, page] = await dropped(['own.csv', ['Tag;Smileys;Who;Words', ...rows, ''].join('\n')]);
    expect(wordsOf(page)).toMatch(
      /^Which column is which\? We don’t recognize some columns in own\.csv\. .* Tag 2024-01-01 2024-01-02 2024-01-03 2024-01-04 2024-01-05 Smileys 1/,
    );
    const choice = { 'column-0': 'date', 'column-1': 'date', 'column-2': 'author', 'column-3': 'text' };
    const wrong = await on.post(`${address}/answer`, choice);
    expect([wrong.status, wordsOf(wrong.page)]).toEqual([
      422,
      expect.stringMatching(/Still missing: Rating in stars\..* “Tag” is already used for this/),
    ]);
    expect(wrong.page).toMatch(/name="column-1" aria-describedby="sample-1 column-1-error" aria-invalid="true".*?value="date" selected/);
    const { page: html } = await on.post(`${address}/answer`, { ...choice, 'column-1': 'rating' });
    expect(wordsOf(html)).toMatch(
      /^Is this HTML\? 9 texts have HTML in own\.csv, such as these: Fine &lt;b&gt; 0 Fine &lt;b&gt; 1 Fine &lt;b&gt; 2 /,
    );
    const { page: plan } = await on.post(`${address}/answer`, { html: 'keep' });
    expect(wordsOf(plan)).toContain('9 new reviews');
    await on.post(address);
    expect((await on.stored()).at(-1)).toMatchObject({
      date: '2024-01-01',
      rating: 1,
      author: 'Ann 0',
      text: 'Fine <b> 0',
      source: 'direct',
    });
  });

  test('is imported without a recognized column if the user deselects it', async () => {
    const [address] = await dropped(['own.csv', 'Tag,Smileys,Author,Comments\n2024-01-01,5,Ann,call back\n']);
    const { page } = await on.post(`${address}/answer`, { 'column-0': 'date', 'column-1': 'rating', 'column-2': 'author', 'column-3': '' });
    expect(wordsOf(page)).toContain('1 new review');
    await on.post(address);
    expect((await on.stored())[0]?.text).toBeUndefined();
  });

  test('with a status column prompts for the values that mean public', async () => {
    const [address] = await dropped(['state.csv', 'date,rating,author,status\n2024-01-01,5,Ann,7\n2024-01-02,5,Ben,8\n']);
    const none = await on.post(`${address}/answer`);
    expect([none.status, wordsOf(none.page)]).toEqual([422, expect.stringMatching(/Column “status”.* Select the values/)]);
    await on.post(`${address}/answer`, { 'public-0': '=8' });
    await on.post(address);
    expect(on.published().map(({ author }) => author)).toEqual(['Ben']);
  });

  test('with ambiguous dates prompts for their order, and can be assigned to another source', async () => {
    const [address, page] = await dropped(['dates.csv', 'date,rating,author\n3/4/2025,5,Ann\n5/6/2025,5,Ben\n']);
    expect(wordsOf(page)).toMatch(
      /None of the reviews .* 2 rows can’t be imported Which day is 3\/4\/2025 in this file\? April 3, 2025 March 4, 2025/,
    );
    expect(page).not.toContain('--dates');
    const { page: read } = await on.post(`${address}/options`, { dates: 'dmy' });
    expect(wordsOf(read)).toContain('2 new reviews');
    await on.post(`${address}/options`, { all: 'yes', dates: 'dmy', source: 'Checkatrade ' });
    await on.post(address);
    expect((await on.stored()).map(({ date, source, verified }) => [date, source, verified])).toEqual([
      ['2025-06-05', 'checkatrade', false],
      ['2025-04-03', 'checkatrade', false],
    ]);
  });

  test('can’t be imported from a file without reviews', async () => {
    const [, page] = await dropped(['photo.jpg', 'no table']);
    expect(wordsOf(page)).toMatch(/^These files can’t be imported There are no reviews in these files\. Nothing was changed\./);
  });

  test('can’t be imported from a spreadsheet in an old format', async () => {
    const [, page] = await dropped(['old.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex')]);
    expect(wordsOf(page)).toMatch(
      /^These files can’t be imported old\.xls is a spreadsheet in an old format\. Save it as \.xlsx in your spreadsheet program, and choose that file\. /,
    );
  });

  test.each<readonly [name: string, says: string, bytes: () => Uint8Array | Promise<Uint8Array>]>([
    [
      'damaged.xlsx',
      'no se puede leer como hoja de cálculo. Guárdelo otra vez como .xlsx o CSV en su programa y elija ese archivo.',
      () => zipOf({ 'xl/workbook.xml': '<workbook' }, new Date('2026-02-01')),
    ],
    ['empty.xlsx', 'es una hoja de cálculo vacía. Su primera fila debe nombrar las columnas.', () => xlsxOf({ Reviews: [] })],
    [
      'latin.csv',
      'no está codificado en UTF-8. Expórtelo otra vez como «CSV UTF-8» y elija ese archivo.',
      () => Buffer.from('date,author\n2024-01-01,Zo\u00eb\n', 'latin1'),
    ],
  ])('is explained in the desk’s language: %s', async (name, says, bytes) => {
    await on.file('content/business.yaml', 'name: Importer\nlanguage: es\n');
    const [, page] = await dropped([name, await bytes()]);
    expect(wordsOf(page)).toContain(`Estos archivos no se pueden importar ${name} ${says}`);
    expect(page).not.toContain('lang="en"');
  });

  test('can’t be imported together with a table that has other columns', async () => {
    const [address] = await dropped(['a.csv', 'Tag,Smileys\n2024-01-01,5\n'], ['b.csv', 'When,Points\n2024-01-01,5\n']);
    const { page } = await on.post(`${address}/answer`, { 'column-0': 'date', 'column-1': 'rating' });
    expect(wordsOf(page)).toContain('These tables have different columns. Import them one at a time.');
  });
});

describe('a plan', () => {
  const CSV = 'source_id,date,rating,author,text\na,2024-01-02,5,Ann,Fine work\n';

  test('is remade if the reviews have changed since', async () => {
    const [address] = await dropped(['a.csv', CSV]);
    writeFileSync(path.join(on.content, 'takedowns.yaml'), '[]\n');
    const { page } = await on.post(address);
    expect(wordsOf(page)).toContain('Your reviews have changed in the meantime, so the files were read again.');
    expect(on.contentNames()).toEqual(['business.yaml', 'takedowns.yaml']);
    await on.post(address);
    expect(await on.stored()).toHaveLength(1);
  });

  test('is discarded when it’s canceled', async () => {
    const [address] = await dropped(['a.csv', CSV]);
    expect(on.uploads()).toHaveLength(1);
    expect(wordsOf((await on.post(`${address}/cancel`)).page)).toMatch(/^Canceled\. Nothing was changed\./);
    expect([on.uploads(), on.contentNames()]).toEqual([[], ['business.yaml']]);
    expect((await on.post(address)).status).toBe(404);
  });

  test('is discarded when another one is made', async () => {
    const [old] = await dropped(['a.csv', CSV]);
    expect(wordsOf(await on.page('/import'))).toContain('You haven’t decided about a.csv yet.');
    const [address] = await dropped(['b.csv', CSV]);
    expect(on.uploads()).toHaveLength(1);
    expect((await on.desk.get(old)).status).toBe(404);
    await on.post(address);
    expect((await on.post(address)).status).toBe(404);
    expect(await on.stored()).toHaveLength(1);
  });

  test('is discarded when the desk closes', async () => {
    await dropped(['a.csv', CSV]);
    await on.desk.close();
    expect([on.uploads(), on.contentNames()]).toEqual([[], ['business.yaml']]);
  });

  test('is carried out only once, even if the button is pressed twice', async () => {
    const [address] = await dropped(['a.csv', CSV]);
    await Promise.all([on.post(address), on.post(address)]);
    expect(await on.stored()).toHaveLength(1);
    expect(JSON.parse(await on.read('imports.json'))).toHaveLength(1);
  });

  test('with nothing new can still be finished', async () => {
    for (const words of ['Imported: 1 new review.', 'Finished. There was nothing new.']) {
      const [address] = await dropped(['a.csv', CSV]);
      expect(wordsOf((await on.post(address)).page)).toContain(words);
    }
    expect(JSON.parse(await on.read('imports.json'))).toHaveLength(2);
  });
});

describe('an archive waiting in a watched folder', () => {
  const many = Array.from({ length: 20 }, (_, index) => ({ id: `r${index}`, author: `Ann ${index}` }));
  const files = async (name: string, day: string, reviews: readonly GoogleReview[]) =>
    on.file(`inbox/${name}`, await takeout(reviews, day));

  beforeEach(async () => {
    const folder = path.join(on.folder, 'inbox');
    const settings = { CONTENT_DIR: on.content, DATA_DIR: on.dataDir, commandLine: commandLineFor({}) };
    const look = () => lookOnce({ folder, settings, now: () => NOW, publish: async () => {}, onEvent: () => {} });
    await files('1.zip', '2026-02-01', many);
    await look();
    await look();
    await files('2.zip', '2026-02-02', many.slice(0, 3));
    await look();
    await look();
  });

  test('is shown, can be imported like a dropped file, and its answer is saved in the policy', async () => {
    const start = await on.page('/import');
    expect(wordsOf(start)).toMatch(
      /^Import reviews These files are waiting for you 2\.zip March 4, 2026 Many reviews are missing from this archive/,
    );
    const sha256 = /name="sha256" value="(\w+)"/.exec(start)?.[1] ?? '';
    const { address, page } = await on.post('/import/waiting', { sha256 });
    expect(wordsOf(page)).toMatch(/17 of 20 reviews are missing .* 17 reviews are no longer where they were written/);
    await on.post(address, { removals: 'yes', gone: 'publish' });
    expect(await on.read('policy.yaml')).toBe('removed_at_source: publish\n');
    expect(on.published()).toHaveLength(20);
    expect(existsSync(path.join(on.folder, 'inbox/2.zip'))).toBe(true);
  });

  test('can be ignored', async () => {
    const sha256 = /name="sha256" value="(\w+)"/.exec(await on.page('/import'))?.[1] ?? '';
    const { page } = await on.post('/import/waiting', { sha256, ignore: 'yes' });
    expect(wordsOf(page)).toMatch(/^Ignored\. The file stays where it is\. Import reviews Bring in/);
    expect(wordsOf((await on.post('/import/waiting', { sha256 })).page)).toMatch(/^This file is no longer waiting\./);
  });
});
