import { describe, expect, test } from 'vitest';
import { isRelease, releaseGroup, releaseTest } from '../support/release-test.ts';
import { webSpaceMissing } from '../support/web-space.ts';
import { killLoop, possibleFailures } from './hub-kill.ts';

test('T52 kill -9 at random moments loses no acknowledged subscription and no update', async () => {
  const kills = isRelease ? 3 : 1;
  expect(await killLoop(kills)).toMatchObject({ kills });
});

test('only the last answer before a kill is uncertain', () => {
  const given = (text: string) => [...text].map((letter, index) => ({ isSuccess: letter === 's', life: index < 3 ? 1 : 2 }));
  expect([...possibleFailures(given('ff'), 1)]).toEqual([2]);
  expect([...possibleFailures(given('fsf'), 2)].toSorted()).toEqual([0, 1]);
  expect([...possibleFailures(given('fff'), 2)].toSorted()).toEqual([-1, 2]);
  expect([...possibleFailures(given('ffss'), 2)]).toEqual([0]);
});

releaseTest('kill -9 at random moments of a build never forks the log for readers or a witness', async () => {
  const { killBuilds } = await import('./log-kill.ts');
  expect(await killBuilds(2)).toMatchObject({ kills: 2 });
});

releaseTest('kill -9 at random moments never makes a witness sign two histories', async () => {
  const { killWitness } = await import('./witness-kill.ts');
  const { signed, inconsistent } = await killWitness(3);
  expect(signed).toBeGreaterThan(0);
  expect(inconsistent).toBe(0);
});

releaseGroup('uploads that are killed never show a page without its data, and continue to the same site', () => {
  describe.skipIf(webSpaceMissing)('uploads that are killed', () => {
    test('never show a page without its data, and continue to the same site', async () => {
      const { killUploads, seeded } = await import('./upload.ts');
      const { kills, failures } = await killUploads(4, seeded(3));
      expect({ kills, failures }).toEqual({ kills: 4, failures: [] });
    });
  });
});
