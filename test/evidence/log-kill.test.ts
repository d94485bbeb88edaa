import { expect, test } from 'vitest';
import { killBuilds } from './log-kill.ts';

test('kill -9 at random instants of a build never forks the log, neither for readers nor for a witness', { timeout: 180_000 }, async () => {
  expect(await killBuilds(2)).toMatchObject({ kills: 2 });
});
