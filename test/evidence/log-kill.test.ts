import { expect, test } from 'vitest';
import { killBuilds } from './log-kill.ts';

test('kill -9 at random moments of a build never forks the log for readers or a witness', async () => {
  expect(await killBuilds(2)).toMatchObject({ kills: 2 });
});
