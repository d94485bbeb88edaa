import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import { platforms, recognizePlatform } from '../../scripts/import/platforms.ts';
import { readDataset } from '../../site/content/read/read.ts';
import { toSources } from '../../site/views/sources.ts';
import { zipOf } from '../support/archives.ts';
import { type Importer, newImporter } from '../support/importer.ts';
import { isRelease, withReleaseCases } from '../support/release-test.ts';
import { root } from '../support/run-script.ts';
import { xlsxOf } from '../support/xlsx.ts';

// Each fixture has the layout that its source in test/fixtures/exports/README.md describes, with invented reviews.

const folder = path.join(root, 'test/fixtures/exports/platforms');
const files = readdirSync(folder).filter((name) => !name.endsWith('.expected.json'));
const textOf = (name: string) => readFileSync(path.join(folder, name), 'utf8').replace(/^\uFEFF/, '');

/** What Judge.me's table doesn't say: whether the shop shows reviews that nobody has curated. */
const flagsOf = (name: string) => (name.startsWith('judge-me.csv') ? ['--yes', '--public', 'curated=ok'] : ['--yes']);

interface Expected {
  readonly counts: string;
  readonly published: readonly object[];
}
const expectedOf = (name: string): Expected => JSON.parse(textOf(name.replace(/\.\w+$/, '.expected.json')));

let importer: Importer;
beforeEach(async () => {
  importer = await newImporter();
});

const shown = (on: Importer) =>
  on.published().map(({ author, rating, date, text, owner_reply, source, source_url, author_avatar_url, verification, ...more }) => ({
    author,
    rating,
    date,
    text,
    reply: owner_reply?.text ?? null,
    reply_date: owner_reply?.date ?? null,
    source,
    source_url,
    author_avatar_url,
    method: verification.method,
    ...(more.experienced_at === null ? {} : { experienced_at: more.experienced_at }),
    ...(more.incentive === 'unknown' ? {} : { incentive: more.incentive }),
  }));

const bring = async (on: Importer, name: string, bytes: string | Uint8Array) => {
  const counts = await on.counts(await on.file(name, bytes), ...flagsOf(path.basename(name)));
  return { counts, published: shown(on) };
};

describe('each platform has a fixture, and its reviews are', () => {
  test.each(files)('those of %s', async (name) => {
    expect(await bring(importer, name, textOf(name))).toEqual(expectedOf(name));
  });

  test('named with its public source in the README', () => {
    const readme = readFileSync(path.join(root, 'test/fixtures/exports/README.md'), 'utf8');
    expect(files.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  test('those of every platform that the help lists, except our own', async () => {
    const sources = new Set<string>();
    for (const name of files) {
      const one = await newImporter();
      await bring(one, name, textOf(name));
      for (const { source } of JSON.parse(await one.read('imports.json')) as { source: string }[]) sources.add(source);
    }
    const own = ['open-reviews'];
    const listed = platforms.flatMap(({ name, refusal }) => (refusal === undefined && !own.includes(name) ? [name] : []));
    expect([...sources].sort()).toEqual([...new Set(listed)].sort());
  });
});

test.each(['judge-me.csv', 'trustpilot.csv'])('with columns for plain fields that a layout doesn’t list, %s has them', async (name) => {
  const [header = '', ...rows] = textOf(name).trimEnd().split(/\r?\n/);
  const more = [`${header},Incentivized,Date of experience`, ...rows.map((row) => `${row},true,2019-12-31T00:00:00Z`)].join('\n');
  await importer.counts(await importer.file(name, more), ...flagsOf(name));
  const found = importer.published().map(({ incentive, experienced_at }) => ({ incentive, experienced_at }));
  expect(found).toEqual(found.map(() => ({ incentive: 'offered', experienced_at: '2019-12-31' })));
  expect(found.length).toBeGreaterThan(0);
});

test.each([
  [['Review Id', 'Review Created (UTC)', 'Review Stars', 'Star Rating'], 'trustpilot'],
  [['Star Rating', 'Review'], 'google'],
  [['Review Id', 'Review'], undefined],
])('a table with the columns %j is from the platform that they identify best: %s', (header, name) => {
  expect(recognizePlatform({ header, format: 'table' })?.name).toBe(name);
});

const rowsOf = (name: string): string[][] => parse(textOf(name), { relax_column_count: true });
const printCsv = (rows: readonly (readonly string[])[], delimiter: string) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join('\r\n');

/** The records of a JSON fixture: the list of reviews, with what surrounds it. */
const recordsOf = (name: string): unknown[] => {
  const value = JSON.parse(textOf(name));
  return Array.isArray(value) ? value : (value.reviews ?? [value]);
};

/** One in this many pairs of a container and a table is read in other runs than a release. */
const SAMPLED_STEP = 5;

describe('a container doesn’t change what is read', () => {
  const MADE = new Date('2024-08-01T12:00:00Z');
  const tables = files.filter((name) => name.endsWith('.csv'));
  const documents = files.filter((name) => name.endsWith('.json'));

  const containers: Readonly<Record<string, (name: string) => string | Uint8Array | Promise<Uint8Array>>> = {
    'as .xlsx': (name) => xlsxOf({ Reviews: rowsOf(name) }),
    'as TSV': (name) => printCsv(rowsOf(name), '\t'),
    'as CSV with semicolons for Excel': (name) => `sep=;\r\n${printCsv(rowsOf(name), ';')}`,
    'as CSV in UTF-16': (name) => Buffer.from(`\uFEFF${textOf(name)}`, 'utf16le'),
    'in a zip archive': (name) => zipOf({ [`export/${name}`]: textOf(name) }, MADE),
    gzipped: (name) => gzipSync(textOf(name)),
  };
  const pairs = Object.entries(containers).flatMap(([how, make], first) =>
    tables.map((name, second) => ({ name, how, make, isSample: second % SAMPLED_STEP === first % SAMPLED_STEP })),
  );
  const cases = withReleaseCases(
    'each container doesn’t change what is read of each table',
    pairs.filter(({ isSample }) => isSample),
    pairs.filter(({ isSample }) => !isSample),
  );
  test.each(cases)('$name $how', async ({ name, make }) => {
    const { counts, published } = await bring(importer, `${name}.export`, await make(name));
    expect({ counts, published }).toEqual(expectedOf(name));
  });

  test.each(documents)('%s as NDJSON, in a zip archive and gzipped', async (name) => {
    const lines = recordsOf(name).map((record) => JSON.stringify(record));
    for (const bytes of [lines.join('\n'), await zipOf({ [name]: textOf(name) }, MADE), gzipSync(textOf(name))])
      expect(await bring(await newImporter(), name, bytes)).toEqual(expectedOf(name));
  });
});

describe('a name that the platform doesn’t show', () => {
  const okendo = (...reviewers: readonly object[]) =>
    JSON.stringify({
      reviews: reviewers.map((reviewer, index) => ({
        reviewId: `r${index}`,
        body: 'Fits.',
        dateCreated: '2025-02-01T00:00:00.000Z',
        rating: 5,
        reviewer,
        status: 'approved',
      })),
    });
  const loox = 'id,status,rating,nickname,full_name,review,date,verified_purchase\n';
  const csv = 'hash,body,dateCreated,rating,name,isVerifiedBuyer,status\n';

  test.each([
    [
      "Loox's full_name",
      `${loox}1,Active,5,,Greta Holm,a,2024-11-05,true\n2,Active,5,Ivo,Ivo Sand,a,2024-11-04,true\n`,
      ['Anonymous', 'Ivo'],
    ],
    [
      "the name in Okendo's API",
      okendo({ displayName: '', name: 'Greta Holm' }, { displayName: 'Ivo S.', name: 'Ivo Sand' }),
      ['Anonymous', 'Ivo S.'],
    ],
    [
      "the full name in Okendo's CSV",
      `${csv}a,a,2025-02-02,5,Greta Holm,true,approved\nb,a,2025-02-01,5,Ivo,true,approved\nc,a,2025-01-01,5,,true,approved\n`,
      ['Anonymous', 'Greta H.', 'Ivo'],
    ],
  ])('is neither stored nor published: %s', async (_what, text, expected) => {
    await importer.bring(await importer.file('export', text), '--yes');
    expect(
      importer
        .published()
        .map(({ author }) => author)
        .sort(),
    ).toEqual(expected);
    expect(await importer.read('reviews/imported.json')).not.toMatch(/Holm|Sand/);
  });

  test('is published if the person who imports says so', async () => {
    await importer.bring(await importer.file('export', `${loox}1,Active,5,,Greta Holm,a,2024-11-05,true\n`), '--map', 'author=full_name');
    expect(importer.published()).toMatchObject([{ author: 'Greta Holm' }]);
  });
});

describe('texts that a program copied from a platform', () => {
  test.each([
    ['apify-google.json', 'google', 'https://policies.google.com/terms'],
    ['apify-google-places.json', 'google', 'https://policies.google.com/terms'],
    ['outscraper.csv', 'google', 'https://policies.google.com/terms'],
    ['outscraper-api.json', 'google', 'https://policies.google.com/terms'],
    ['serpapi.json', 'google', 'https://policies.google.com/terms'],
    ['places-new.json', 'google', 'https://policies.google.com/terms'],
    ['places-legacy.json', 'google', 'https://policies.google.com/terms'],
    ['apify-tripadvisor.json', 'tripadvisor', 'https://tripadvisor.mediaroom.com/us-terms-of-use'],
  ])('aren’t openly licensed in sources.json: %s', async (name, source, url) => {
    await importer.bring(await importer.file(name, textOf(name)), '--yes');
    expect(toSources(readDataset(importer.content))).toMatchObject([{ id: source, url, license: null, license_url: null, open: false }]);
  });
});

/** The rating of each fixture's rows, as a pattern that finds and replaces it. */
const ratings: Readonly<Record<string, string>> = {
  'apify-google.csv': 'stars',
  'apify-tripadvisor.csv': 'rating',
  'booking.csv': 'Review score',
  'judge-me.csv': 'rating',
  'loox-template.csv': 'rating',
  'loox.csv': 'rating',
  'okendo.csv': 'rating',
  'outscraper.csv': 'review_rating',
  'shopify.csv': 'rating',
  'trustpilot.csv': 'Review Stars',
  'woocommerce.csv': 'rating',
  'yotpo-new.csv': 'Review Score',
  'yotpo-old.csv': 'review_score',
  'apify-google-places.json': 'stars',
  'apify-google.json': 'stars',
  'apify-tripadvisor.json': 'rating',
  'facebook-ratings.json': 'rating',
  'google-api.json': 'starRating',
  'judge-me-api.json': 'rating',
  'okendo-api.json': 'rating',
  'outscraper-2020.json': 'review_rating',
  'outscraper-api.json': 'review_rating',
  'places-legacy.json': 'rating',
  'places-new.json': 'rating',
  'serpapi.json': 'rating',
  'trustpilot-api.json': 'stars',
  'woocommerce-api.json': 'rating',
  'yelp-api.json': 'rating',
  'yotpo-api.json': 'score',
};

/** A fixture in which every rated row has these stars. */
function withStars(name: string, stars: number): string {
  const column = ratings[name] ?? '';
  const value =
    name === 'booking.csv' ? stars * 2 : name === 'google-api.json' ? ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'][stars - 1] : stars;
  const isRated = (found: unknown) => !['', '0', 'undefined', 'null', 'STAR_RATING_UNSPECIFIED'].includes(String(found));
  if (name.endsWith('.json'))
    return JSON.stringify(JSON.parse(textOf(name)), (key, inner) => (key === column && isRated(inner) ? value : inner));
  const [header = [], ...rows] = rowsOf(name);
  const at = header.indexOf(column);
  return printCsv([header, ...rows.map((row) => row.map((cell, index) => (index === at && isRated(cell) ? String(value) : cell)))], ',');
}

const sampledStars = isRelease ? [1, 2, 3, 4, 5] : [1, 5];
test.each(files)('%s: which reviews are published doesn’t depend on their stars', async (name) => {
  const published = await Promise.all(
    sampledStars.map(async (stars) => {
      const one = await newImporter();
      const { published: reviews } = await bring(one, name, withStars(name, stars));
      expect(reviews.map(({ rating }) => rating)).toEqual(reviews.map(() => stars));
      return reviews.map(({ author, date }) => `${date} ${author}`).sort();
    }),
  );
  const expected = expectedOf(name).published as readonly { author: string; date: string }[];
  const all = expected.map(({ author, date }) => `${date} ${author}`).sort();
  expect(published).toEqual(sampledStars.map(() => all));
});
