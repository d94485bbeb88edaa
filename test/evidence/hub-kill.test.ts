import { expect, test } from 'vitest';
import { killLoop, possibleFailures } from './hub-kill.ts';

test('T52 kill -9 at random moments loses no acknowledged subscription and no update', async () => {
  expect(await killLoop(3)).toMatchObject({ kills: 3 });
});

test('only the last answer before a kill is uncertain', () => {
  const given = (text: string) => [...text].map((letter, index) => ({ isSuccess: letter === 's', life: index < 3 ? 1 : 2 }));
  expect([...possibleFailures(given('ff'), 1)]).toEqual([2]);
  expect([...possibleFailures(given('fsf'), 2)].toSorted()).toEqual([0, 1]);
  expect([...possibleFailures(given('fff'), 2)].toSorted()).toEqual([-1, 2]);
  expect([...possibleFailures(given('ffss'), 2)]).toEqual([0]);
});
