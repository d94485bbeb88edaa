import { describe, expect, test } from 'vitest';
import { completeExports, type Listed } from '../../../scripts/import/watch/exports.ts';

const file = (name: string, size = 10, modified = 1): Listed => ({ name, size, modified });
const lookedAt = (...files: readonly Listed[]) => new Map(files.map((one) => [one.name, one]));
const decided = (listing: readonly Listed[], before: readonly Listed[] = listing) =>
  completeExports(listing, lookedAt(...before)).map((group) => group.map(({ name }) => name));

const PARTS = ['takeout-20260102T030405Z-001.zip', 'takeout-20260102T030405Z-002.zip'];
const parts = PARTS.map((name) => file(name));

describe('an export is complete', () => {
  test('if it is as it was at the last look, whenever it was made', () => {
    expect(decided([file('a.zip', 10, 1), file('b.csv', 5, 2 ** 41)])).toEqual([['a.zip'], ['b.csv']]);
  });

  test.each([
    ['it is new', file('a.zip'), []],
    ['it has grown', file('a.zip', 20), [file('a.zip', 10)]],
    ['it was written again', file('a.zip', 10, 2), [file('a.zip', 10, 1)]],
    ['it has another name', file('a.zip'), [file('a (1).zip')]],
    ['it is empty', file('a.zip', 0), [file('a.zip', 0)]],
  ])('not if %s', (_what, now, before) => {
    expect(decided([now], before)).toEqual([]);
  });

  test.each([
    'a.zip.crdownload',
    'a.zip.part',
    'a.zip.partial',
    'a.zip.a1b2c3d4.partial',
    'a.zip.download',
    '.a.zip.Xy12',
    '.syncthing.a.zip.tmp',
    '~syncthing~a.zip.tmp',
    '~a.zip',
  ])('not while %s is beside it', (name) => {
    expect(decided([file('a.zip'), file(name), file('b.zip')])).toEqual([['b.zip']]);
  });

  test('while a file whose name only ends alike is being written', () => {
    expect(decided([file('a.zip'), file('data.zip.part'), file('old-a.zip.crdownload')])).toEqual([['a.zip']]);
  });

  test.each(['photo.jpg', 'notes.txt', '.hidden.zip', 'a.zip~', 'x.csv.tmp'])('%s is none', (name) => {
    expect(decided([file(name)])).toEqual([]);
  });
});

describe('the parts of a Takeout', () => {
  test('are one export, in order', () => {
    expect(decided(parts.toReversed())).toEqual([PARTS]);
  });

  test('wait for each other', () => {
    expect(decided(parts, parts.slice(0, 1))).toEqual([]);
    expect(decided([...parts, file('takeout-20260102T030405Z-003.zip.part')])).toEqual([]);
  });

  test('of another one do not', () => {
    expect(decided([...parts, file('takeout-20260304T030405Z-001.zip')], parts)).toEqual([PARTS]);
  });
});
