import { expect, test } from 'vitest';
import { watchSites } from './witness.ts';
import { killWitness } from './witness-kill.ts';

test('verification and the pages of two witnesses find every cheating site and accuse no honest one', async () => {
  const { found, falseAlarms, poll } = await watchSites(24, 2);
  expect(found.map(([cheat, by]) => [cheat, by !== ''])).toEqual([
    ['split view', true],
    ['rollback', true],
    ['removal without an entry', true],
    ['changed text', true],
    ['exchanged key', true],
    ['stale checkpoint', true],
  ]);
  expect(falseAlarms).toEqual([]);
  expect(poll).toEqual({ 304: 48 });
});

test('a site that cheats has something to hide, even if its last generations are the same', async () => {
  let asked = 0;
  // Ten reviews each, all of them edited, and then a round in which nothing changes.
  const chances = [0.3, 0.05, 0.9];
  const { found } = await watchSites(24, 3, () => chances[Math.floor(asked++ / 240)] ?? 0.9);
  expect(found.filter(([, by]) => by === '')).toEqual([]);
});

test('kill -9 at random moments never makes a witness sign two histories', async () => {
  const { signed, inconsistent } = await killWitness(3);
  expect(signed).toBeGreaterThan(0);
  expect(inconsistent).toBe(0);
});
