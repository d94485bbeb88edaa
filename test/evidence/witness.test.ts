import { expect, test } from 'vitest';
import { isRelease } from '../support/release-test.ts';
import { watchSites } from './witness.ts';

/** More than there are ways to cheat. */
const SITES = isRelease ? 24 : 8;

test('verification and the pages of two witnesses find every cheating site and accuse no honest one', async () => {
  const { found, falseAlarms, poll } = await watchSites(SITES, 2);
  expect(found.map(([cheat, by]) => [cheat, by !== ''])).toEqual([
    ['split view', true],
    ['rollback', true],
    ['removal without an entry', true],
    ['changed text', true],
    ['exchanged key', true],
    ['stale checkpoint', true],
  ]);
  expect(falseAlarms).toEqual([]);
  expect(poll).toEqual({ 304: 2 * SITES });
});

test('a site that cheats has something to hide, even if its last generations are the same', async () => {
  let asked = 0;
  // Ten reviews each, all of them edited, and then a round in which nothing changes.
  const chances = [0.3, 0.05, 0.9];
  const { found } = await watchSites(SITES, 3, () => chances[Math.floor(asked++ / (10 * SITES))] ?? 0.9);
  expect(found.filter(([, by]) => by === '')).toEqual([]);
});
