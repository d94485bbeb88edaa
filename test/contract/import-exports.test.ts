import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Importer, newImporter } from '../support/importer.ts';
import { root } from '../support/run-script.ts';

// Exports from other platforms, each written from the public description of its format.

const exports = path.join(root, 'test/fixtures/exports');
const fixture = (name: string) => path.join(exports, name);

let importer: Importer;
beforeEach(async () => {
  importer = await newImporter();
});

/** Returns the published reviews with the fields that these tests compare. */
const shown = () =>
  importer.published().map(({ author, rating, date, text, source, owner_reply, verification }) => ({
    author,
    rating,
    date,
    text,
    source,
    reply: owner_reply,
    method: verification.method,
  }));

const ANN = { author: 'Ann B.', rating: 5, date: '2024-05-06', text: 'Lights the whole porch.' };

describe('an export of', () => {
  test('Judge.me gets the source judge.me, and asks whether reviews that nobody has curated were public', async () => {
    const file = fixture('judge-me/reviews.csv');
    expect(await importer.run(file)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${file}: nothing was imported, because these columns may mean that reviews were not public:\n  "curated" has "not-yet" (1): use --public "curated=VALUE" for each value under which a review was public, or --ignore "curated"\n`,
    });
    expect(await importer.counts(file, '--public', 'curated=ok')).toBe(
      '1 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 2 not published',
    );
    expect(shown()).toEqual([
      {
        ...ANN,
        text: 'Bright\nLights the whole porch.',
        source: 'judge.me',
        reply: { text: 'Enjoy it!', date: '2024-05-07' },
        method: 'vouched',
      },
    ]);
    await importer.run(file, '--public', 'curated=not-yet');
    expect(shown().map(({ author, rating }) => [author, rating])).toEqual([
      ['Ben', 2],
      ['Ann B.', 5],
    ]);
  });

  test("WooCommerce has replies as rows: the shop's are attached to their reviews, visitors' aren't", async () => {
    const { stdout } = await importer.run(fixture('woocommerce/comments.csv'));
    expect(stdout).toContain('1 reply is to no review in the file, and left out\n');
    expect(stdout).toContain('2 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 5 not published, 1 reply\n');
    expect(shown()).toEqual([
      {
        author: 'Ben',
        rating: 2,
        date: '2024-05-07',
        text: 'Arrived with a crack.',
        source: 'woocommerce',
        reply: { text: 'We have sent another one.', date: '2024-05-08' },
        method: 'vouched',
      },
      { ...ANN, source: 'woocommerce', reply: null, method: 'platform_account' },
    ]);
  });

  test('WooCommerce can have verified owners without an account, whose reviews are vouched for by the business', async () => {
    const text = await readFile(fixture('woocommerce/comments.csv'), 'utf8');
    await importer.run(await importer.file('guests.csv', text.replace(',0,4,5,1', ',0,0,5,1')));
    expect(shown().map(({ author, method }) => [author, method])).toContainEqual(['Ann B.', 'vouched']);
  });

  test('Apify that lacks a date is refused by the name of its key', async () => {
    const records = JSON.parse(await readFile(fixture('apify/reviews.json'), 'utf8')) as object[];
    const file = await importer.file('apify.json', JSON.stringify([...records, { title: 'Importer Lamps', stars: 5 }]));
    expect((await importer.run(file)).stdout).toContain(
      `refused: ${file} [2]: publishedAtDate "": empty; every review needs a date, such as 2025-03-14\n`,
    );
    expect((await importer.run(path.join(importer.folder, 'none.json'))).stderr).toMatch(/none\.json: there is no such file\n$/);
  });

  test.each(['outscraper/reviews.csv', 'apify/reviews.json'])('%s needs no flags, and the place’s average isn’t a rating', async (name) => {
    const { stdout, stderr } = await importer.run(fixture(name));
    expect(stderr + stdout).toBe(
      `2 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published\nwritten: ${importer.imported}; next: ${importer.typed} npm run build\n`,
    );
    expect(shown()).toEqual([
      { ...ANN, source: 'google', reply: { text: 'Enjoy it!', date: '2024-05-07' }, method: 'platform_account' },
      { author: 'Ben', rating: 4, date: '2024-03-05', text: null, source: 'google', reply: null, method: 'platform_account' },
    ]);
    // Both identify a review by Google's own id.
    expect((await importer.stored()).map(({ source_id }) => source_id)).toEqual(['rev-1', 'rev-2']);
  });

  test('Facebook recommendations is refused because they have no stars', async () => {
    const { code, stderr } = await importer.run(fixture('facebook/ratings.json'));
    expect(code).toBe(1);
    expect(stderr).toContain('has recommendations from Facebook, which have no stars.');
    const csv = await importer.file('fb.csv', 'Date,Reviewer,Recommends,Text\n2024-05-06,Ann,yes,Great\n');
    expect((await importer.run(csv)).stderr).toContain('has recommendations from Facebook');
  });

  test('other JSON is read by common key names or with --map', async () => {
    const plain = await importer.file(
      'plain.json',
      JSON.stringify([{ uuid: 'a', created_at: '2024-05-06', stars: 5, body: 'Lights the whole porch.', reviewer_name: 'Ann B.' }]),
    );
    expect(await importer.counts(plain)).toBe('1 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published');
    expect(shown()).toEqual([{ ...ANN, source: 'direct', reply: null, method: 'vouched' }]);
    const odd = await importer.file(
      'odd.json',
      JSON.stringify([{ nr: 'b', when: '2024-05-07', points: '4', who: { called: 'Ben' }, tags: [{ label: 'lamps' }] }]),
    );
    expect((await importer.run(odd)).stderr).toContain('no key for date (also called');
    const mapped = ['--map', 'date=when', '--map', 'rating=points', '--map', 'author=who.called', '--map', 'source_id=nr'];
    expect(await importer.counts(odd, ...mapped)).toBe('1 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published');
    expect(shown()[0]).toMatchObject({ author: 'Ben', rating: 4, date: '2024-05-07', text: null });
    const { code, stderr } = await importer.run(odd, ...mapped.slice(0, 4), '--map', 'author=who.caled');
    expect([code, stderr]).toEqual([1, `${odd}: --map author="who.caled": no record has this key; did you mean "who.called"?\n`]);
  });
});

test('an unambiguous date needs no --dates', async () => {
  const file = await importer.file('days.csv', 'source_id;date;rating\na;14.03.2025;5\nb;3/14/2025;4\nc;03.04.2025;3\n');
  const { stdout } = await importer.run(file);
  expect(stdout).toContain(
    'date "03.04.2025": is ambiguous; use --dates dmy if 03 is the day, --dates mdy if 03 is the month, or write it like 2025-03-14',
  );
  expect(importer.published().map(({ date }) => date)).toEqual(['2025-03-14', '2025-03-14']);
});
