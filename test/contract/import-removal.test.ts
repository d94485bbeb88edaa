import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Files, type GoogleReview, googleReview, takeoutOf, zipOf } from '../support/archives.ts';
import { type Importer, newImporter } from '../support/importer.ts';

let importer: Importer;
beforeEach(async () => {
  importer = await newImporter();
});
afterEach(() => rm(importer.folder, { recursive: true }));

const at = (day: number) => new Date(Date.UTC(2024, 6, day));
const dayBefore = (index: number) => new Date(Date.UTC(2024, 0, 1 - index)).toISOString().slice(0, 10);
/** Returns reviews from 2024-01-01 backward, one per day. */
const some = (count: number, prefix = 'r'): GoogleReview[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${prefix}${index}`,
    author: `Ann ${prefix}${index}`,
    created: `${dayBefore(index)}T00:00:00Z`,
  }));
const zip = async (day: number, ...parts: readonly Files[]) =>
  importer.file(`takeout-${day}.zip`, await zipOf(Object.assign({}, ...parts), at(day)));
const takeout = (day: number, reviews: readonly GoogleReview[]) => zip(day, takeoutOf(reviews));

/** Returns every file of the content with its bytes. */
async function bytes(): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(importer.content, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(files.sort().map(async (file) => [file, await readFile(file, 'latin1')])));
}

/** Runs an import that must stop, checks that it changed nothing, and returns its message. */
async function stopped(...args: readonly string[]): Promise<string> {
  const before = await bytes();
  const { code, stdout, stderr } = await importer.run(...args);
  expect([code, stdout, await bytes()]).toEqual([1, '', before]);
  return stderr;
}

describe('an import that would mark more than 5 reviews and more than a tenth of a source as removed', () => {
  test('writes nothing, lists 20 of them with a count of the rest, and prints how to continue', async () => {
    await importer.run(await takeout(1, some(40)));
    expect(await stopped(await takeout(2, some(10)))).toBe(
      [
        '30 of 40 reviews of locations/20 would be marked as removed at their source, which is more than a tenth; nothing was imported:',
        ...Array.from({ length: 40 }, (_, index) => index)
          .slice(10, 30)
          .map((index) => `  - ${dayBefore(index)} 5/5 Ann r${index}`),
        '  ... and 10 more',
        'An empty or incomplete export looks the same. Compare it with the source, and export again.',
        'If they are really gone, run the same command with --remove. With --partial, nothing is marked as removed.',
        '',
      ].join('\n'),
    );
    expect(importer.published()).toHaveLength(40);
  });

  test('continues with --remove', async () => {
    await importer.run(await takeout(1, some(40)));
    expect(await importer.counts(await takeout(2, some(10)), '--remove')).toBe(
      '0 added, 0 changed, 10 unchanged, 0 older versions, 0 refused, 0 not published; 30 reviews marked as removed',
    );
    expect(importer.published()).toHaveLength(10);
    expect(await importer.counts(await takeout(3, some(10)))).toBe(
      '0 added, 0 changed, 10 unchanged, 0 older versions, 0 refused, 0 not published',
    );
  });

  test('is shown by --dry-run along with all other changes', async () => {
    await importer.run(await takeout(1, some(40)));
    const said = await stopped(await takeout(2, [...some(10), { id: 'new', author: 'Zed' }]), '--dry-run');
    expect(said).toContain('+ 2024-01-01 5/5 Zed\n- 2023-12-22 5/5 Ann r10\n');
    expect(said).toContain("\n30 reviews would be marked as removed at the source: this export doesn't have them\n");
    expect(said).toContain(
      '1 added, 0 changed, 10 unchanged, 0 older versions, 0 refused, 0 not published\ndry run: nothing was written\n30 of 40 reviews',
    );
    const { code, stdout } = await importer.run(await takeout(2, some(10)), '--dry-run', '--remove');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/\n30 reviews would be marked as removed at .*\n.*\n0 added, .*\ndry run: nothing was written\n$/),
    ]);
  });

  test('stops at an empty Takeout, and a complete one after it changes nothing', async () => {
    await importer.run(await takeout(1, some(6)));
    expect(await stopped(await takeout(2, []))).toMatch(/^6 of 6 reviews of locations\/20 would be/);
    expect(await importer.counts(await takeout(1, some(6)))).toBe(
      '0 added, 0 changed, 6 unchanged, 0 older versions, 0 refused, 0 not published',
    );
  });

  test('stops at a truncated file of another source with --complete', async () => {
    const csv = (count: number) =>
      importer.file(
        'export.csv',
        `source_id,source,date,rating,author\n${some(count)
          .map(({ id, author }) => `${id},yelp,2024-01-01,5,${author}\n`)
          .join('')}`,
      );
    await importer.run(await csv(20));
    expect(await stopped(await csv(3), '--complete')).toMatch(/^17 of 20 reviews of yelp would be/);
    expect(await importer.counts(await csv(3))).toBe('0 added, 0 changed, 3 unchanged, 0 older versions, 0 refused, 0 not published');
  });
});

describe('the limits', () => {
  test.each<readonly [before: number, after: number, stops: boolean]>([
    [5, 0, false],
    [6, 0, true],
    [20, 15, false],
    [20, 14, true],
    [60, 54, false],
    [59, 53, true],
    [70, 63, false],
    [70, 62, true],
  ])('with %i reviews before and %i after, the import stops: %s', async (before, after, stops) => {
    await importer.run(await takeout(1, some(before)));
    const { code } = await importer.run(await takeout(2, some(after)));
    expect([code, importer.published().length]).toEqual(stops ? [1, before] : [0, after]);
  });

  test('don’t count reviews that are already marked', async () => {
    await importer.run(await takeout(1, some(100)));
    await importer.run(await takeout(2, some(50)), '--remove');
    expect(await importer.counts(await takeout(3, some(45)))).toBe(
      '0 added, 0 changed, 45 unchanged, 0 older versions, 0 refused, 0 not published; 5 reviews marked as removed',
    );
    expect(await stopped(await takeout(4, some(39)))).toMatch(/^6 of 45 reviews/);
  });

  test('apply to each location, and the message names all that exceed them', async () => {
    const [many, few] = [takeoutOf(some(100)), takeoutOf(some(8, 's'), '30')];
    await importer.run(await zip(1, many, few), '--location', 'all');
    expect(await stopped(await zip(2, many, takeoutOf([], '30')), '--location', 'all')).toMatch(
      /^8 of 8 reviews of locations\/30 would be marked/,
    );
    expect(await stopped(await zip(2, takeoutOf([]), takeoutOf([], '30')), '--location', 'all')).toMatch(
      /^100 of 100 reviews of locations\/20 and 8 of 8 reviews of locations\/30 would be marked/,
    );
  });

  test('apply to the total of many small locations', async () => {
    const locations = (count: number) => ['1', '2', '3'].map((location) => takeoutOf(some(count, `l${location}-`), location));
    await importer.run(await zip(1, ...locations(4)), '--location', 'all');
    expect(await stopped(await zip(2, ...locations(0)), '--location', 'all')).toMatch(/^12 of 12 reviews of google would be marked/);
  });

  test('apply to the files of one run together', async () => {
    await importer.run(await takeout(1, some(20)));
    const [second, third] = [await takeout(2, some(16)), await takeout(3, some(12))];
    expect(await stopped(second, third)).toMatch(/^8 of 20 reviews/);
    expect(await importer.counts(second)).toBe(
      '0 added, 0 changed, 16 unchanged, 0 older versions, 0 refused, 0 not published; 4 reviews marked as removed',
    );
  });

  test('apply to reviews from an earlier file of the same run', async () => {
    expect(await stopped(await takeout(1, some(20)), await takeout(2, some(5)))).toMatch(/^15 of 20 reviews/);
  });

  test('don’t count reviews that a later file of the same run contains', async () => {
    await importer.run(await takeout(1, some(20)));
    const pages = await importer.file(
      'page.json',
      JSON.stringify({ reviews: some(20).map((one) => googleReview({ ...one, updated: at(9).toISOString() })) }),
    );
    expect((await importer.run(await takeout(2, some(5)), pages)).code).toBe(0);
    expect(importer.published()).toHaveLength(20);
  });
});

test('--remove and --partial can’t be combined', async () => {
  const { code, stderr } = await importer.run('x.zip', '--remove', '--partial');
  expect([code, stderr]).toEqual([1, 'import: --remove and --partial contradict each other; use only one\n']);
});
