import { describe, expect, test } from 'vitest';
import { completeExports, type Listed } from '../../../scripts/import/watch.ts';

const file = (name: string, size = 10, modified = 1): Listed => ({ name, size, modified });
const lookedAt = (...files: readonly Listed[]) => new Map(files.map((one) => [one.name, one]));
const decided = (listing: readonly Listed[], before: readonly Listed[] = listing) =>
  completeExports(listing, lookedAt(...before)).map((group) => group.map(({ name }) => name));

const PARTS = ['takeout-20260102T030405Z-001.zip', 'takeout-20260102T030405Z-002.zip'];
const parts = PARTS.map((name) => file(name));

describe('an export is complete', () => {
  test('if it hasn’t changed since the last look, whatever its date', () => {
    expect(decided([file('a.zip', 10, 1), file('b.csv', 5, 2 ** 41)])).toEqual([['a.zip'], ['b.csv']]);
  });

  test.each([
    ['it is new', file('a.zip'), []],
    ['it has grown', file('a.zip', 20), [file('a.zip', 10)]],
    ['it was rewritten', file('a.zip', 10, 2), [file('a.zip', 10, 1)]],
    ['it was renamed', file('a.zip'), [file('a (1).zip')]],
    ['it is empty', file('a.zip', 0), [file('a.zip', 0)]],
  ])('but not if %s', (_what, now, before) => {
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
  ])('but not while %s exists', (name) => {
    expect(decided([file('a.zip'), file(name), file('b.zip')])).toEqual([['b.zip']]);
  });

  test('even while files whose names only end the same are being written', () => {
    expect(decided([file('a.zip'), file('data.zip.part'), file('old-a.zip.crdownload')])).toEqual([['a.zip']]);
  });

  test.each(['photo.jpg', 'notes.txt', '.hidden.zip', 'a.zip~', 'x.csv.tmp'])('but %s is not an export', (name) => {
    expect(decided([file(name)])).toEqual([]);
  });
});

describe('the parts of a Takeout', () => {
  test('form one export, in order', () => {
    expect(decided(parts.toReversed())).toEqual([PARTS]);
  });

  test('wait for each other', () => {
    expect(decided(parts, parts.slice(0, 1))).toEqual([]);
    expect(decided([...parts, file('takeout-20260102T030405Z-003.zip.part')])).toEqual([]);
  });

  test('don’t wait for the parts of another Takeout', () => {
    expect(decided([...parts, file('takeout-20260304T030405Z-001.zip')], parts)).toEqual([PARTS]);
  });
});
