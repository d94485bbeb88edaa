import { readFile, rm, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { statePlain } from '../../scripts/review/change.ts';
import type { ReviewEntry } from '../../site/content/schemas.ts';
import { type GoogleReview, googleReview, takeoutOf, zipOf } from '../support/archives.ts';
import { callScript } from '../support/call-command.ts';
import { type Importer, newImporter } from '../support/importer.ts';

let importer: Importer;
beforeEach(async () => {
  importer = await newImporter();
});
afterEach(() => rm(importer.folder, { recursive: true }));

const at = (day: number) => new Date(Date.UTC(2024, 6, day));
const time = (day: number) => at(day).toISOString();
const takeout = async (day: number, ...reviews: readonly GoogleReview[]) =>
  importer.file(`takeout-${day}.zip`, await zipOf(takeoutOf(reviews), at(day)));
const page = (name: string, ...reviews: readonly object[]) => importer.file(name, JSON.stringify({ reviews }));

const ANN: GoogleReview = { id: 'a', author: 'Ann', comment: 'They came on time.', reply: { comment: 'Thanks', updateTime: time(1) } };
/** Ann's review a day later, with everything changed that a source can change. */
const CHANGED: GoogleReview = {
  ...ANN,
  author: 'Ann B.',
  stars: 'THREE',
  comment: 'They came late.',
  updated: time(2),
  reply: { comment: 'Sorry', updateTime: time(2) },
};
const BEN: GoogleReview = { id: 'b', author: 'Ben', comment: 'Ok.' };

/** Returns the records of imported.json without their checksums and recorded changes. */
const stored = async () => (await importer.stored()).map(({ imported: _, changed_by_business: __, ...entry }) => entry);
const entryOf = (entries: readonly ReviewEntry[], id: string) =>
  entries.find(({ source_id }) => source_id === `locations/20/reviews/${id}`);
const annOf = (entries: readonly ReviewEntry[]) => entryOf(entries, 'a');

/** Edits a record in the file like a person would, without touching other lines. */
async function edit(values: Readonly<Record<string, unknown>>, id = 'a'): Promise<void> {
  const text = await readFile(importer.imported, 'utf8');
  const lines = text.split('\n').map((line) => {
    if (!line.includes(`/reviews/${id}"`)) return line;
    const comma = line.endsWith(',') ? ',' : '';
    return JSON.stringify({ ...JSON.parse(line.slice(0, line.length - comma.length)), ...values }) + comma;
  });
  await writeFile(importer.imported, lines.join('\n'));
}

const EDITS: readonly (readonly [key: keyof ReviewEntry, value: unknown])[] = [
  ['text', 'They came [name removed] on time.'],
  ['text', null],
  ['rating', 1],
  ['author', 'A.'],
  ['date', '2023-12-31'],
  ['owner_reply', null],
  ['owner_reply', { text: 'Thank you, A.', date: '2024-07-01' }],
  ['verified', false],
  ['source', 'google maps'],
  ['source_url', 'https://maps.example/a'],
  ['author_avatar_url', 'https://maps.example/a.png'],
  ['experienced_at', '2024-06-30'],
  ['incentive', 'offered'],
  ['relation', 'relative'],
];

describe('a record of imported.json that was edited by hand', () => {
  test('keeps the edited key, whichever it is, and takes everything else from the source', async () => {
    const ids = EDITS.map((_, index) => `a${index}`);
    await importer.run(await takeout(1, ...ids.map((id) => ({ ...ANN, id }))));
    for (const [index, [key, value]] of EDITS.entries()) await edit({ [key]: value }, `a${index}`);
    const { stdout } = await importer.run(await takeout(3, ...ids.map((id) => ({ ...CHANGED, id }))));
    expect(stdout).not.toContain('marked as removed');
    expect(stdout).toContain('\n0 added, 13 changed, 0 unchanged, 0 older versions, 0 refused, 1 not published\n');
    expect(stdout).toContain('kept: 2024-01-01 1/5 Ann: rating was changed by hand, and is marked as edited now\n');
    expect(stdout.match(/^kept: /gm)).toHaveLength(EDITS.length);
    const taken = { author: 'Ann B.', rating: 3, text: 'They came late.', owner_reply: { text: 'Sorry', date: '2024-07-02' } };
    for (const [index, [key, value]] of EDITS.entries())
      expect(entryOf(await stored(), `a${index}`)).toEqual({
        id: expect.any(String),
        source: 'google',
        source_id: `locations/20/reviews/a${index}`,
        date: '2024-01-01',
        verified: true,
        verification: expect.any(Object),
        source_updated_at: '2024-07-02T00:00:00Z',
        ...Object.fromEntries(Object.entries({ ...taken, [key]: value }).filter(([, one]) => one !== null)),
        edited: [key],
      });
  });

  test('keeps its edits if the same export is imported again, and a third import changes nothing', async () => {
    const file = await takeout(1, ANN, BEN);
    await importer.run(file);
    await edit({ text: 'Mine.', rating: 2 });
    expect((await importer.run(file, '--dry-run')).stdout).toContain(
      'kept: 2024-01-01 2/5 Ann: rating, text were changed by hand, and would be marked as edited\n',
    );
    expect((await importer.run(file)).stdout).toBe(
      [
        'kept: 2024-01-01 2/5 Ann: rating, text were changed by hand, and are marked as edited now',
        '0 added, 0 changed, 2 unchanged, 0 older versions, 0 refused, 0 not published',
        `written: ${importer.imported}; next: ${importer.typed} npm run build\n`,
      ].join('\n'),
    );
    const before = await readFile(importer.imported);
    expect((await importer.run(file)).stdout).toBe(
      '0 added, 0 changed, 2 unchanged, 0 older versions, 0 refused, 0 not published\nno review changed; imports.json has a record of this import\n',
    );
    expect(await readFile(importer.imported)).toEqual(before);
    expect(annOf(await stored())).toMatchObject({ text: 'Mine.', rating: 2, edited: ['rating', 'text'] });
  });

  test('is shown by --dry-run, which writes nothing', async () => {
    const file = await takeout(1, ANN);
    await importer.run(file);
    await edit({ text: 'Mine.' });
    const before = await readFile(importer.imported);
    expect((await importer.run(file, '--dry-run')).stdout).toContain('kept: 2024-01-01 5/5 Ann: text was changed by hand');
    expect(await readFile(importer.imported)).toEqual(before);
  });

  test('keeps its edits if an export lacks it, which marks it as removed, and if a later one has it again', async () => {
    await importer.run(await takeout(1, ANN, BEN));
    await edit({ text: 'Mine.' });
    await importer.run(await takeout(2, BEN));
    expect(annOf(await stored())).toMatchObject({ text: 'Mine.', removed_at_source: '2024-07-02', edited: ['text'] });
    await importer.run(await takeout(4, CHANGED, BEN));
    expect(annOf(await stored())).toMatchObject({ text: 'Mine.', rating: 3, edited: ['text'] });
    expect(annOf(await stored())).not.toHaveProperty('removed_at_source');
  });

  test('keeps a removal mark that was added by hand, and stays without one that was deleted', async () => {
    await importer.run(await takeout(1, ANN, BEN));
    await edit({ removed_at_source: '2024-07-01' });
    await importer.run(await takeout(2, ANN, BEN));
    expect(importer.published().map(({ author }) => author)).toEqual(['Ben']);
    await edit({ removed_at_source: undefined });
    await importer.run(await takeout(3, BEN));
    expect(annOf(await stored())).toMatchObject({ edited: ['removed_at_source'] });
    expect(
      importer
        .published()
        .map(({ author }) => author)
        .sort(),
    ).toEqual(['Ann', 'Ben']);
  });

  test('takes a key from the source again once it’s removed from `edited`', async () => {
    const file = await takeout(1, ANN);
    await importer.run(file);
    await edit({ text: 'Mine.', rating: 2 });
    await importer.run(file);
    await edit({ edited: ['rating'] });
    await importer.run(file);
    expect(annOf(await stored())).toMatchObject({ text: 'They came on time.', rating: 2, edited: ['rating'] });
  });

  test('also keeps a reply from a command until the reply is removed from `edited`', async () => {
    const file = await takeout(3, CHANGED);
    await importer.run(await takeout(1, ANN));
    await edit({ text: 'Mine.' });
    const variables = { CONTENT_DIR: importer.content, DATA_DIR: importer.dataDir };
    await callScript('review', variables, ['reply', 'ann', '--text', 'Hi.', '--replace']);
    expect(annOf(await stored())).toMatchObject({ text: 'Mine.', owner_reply: { text: 'Hi.' }, edited: ['text', 'owner_reply'] });
    await edit({ edited: ['text'] });
    await importer.run(file);
    expect(annOf(await stored())).toMatchObject({ text: 'Mine.', owner_reply: { text: 'Sorry' }, rating: 3 });
  });
});

test.each<readonly [how: string, reformat: (entries: readonly ReviewEntry[]) => string]>([
  ['indented', (entries) => JSON.stringify(entries, undefined, 2)],
  ['on one line', (entries) => JSON.stringify(entries)],
  [
    'with its keys in another order',
    (entries) => JSON.stringify(entries.map((entry) => Object.fromEntries(Object.entries(entry).reverse()))),
  ],
  ['with Windows line endings', (entries) => `[\r\n${entries.map((entry) => JSON.stringify(entry)).join(',\r\n')}\r\n]\r\n`],
  ['with escaped letters', (entries) => JSON.stringify(entries).replaceAll('They', '\\u0054hey')],
])('imported.json %s doesn’t count as edited', async (_how, reformat) => {
  await importer.run(await takeout(1, ANN, BEN));
  const before = await stored();
  await writeFile(importer.imported, reformat(await importer.stored()));
  expect((await importer.run(await takeout(1, ANN, BEN))).stdout).toBe(
    '0 added, 0 changed, 2 unchanged, 0 older versions, 0 refused, 0 not published\nno review changed; imports.json has a record of this import\n',
  );
  await importer.run(await takeout(3, CHANGED, BEN));
  expect(annOf(await stored())).toMatchObject({ text: 'They came late.', rating: 3 });
  expect(annOf(await stored())).not.toHaveProperty('edited');
  expect((await stored())[1]).toEqual(before[1]);
});

test('the next import adds missing checksums, and edits by hand are kept from then on', async () => {
  const file = await page('page.json', googleReview(ANN), googleReview(BEN));
  await importer.run(file);
  await writeFile(importer.imported, JSON.stringify(await stored()));
  expect((await importer.run(file)).stdout).toBe(
    `0 added, 0 changed, 2 unchanged, 0 older versions, 0 refused, 0 not published\nwritten: ${importer.imported}; next: ${importer.typed} npm run build\n`,
  );
  await edit({ text: 'Mine.' });
  await importer.run(await page('later.json', googleReview(CHANGED)));
  expect(annOf(await stored())).toMatchObject({ text: 'Mine.', rating: 3 });
});

test('a record that was deleted by hand comes back, and the import prints how to keep it out', async () => {
  await importer.run(await takeout(1, ANN, BEN));
  await writeFile(importer.imported, JSON.stringify((await importer.stored()).filter(({ author }) => author !== 'Ann')));
  expect((await importer.run(await takeout(3, ANN, BEN, { id: 'c', author: 'New', created: time(2) }))).stdout).toMatch(
    /^1 added review is older than the last complete export, so somebody may have deleted it from .*imported\.json: CONTENT_DIR='.*' DATA_DIR='.*' npm run review -- takedown keeps a review out\n2 added, 0 changed/,
  );
});

describe('an edit by hand is published as changed by the business', () => {
  const changes = () => importer.published()[0]?.changed_by_business;
  const recorded = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);

  test('at once, and with a date from the next import on, even if `edited` is deleted', async () => {
    const file = await takeout(1, ANN);
    await importer.run(file);
    expect(changes()).toEqual([]);
    await edit({ rating: 4, text: 'They came.' });
    expect(changes()).toEqual([
      { field: 'rating', date: null },
      { field: 'text', date: null },
    ]);
    await importer.run(file);
    expect(changes()).toEqual([
      { field: 'rating', date: recorded },
      { field: 'text', date: recorded },
    ]);
    await edit({ edited: undefined });
    expect(changes()).toHaveLength(2);
    await edit({ text: 'They came on time.' });
    expect(changes()).toEqual([{ field: 'rating', date: recorded }]);
  });

  test('with the date that the business gives', async () => {
    await importer.run(await takeout(1, ANN));
    await edit({ author: 'A.', changed_by_business: [{ field: 'author', date: '2024-08-01' }] });
    expect(changes()).toEqual([{ field: 'author', date: '2024-08-01' }]);
    await importer.run(await takeout(3, ANN));
    expect(changes()).toEqual([{ field: 'author', date: '2024-08-01' }]);
  });

  test('but not once the source has the same text, and never for a reply', async () => {
    await importer.run(await takeout(1, ANN));
    await edit({ text: 'They came late.', owner_reply: { text: 'Ours', date: '2024-07-01' } });
    expect(changes()).toEqual([{ field: 'text', date: null }]);
    await importer.run(await takeout(3, CHANGED));
    expect(changes()).toEqual([]);
  });

  test('but not if it states what the source does not, however often it is imported or stated again', async () => {
    const file = await takeout(1, ANN);
    await importer.run(file);
    const day = { today: '2024-07-02', latest: '2024-07-02' };
    const place = { contentDir: importer.content, dataDir: importer.dataDir, ...day };
    const state = (incentive: string) =>
      statePlain(place, importer.published()[0]?.id ?? '', { experienced_at: '2024-06-30', incentive, relation: 'unknown' });
    await edit({ incentive: 'none' });
    expect(changes()).toEqual([]);
    await importer.run(file);
    expect(changes()).toEqual([]);
    await state('offered');
    expect(changes()).toEqual([]);
    await importer.run(file);
    await state('none');
    expect(importer.published()[0]).toMatchObject({ experienced_at: '2024-06-30', incentive: 'none', changed_by_business: [] });
  });

  test('and if it contradicts the source', async () => {
    const csv = (incentivized: string) => `id,date,rating,author,text,incentivized\na,2024-01-01,5,Ann,Fine.,${incentivized}\n`;
    await importer.run(await importer.file('a.csv', csv('yes')), '--source', 'shop');
    expect(importer.published()[0]).toMatchObject({ incentive: 'offered', changed_by_business: [] });
    const text = await readFile(importer.imported, 'utf8');
    await writeFile(importer.imported, text.replace('"incentive":"offered"', '"incentive":"none"'));
    expect(changes()).toEqual([{ field: 'incentive', date: null }]);
  });

  test('and listed by check:content', async () => {
    await importer.run(await takeout(1, ANN));
    await edit({ rating: 4 });
    const { stdout } = await callScript('check-content', {}, [importer.content]);
    expect(stdout).toContain('found changed after import: rating (date not recorded)');
    expect(stdout).toContain('"changed_by_business": [{"field":"rating","date":"YYYY-MM-DD"}]');
  });
});

test('checksums are never published', async () => {
  await importer.run(await takeout(1, ANN));
  const [entry] = await importer.stored();
  expect(entry?.imported).toMatch(/^[\w-]{20,90}$/);
  expect(JSON.stringify(importer.published())).not.toContain(entry?.imported);
});
